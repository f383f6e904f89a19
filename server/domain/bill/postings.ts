import { definePosting, type PostingLine } from '../../store/postings/posting.ts'
import { accountPosted, BILLED, chart, event } from '../journal/index.ts'

/** A bill `b` and a share `s` of it: who owes it, and for what. */
const debtor = {
  custom_id: 'case when s.party = 1 then b.custom_id end',
  company_id: 'case when s.party > 1 then s.company_id end',
  contract_id: 'b.contract_id',
  bill_id: 'b.bill_id',
  share_id: 's.share_id',
}

const RENT = `(b."from" = 1 or c.income = 2)`
const says = {
  tenant: '房租，租客承担的部分',
  company: '房租，单位或其他承担的部分',
  treasury: '房租，财政补贴的部分',
}

/** A share of a bill that is made. Deposits are a claim off the ledger until they are paid. */
const made: readonly PostingLine[] = [
  {
    side: 'debit',
    accounts: [
      { account: chart.rentOfTenant.id, when: `${RENT} and s.party = 1`, says: says.tenant },
      { account: chart.rentOfTreasury.id, when: `${RENT} and s.party = 3`, says: says.treasury },
      { account: chart.rentOfCompany.id, when: RENT, says: says.company },
      { account: chart.stays.id, when: 'c.income = 3', says: '占用费与补缴' },
      { account: chart.utilities.id, when: `b."from" = 4`, says: '抄表项' },
      { account: chart.charges.id, says: '其他费用项' },
    ],
    price: 's.price - coalesce((select sum(a.price) from bill_adjust a where a.share_id = s.share_id), 0)',
    about: debtor,
  },
  {
    side: 'credit',
    accounts: [
      { account: chart.rentBilled.id, when: `${RENT} or c.income = 3`, says: '房租、占用费：按期确认收入之前' },
      { account: chart.utilitiesCollected.id, when: `b."from" = 4 and m.book is distinct from 2`, says: '代收代付的抄表项' },
      { account: chart.lateFees.id, when: 'c.income = 4', says: '记作违约金的费用项' },
      { account: chart.damages.id, when: 'c.income = 5', says: '记作赔偿的费用项' },
      { account: chart.otherIncome.id, says: '转供的抄表项、其他费用项' },
    ],
    price: 's.price - coalesce((select sum(a.price) from bill_adjust a where a.share_id = s.share_id), 0)',
    about: debtor,
  },
]

/** Less, on the accounts on which the share was booked (红字). */
const lessBy = (price: string): readonly PostingLine[] =>
  ([1, 2] as const).map((side) => ({
    side: side === 1 ? 'debit' : 'credit',
    accounts: [{ account: accountPosted(BILLED, 's.share_id', side), says: side === 1 ? '开账时的应收科目' : '开账时的贷方科目' }],
    price,
    about: debtor,
  }))

/** What a contract's deposit `e` is about. */
const held = {
  custom_id: 'e.custom_id',
  company_id: 'e.company_id',
  contract_id: 'e.contract_id',
  bill_id: 'e.bill_id',
  flow_id: 'e.flow_id',
}

const ofEntry = { of: 'deposit_entry', row: 'e', source: 'e.entry_id', day: 'e.day', p_id: 'e.p_id', by: 'e.created_by' } as const

export default [
  definePosting({
    ...event(1),
    of: 'bill_share',
    row: 's',
    join: `join bill b on b.bill_id = s.bill_id left join cost c on b."from" = 2 and c.id = b.from_id left join simple m on b."from" = 4 and m.id = b.from_id`,
    where: `b."from" <> 3 and b.is_void = 0`,
    source: 's.share_id',
    day: 'to_timestamp(b.created_at)::date',
    p_id: 's.p_id',
    by: 'b.created_by',
    lines: made,
  }),
  definePosting({
    ...event(2),
    of: 'bill_adjust',
    row: 'a',
    join: 'join bill_share s on s.share_id = a.share_id join bill b on b.bill_id = a.bill_id',
    source: 'a.adjust_id',
    day: 'to_timestamp(a.created_at)::date',
    p_id: 'a.p_id',
    by: 'a.created_by',
    lines: lessBy('a.price'),
  }),
  definePosting({
    ...event(3),
    of: 'bill',
    row: 'b',
    turns: { column: 'is_void', to: 1 },
    join: 'join bill_share s on s.bill_id = b.bill_id',
    source: 's.share_id',
    day: 'to_timestamp(b.updated_at)::date',
    p_id: 's.p_id',
    by: 'null::integer',
    lines: lessBy('-s.price'),
  }),
  definePosting({
    ...event(9),
    ...ofEntry,
    where: 'e.kind = 2 and e.other_id is not null',
    lines: [
      {
        side: 'debit',
        accounts: [{ account: chart.deposits.id, says: '转出的合同' }],
        price: 'e.price',
        about: { ...held, contract_id: 'e.other_id' },
      },
      { side: 'credit', accounts: [{ account: chart.deposits.id, says: '转入的合同' }], price: 'e.price', about: held },
    ],
  }),
  definePosting({
    ...event(10),
    ...ofEntry,
    join: 'left join flow f on f.flow_id = e.flow_id',
    where: 'e.kind = 5',
    lines: [
      { side: 'debit', accounts: [{ account: chart.deposits.id }], price: '-e.price', about: held },
      {
        side: 'credit',
        accounts: [{ account: chart.refundable.id, when: `f.flow_id is null or f."from" = 3`, says: '押金' }],
        price: '-e.price',
        about: held,
      },
      // What was held as compensation went out as an expense: the one takes the other's place.
      {
        side: 'debit',
        accounts: [{ account: accountPosted(5, 'e.flow_id', 1), when: `f."from" <> 3`, says: '补偿：付款时的费用科目（红字）' }],
        price: 'e.price',
        about: held,
      },
    ],
  }),
  definePosting({
    ...event(11),
    ...ofEntry,
    where: 'e.kind = 6 or (e.kind = 2 and e.other_id is null)',
    lines: [
      { side: 'debit', accounts: [{ account: chart.opening.id, says: '原系统已收的押金、租金' }], price: 'e.price', about: held },
      { side: 'credit', accounts: [{ account: chart.deposits.id }], price: 'e.price', about: held },
    ],
  }),
  definePosting({
    ...event(12),
    ...ofEntry,
    where: 'e.kind = 7',
    lines: [
      { side: 'debit', accounts: [{ account: chart.compensation.id }], price: 'e.price', about: held },
      { side: 'credit', accounts: [{ account: chart.deposits.id }], price: 'e.price', about: held },
    ],
  }),
]
