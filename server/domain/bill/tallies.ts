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
  /** Rent by project and the month in which it is due, in fen: what was written off is due all the same. */
  defineTally({
    name: 'rents_due',
    label: '各月应付的租金',
    of: 'bill',
    by: { p_id: 'p_id', month: "date_trunc('month', bill_date::timestamp)::date" },
    where: '"from" = 1 and is_void = 0',
    sums: { price: 'price + coalesce(bad, 0)' },
  }),
  /** What was paid of rents by project, the month in which they are due and that in which the money came (where that was closed by the time it was written down, or matched, in which that is booked), in fen; of bills that are void now, too. */
  defineTally({
    name: 'rents_paid',
    label: '各月租金的收款',
    of: 'allocation',
    joined: 'join bill_share s on s.share_id = t.share_id join bill b on b.bill_id = s.bill_id left join flow f on f.flow_id = t.flow_id',
    by: {
      p_id: 'b.p_id',
      month: "date_trunc('month', b.bill_date::timestamp)::date",
      came: "date_trunc('month', coalesce(t.book_day, f.book_day, to_timestamp(coalesce(f.deal_time, t.created_at))::date)::timestamp)::date",
    },
    where: 'b."from" = 1',
    sums: { price: 't.price' },
    isAppendOnly: true,
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
