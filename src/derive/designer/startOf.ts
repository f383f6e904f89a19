import type { Resource } from '../../core/resource.ts'

/** Gives what a new screen begins with: one field, its own permission key, and a place in the menu. */
export const startOf = (name: string, label: string): Resource => ({
  name,
  label,
  path: `/screens/${name}`,
  menu: { group: '自定义', order: 900 },
  access: `screen_${name}`,
  key: `${name}_id`,
  title: 'title',
  columns: {
    [`${name}_id`]: { label: '编号', is: 'int', list: 'never' },
    title: { label: '名称', required: true, max: 100, filter: true },
    created_at: { label: '登记时间', is: 'datetime', fixed: true, sort: true },
  },
  form: ['title'],
})
