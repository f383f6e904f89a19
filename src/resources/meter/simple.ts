import { defineResource } from '../../core/resource.ts'
import { meterBooks } from '../../schemas/journal/journal.ts'

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
    book: {
      label: '记账',
      is: 'enum',
      of: meterBooks,
      default: 1,
      help: '代收代付的记作负债，转供的记作收入；对以后开的账单生效',
      width: 150,
    },
  },
  sort: ['id', 'asc'],
  form: ['name', 'call', 'book'],
  lookup: true,
  retires: true,
})
