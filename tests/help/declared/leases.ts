import type { Resource } from '../../../src/core/resource.ts'

/** What an action asks for. */
export const dialog = (properties: object) => ({ title: '补交', type: 'object', properties, additionalProperties: false })
/** Attachments, as an action asks for them. */
export const papersField = {
  type: 'array',
  title: '补交',
  'x-is': 'files',
  maxItems: 3,
  items: { type: 'integer', minimum: 1, maximum: 2147483647 },
}

/** Leases with their papers: at most three when one is made, and others that an action asks for. */
export const lease = (papers: object = {}, changes: object = {}, name = 'letting'): Resource =>
  ({
    name,
    label: '租约',
    path: `/screens/${name}`,
    access: `screen_${name}`,
    key: 'letting_id',
    title: 'name',
    columns: {
      letting_id: { label: '编号', is: 'int', list: 'never' },
      name: { label: '名称', required: true, max: 40, filter: true },
      papers: { label: '附件', is: 'files', max: 3, ...papers },
      later: { label: '补交', is: 'files', list: false },
      photos: { label: '照片', is: 'images' },
      state: { label: '状态', is: 'enum', of: { 1: '新', 2: '已补交' }, default: 1, fixed: true },
      p_id: { label: '项目', is: 'ref', of: 'project' },
    },
    scope: 'p_id',
    form: ['name', 'papers', 'photos', 'p_id'],
    dialogs: { more: dialog({ later: papersField, photos: { ...papersField, title: '照片', 'x-is': 'images' } }) },
    prints: { sheet: { label: '清单', letters: 'ZYQD', paper: 'A4', text: '{name} 的附件：{papers}。' } },
    actions: {
      more: { label: '补交', on: 'row', can: `/api/${name}/more`, opens: 'more', set: { state: 2 } },
      sheet: { label: '打印清单', on: 'rows', can: `/api/${name}/sheet`, prints: 'sheet' },
    },
    ...changes,
  }) as unknown as Resource
