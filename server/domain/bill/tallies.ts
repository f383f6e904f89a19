import { defineTally } from '../../store/facts/tallies.ts'

export default [
  /** What is owed by project and due date, in fen. */
  defineTally({
    name: 'owed',
    label: '各应付日的欠款',
    of: 'bill',
    by: { p_id: 'p_id', bill_date: 'bill_date' },
    where: 'is_void = 0 and paid < price',
    sums: { price: 'price - paid' },
  }),
  /** Rent by project and the month in which its period begins, in fen: what was reduced is not to be paid any more, what was written off still is. */
  defineTally({
    name: 'rent',
    label: '各月的租金',
    of: 'bill',
    by: { p_id: 'p_id', month: "date_trunc('month', start_date::timestamp)::date" },
    where: '"from" = 1 and is_void = 0',
    sums: { receivable: 'price + bad', received: 'paid' },
  }),
]
