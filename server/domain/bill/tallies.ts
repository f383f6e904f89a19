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
  /** What bills come to on the VAT side by project, kind, rate and day, in fen. */
  defineTally({
    name: 'vat',
    label: '各日的计税金额与税额',
    of: 'bill_vat',
    by: { p_id: 'p_id', tax_kind: 'tax_kind', rate: 'rate', day: 'day' },
    sums: { gross: 'gross', tax: 'price' },
  }),
]
