import { defineTally } from '../../store/facts/tallies.ts'

export default [
  /** What of rents is recognised as revenue by month and project, what is reduced of it taken off, in fen. */
  defineTally({
    name: 'recognised',
    label: '各月各项目确认的收入',
    of: 'recognition',
    by: { month: 'month', p_id: 'p_id' },
    sums: { revenue: 'case kind when 1 then price else -price end' },
  }),
]
