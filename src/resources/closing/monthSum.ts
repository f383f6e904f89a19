import { defineResource } from '../../core/resource.ts'

/** What was posted of each project in a month, and what of that is revenue of rents. Nothing of it is stored. */
export default defineResource({
  name: 'month_sum',
  label: '各月发生',
  area: 'bill',
  key: 'sum_id',
  columns: {
    sum_id: { label: '编号', is: 'int', list: 'never' },
    closing_id: { label: '月结', is: 'ref', of: 'closing', filter: 'more', list: 'never' },
    month: { label: '月份', is: 'code', max: 7, sort: true, filter: true, width: 100 },
    p_id: { label: '项目', is: 'ref', of: 'project', unset: '无项目', filter: true, width: 220 },
    lines: { label: '分录', is: 'int', unit: '行', width: 110 },
    debit: { label: '借方发生', is: 'fen', total: true },
    credit: { label: '贷方发生', is: 'fen', total: true },
    revenue: { label: '确认收入', is: 'fen', total: true },
  },
  sort: ['month', 'desc'],
  calls: { detail: false, add: false, edit: false, del: false },
  scope: 'p_id',
  view: 'month_sum_view',
  stored: false,
  reckoned: true,
  empty: '还没有记账',
})
