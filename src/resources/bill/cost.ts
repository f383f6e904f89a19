import { defineResource } from '../../core/resource.ts'
import { expenses, incomes } from '../../schemas/journal/journal.ts'

export default defineResource({
  name: 'cost',
  label: '费用项',
  area: 'bill',
  key: 'id',
  title: 'name',
  columns: {
    id: { label: '编号', is: 'int' },
    name: { label: '名称', required: true, max: 40, unique: true },
    income: {
      label: '收入记入',
      is: 'enum',
      of: incomes,
      default: 1,
      help: '向租客收这一项时记哪个科目，对以后开的账单生效；“服务费（按期）”按账单的周期逐月确认收入，在此之前是合同负债',
      width: 140,
    },
    expense: {
      label: '支出记入',
      is: 'enum',
      of: expenses,
      default: 1,
      help: '单位自己付这一项时记哪个科目，对以后的付款生效',
      width: 120,
    },
  },
  sort: ['id', 'asc'],
  form: ['name', 'income', 'expense'],
  lookup: true,
  retires: true,
})
