import { defineTally } from '../../store/facts/tallies.ts'

export default [
  /** What was posted by account, project and day, in fen: a balance as of any day is a sum of few lines. */
  defineTally({
    name: 'posted',
    label: '各科目各日的发生额',
    of: 'journal_line',
    by: { ledger_account_id: 'ledger_account_id', p_id: 'p_id', day: 'day' },
    sums: { debit: 'case side when 1 then price else 0 end', credit: 'case side when 2 then price else 0 end' },
  }),
]
