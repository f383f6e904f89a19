import { defineResource } from '../../core/resource.ts'
import { showTypes } from '../../schemas/common.ts'

export default defineResource({
  name: 'kind',
  label: '房源类型',
  area: 'housing',
  key: 'id',
  title: 'name',
  columns: {
    id: { label: '编号', is: 'int' },
    name: { label: '名称', required: true, max: 40, unique: true },
    show_type: { label: '出租方式', is: 'enum', of: showTypes, required: true },
  },
  sort: ['id', 'asc'],
  form: ['name', 'show_type'],
  lookup: true,
  retires: true,
})
