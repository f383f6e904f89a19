import { TREASURY } from '../../../src/schemas/owner/owner.ts'
import { definePosting, type PostedAccount, type PostingLine } from '../../store/postings/posting.ts'
import { accountPosted, chart, event } from '../journal/index.ts'

/** A share `s` of a bill `b` whose rent is an owner's. */
const about = {
  custom_id: 'case when s.party = 1 then b.custom_id end',
  company_id: 'case when s.party > 1 then s.company_id end',
  contract_id: 'b.contract_id',
  bill_id: 'b.bill_id',
  share_id: 's.share_id',
}

/** Rents of others are owed to whom they belong: to a treasury on an account of its own. */
const owed = (when: string, says: string, saysOfTreasury: string): readonly PostedAccount[] => [
  { account: chart.treasuryRent.id, when: `${when} and w.kind = ${TREASURY}`, says: saysOfTreasury },
  { account: chart.ownersRent.id, when, says },
]

/** What was recognised as the operator's own is the owner's: red where it was booked, and owed to him; what was reduced is less owed to him (postings.md: 6001 is replaced by 2241.04). */
const ownersPart: readonly PostingLine[] = [
  {
    side: 'credit',
    accounts: [{ account: accountPosted(15, 'r.recognition_id', 2), when: 'r.kind = 1', says: '确认收入时的科目（红字）' }],
    price: '-r.price',
    about,
  },
  { side: 'credit', accounts: owed('r.kind = 1', '归业主的租金', '归财政的租金'), price: 'r.price', about },
  {
    side: 'debit',
    accounts: [{ account: accountPosted(16, 'r.recognition_id', 1), when: 'r.kind = 2', says: '确认减免时的科目（红字）' }],
    price: '-r.price',
    about,
  },
  { side: 'debit', accounts: owed('r.kind = 2', '减免，归业主承担的', '减免，少缴财政的'), price: 'r.price', about },
]

/** A settlement that was checked: the fee is earned, a promised rent is spent. */
const settled = (fee: string, rent: string): readonly PostingLine[] => [
  {
    side: 'debit',
    accounts: owed('t.book = 1', '代理费，从应付业主里扣', '手续费，从应缴财政里扣'),
    price: fee,
    about: {},
  },
  { side: 'credit', accounts: [{ account: chart.otherIncome.id, when: 't.book = 1', says: '代理费' }], price: fee, about: {} },
  { side: 'debit', accounts: [{ account: chart.rentPaid.id, when: 't.book = 2', says: '转租：保底月租' }], price: rent, about: {} },
  { side: 'credit', accounts: owed('t.book = 2', '转租：应付业主', '转租：应付财政'), price: rent, about: {} },
]

const ofSettlement = {
  of: 'owner_settlement',
  row: 't',
  join: 'join owner w on w.owner_id = t.owner_id',
  source: 't.settlement_id',
  p_id: 't.p_id',
} as const

export default [
  definePosting({
    ...event(30),
    of: 'owner_rent',
    row: 'r',
    join: 'join bill_share s on s.share_id = r.share_id join bill b on b.bill_id = s.bill_id join owner w on w.owner_id = r.owner_id',
    source: 'r.owner_rent_id',
    day: `(to_date(r.month, 'YYYY-MM') + interval '1 month')::date - 1`,
    p_id: 'r.p_id',
    by: 'null::integer',
    lines: ownersPart,
  }),
  definePosting({
    ...event(31),
    ...ofSettlement,
    turns: { column: 'is_checked', to: 1 },
    day: 't.checked_on',
    by: 't.checked_by',
    lines: settled('t.fee', 't.rent'),
  }),
  definePosting({
    ...event(32),
    ...ofSettlement,
    turns: { column: 'is_undone', to: 1 },
    day: 'to_timestamp(t.updated_at)::date',
    by: 't.voided_by',
    lines: settled('-t.fee', '-t.rent'),
  }),
]
