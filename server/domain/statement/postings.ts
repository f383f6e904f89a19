import { definePosting, type PostingLine } from '../../store/postings/posting.ts'
import { chart, event } from '../journal/index.ts'

/** What a transfer `t` posts, from an account `o` to an account `i`, where it has both. */
const moved: readonly PostingLine[] = [
  {
    side: 'debit',
    accounts: [
      { account: 'i.ledger_account_id', when: 't.to_account_id is not null', says: '转入账户的科目' },
      { account: chart.fees.id, says: '手续费' },
    ],
    price: `t.price - coalesce(t.fee, 0)`,
    about: {},
  },
  { side: 'debit', accounts: [{ account: chart.fees.id, when: 't.fee > 0', says: '到账时扣的手续费' }], price: 't.fee', about: {} },
  // A fee that is given back is a red line where the fee was, so that its turnover stays true.
  { side: 'debit', accounts: [{ account: chart.fees.id, when: 't.kind = 4', says: '手续费退回（红字）' }], price: '-t.price', about: {} },
  {
    side: 'credit',
    accounts: [
      { account: 'o.ledger_account_id', when: 't.from_account_id is not null', says: '转出账户的科目' },
      { account: chart.interest.id, when: 't.kind = 3', says: '利息收入' },
    ],
    price: 't.price',
    about: {},
  },
]

const ofTransfer = {
  of: 'transfer',
  row: 't',
  join: 'left join own_account o on o.own_account_id = t.from_account_id left join own_account i on i.own_account_id = t.to_account_id',
  source: 't.transfer_id',
  p_id: 't.p_id',
  by: 't.created_by',
} as const

/** The same lines in red, on the accounts on which they were booked. */
const takenBack: readonly PostingLine[] = moved.map((line, index) => ({
  ...line,
  accounts: [
    {
      account: `(select j.ledger_account_id from journal_line j where j.event = 13 and j.source_id = t.transfer_id and j.place = ${index + 1})`,
      says: '原划转的科目（红字）',
    },
  ],
  price: `-(${line.price})`,
}))

export default [
  definePosting({ ...event(13), ...ofTransfer, day: 't.day', lines: moved }),
  definePosting({
    ...event(14),
    ...ofTransfer,
    turns: { column: 'status', to: 2 },
    day: 'greatest(to_timestamp(t.updated_at)::date, t.day)',
    lines: takenBack,
  }),
]
