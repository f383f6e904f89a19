import { defineResource } from '../../core/resource.ts'
import { arrearsAges } from '../../schemas/bill/ages.ts'
import { parties } from '../../schemas/common.ts'

/** 坏账准备明细: each share of a bill that was overdue at a month's end, less what of it is an owner's, with its age and what is allowed for of it. Only ever added. */
export default defineResource({
  name: 'allowance_share',
  label: '坏账准备明细',
  area: 'bill',
  key: 'row_id',
  columns: {
    row_id: { label: '编号', is: 'int', list: 'never' },
    allowance_id: { label: '坏账准备', is: 'ref', of: 'allowance', required: true, filter: 'more', list: 'never' },
    bill_id: { label: '账单', is: 'ref', of: 'bill', required: true, filter: true, width: 170 },
    custom_name: { label: '租客', is: 'text', via: 'bill_id.custom_name', width: 120 },
    party: { label: '承担方', is: 'enum', of: parties, required: true, filter: 'more', width: 90 },
    days: { label: '逾期', is: 'int', unit: '天', required: true, sort: true, width: 90 },
    age: { label: '账龄', is: 'enum', of: arrearsAges, required: true, filter: true, width: 110 },
    owed: { label: '月末未付', is: 'fen', required: true, total: true, help: '归业主的部分除外' },
    rate: { label: '比例', is: 'int', unit: '%', required: true, width: 80 },
    price: { label: '应有准备', is: 'fen', required: true, total: true },
    share_id: { label: '分摊', is: 'ref', of: 'bill_share', required: true, list: 'never', export: false },
    p_id: { label: '项目', is: 'ref', of: 'project', filter: 'more', list: false, width: 180 },
  },
  sort: ['days', 'desc'],
  calls: { detail: false, add: false, edit: false, del: false },
  scope: 'p_id',
  log: false,
  copied: true,
  empty: '这个月没有逾期的应收',
})
