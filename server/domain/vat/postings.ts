import { definePosting, type PostingLine } from '../../store/postings/posting.ts'
import { accountPosted, chart, event } from '../journal/index.ts'

const about = { custom_id: 'f.custom_id', company_id: 'f.company_id', flow_id: 'o.flow_id' }

/** Input VAT `o` that is turned out is a cost after all, where its expense is one (docs/decisions/052-vat.md). */
const lines = (cost: string, out: { account: number | string; says: string }): readonly PostingLine[] => [
  { side: 'debit', accounts: [{ account: cost, says: '原付款的科目：转出的税额是费用' }], price: 'o.price', about },
  { side: 'credit', accounts: [out], price: 'o.price', about },
]

const ofOut = {
  of: 'input_tax_out',
  row: 'o',
  join: 'join flow f on f.flow_id = o.flow_id',
  source: 'o.out_id',
  day: 'o.day',
  p_id: 'o.p_id',
  by: 'o.created_by',
} as const

export default [
  definePosting({
    ...event(39),
    ...ofOut,
    where: 'o.undoes is null',
    lines: lines(accountPosted(5, 'o.flow_id', 1), { account: chart.inputVatOut.id, says: '转出的进项税额' }),
  }),
  definePosting({
    ...event(40),
    ...ofOut,
    where: 'o.undoes is not null',
    lines: lines(accountPosted(39, 'o.undoes', 1), { account: accountPosted(39, 'o.undoes', 2), says: '原转出的科目（红字）' }),
  }),
]
