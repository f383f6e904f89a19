import { defineResource } from '../../core/resource.ts'

export default defineResource({
  name: 'simple',
  label: '抄表项',
  area: 'housing',
  key: 'id',
  title: 'name',
  columns: {
    id: { label: '编号', is: 'int' },
    name: { label: '名称', required: true, max: 40, unique: true },
    call: { label: '单位', required: true, max: 20 },
  },
  sort: ['id', 'asc'],
  form: ['name', 'call'],
  lookup: true,
  retires: true,
})
