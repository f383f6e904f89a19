import { defineResource } from '../../core/resource.ts'
import { partStates } from '../../schemas/paymentPlan/paymentPlan.ts'

/** 还款计划各期: what is to be paid by when; what is paid of it is told by the allocations, the earliest part first. */
export default defineResource({
  name: 'plan_part',
  label: '还款计划各期',
  area: 'bill',
  key: 'part_id',
  columns: {
    part_id: { label: '编号', is: 'int', list: 'never' },
    plan_id: { label: '还款计划', is: 'ref', of: 'payment_plan', required: true, filter: true, width: 160 },
    place: { label: '第几期', is: 'int', required: true, width: 80 },
    due_day: { label: '应付日', is: 'date', required: true, sort: true, width: 110 },
    price: { label: '应还', is: 'fen', required: true, total: true },
    paid: { label: '已还', is: 'fen', derived: true, fixed: true, total: true },
    state: {
      label: '状态',
      is: 'enum',
      of: partStates,
      tones: { 1: 'quiet', 2: 'info', 3: 'good', 4: 'bad' },
      derived: true,
      fixed: true,
      width: 90,
    },
    p_id: { label: '项目', is: 'ref', of: 'project', list: 'never' },
  },
  sort: ['due_day', 'asc'],
  unique: [['plan_id', 'place']],
  calls: { detail: false, add: false, edit: false, del: false },
  scope: 'p_id',
  view: 'plan_part_view',
  log: false,
  empty: '没有各期',
})
