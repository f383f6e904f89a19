import { defineResource } from '../../core/resource.ts'

/** The seal of a closed month, day by day: how many lines it had, and their hash. A line that is changed later is found by the day's not being so any more. */
export default defineResource({
  name: 'closing_day',
  label: '封印',
  area: 'bill',
  key: 'closing_day_id',
  title: 'day',
  columns: {
    closing_day_id: { label: '编号', is: 'int', list: 'never' },
    closing_id: { label: '月份', is: 'ref', of: 'closing', required: true, filter: true, width: 100 },
    day: { label: '记账日', is: 'date', required: true, sort: true, width: 120 },
    lines: { label: '分录', is: 'int', unit: '行', required: true, width: 110 },
    digest: { label: 'SHA-256', is: 'code', max: 64, required: true, width: 520 },
  },
  sort: ['day', 'asc'],
  calls: { add: false, edit: false, del: false },
  log: false,
})
