import { defineTally } from '../../store/facts/tallies.ts'

export default [
  /** What each cashier took and paid on a day, by account and project, in fen. What is brought from the system before is no money that came. */
  defineTally({
    name: 'cash',
    label: '各日的收支',
    of: 'flow',
    by: { day: 'to_timestamp(deal_time)::date', cashier: 'created_by', own_account_id: 'own_account_id', p_id: 'p_id' },
    where: 'own_account_id is distinct from 900005',
    sums: {
      income: 'case type when 1 then price else 0 end',
      outgo: 'case type when 2 then price else 0 end',
      red: 'case when reverses is null then 0 else price end',
    },
    isAppendOnly: true,
    heads: 'cash_day',
  }),
]
