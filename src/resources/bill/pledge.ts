import { defineResource } from '../../core/resource.ts'

export default defineResource({
  name: 'pledge',
  label: '押金项',
  area: 'bill',
  key: 'id',
  title: 'name',
  columns: {
    id: { label: '编号', is: 'int' },
    name: { label: '名称', required: true, max: 40, unique: true },
  },
  sort: ['id', 'asc'],
  form: ['name'],
  lookup: true,
  retires: true,
})
