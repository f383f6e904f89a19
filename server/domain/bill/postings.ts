import { definePosting, type PostingLine } from '../../store/postings/posting.ts'
import { accountPosted, BILLED, chart, event, isRent, isRentOrStay, isService } from '../journal/index.ts'
import { depositPostings } from './depositPostings.ts'

/** A bill `b` and a share `s` of it: who owes it, and for what. */
const debtor = {
  custom_id: 'case when s.party = 1 then b.custom_id end',
  company_id: 'case when s.party > 1 then s.company_id end',
  contract_id: 'b.contract_id',
  bill_id: 'b.bill_id',
  share_id: 's.share_id',
}

const says = {
  tenant: '房租，租客承担的部分',
  company: '房租，单位或其他承担的部分',
  treasury: '房租，财政补贴的部分',
}

/** A share of a bill comes to `price`, as it is made. Deposits are a claim off the ledger until they are paid. */
const madeOf = (price: string): readonly PostingLine[] => [
  {
    side: 'debit',
    accounts: [
      { account: chart.rentOfTenant.id, when: `${isRent} and s.party = 1`, says: says.tenant },
      { account: chart.rentOfTreasury.id, when: `${isRent} and s.party = 3`, says: says.treasury },
      { account: chart.rentOfCompany.id, when: isRent, says: says.company },
      { account: chart.stays.id, when: 'b.income = 3', says: '占用费与补缴' },
      { account: chart.utilities.id, when: `b."from" = 4`, says: '抄表项' },
      { account: chart.charges.id, says: '其他费用项' },
    ],
    price,
    about: debtor,
  },
  {
    side: 'credit',
    accounts: [
      { account: chart.opening.id, when: 'b.opening_id is not null', says: '从原系统带来的' },
      { account: chart.rentBilled.id, when: isRentOrStay, says: '房租、占用费：按期确认收入之前' },
      { account: chart.utilitiesCollected.id, when: `b."from" = 4 and m.book is distinct from 2`, says: '代收代付的抄表项' },
      { account: chart.lateFees.id, when: 'b.income = 4', says: '记作违约金的费用项' },
      { account: chart.damages.id, when: 'b.income = 5', says: '记作赔偿的费用项' },
      { account: chart.overages.id, when: 'b.income = 6', says: '记作小额差异、长款的费用项' },
      { account: chart.services.id, when: isService, says: '按期确认的服务费：确认收入之前' },
      { account: chart.otherIncome.id, says: '转供的抄表项、其他费用项' },
    ],
    price,
    about: debtor,
  },
]

/** More or less (红字), on the accounts on which the share was booked. */
const lessBy = (price: string): readonly PostingLine[] =>
  ([1, 2] as const).map((side) => ({
    side: side === 1 ? 'debit' : 'credit',
    accounts: [{ account: accountPosted(BILLED, 's.share_id', side), says: side === 1 ? '开账时的应收科目' : '开账时的贷方科目' }],
    price,
    about: debtor,
  }))

/** Where a share was booked when its bill was made. */
const receivable = accountPosted(BILLED, 's.share_id', 1)
const earned = accountPosted(BILLED, 's.share_id', 2)

/** What of rent is reduced is recognised by the period as the rent is: until then it stands apart. What else is charged is less at once. */
const IS_BY_PERIOD = `${earned} = ${chart.rentBilled.id}`
const IS_AT_ONCE = `${earned} <> ${chart.rentBilled.id}`

/** A reduction `a`, below zero; one that is taken back, above. */
const reduced: readonly PostingLine[] = [
  {
    side: 'debit',
    accounts: [{ account: chart.reductions.id, when: IS_BY_PERIOD, says: '房租、占用费' }],
    price: '-a.price',
    about: debtor,
  },
  {
    side: 'debit',
    accounts: [{ account: receivable, when: IS_AT_ONCE, says: '其他账单：开账时的应收科目（红字）' }],
    price: 'a.price',
    about: debtor,
  },
  {
    side: 'credit',
    accounts: [{ account: receivable, when: IS_BY_PERIOD, says: '房租、占用费：开账时的应收科目' }],
    price: '-a.price',
    about: debtor,
  },
  {
    side: 'credit',
    accounts: [{ account: earned, when: IS_AT_ONCE, says: '其他账单：开账时的贷方科目（红字）' }],
    price: 'a.price',
    about: debtor,
  },
]

/** Nothing was allowed for before (docs/decisions/053-year.md). */
const AT_ONCE = 'a.by_allowance is distinct from 1'

/** What was written off (`a`, below zero): what was allowed for is used; where nothing is by age, it is allowed for in one. */
const writtenOff: readonly PostingLine[] = [
  {
    side: 'debit',
    accounts: [{ account: chart.creditLosses.id, when: AT_ONCE, says: '没有按账龄计提的：计提' }],
    price: '-a.price',
    about: debtor,
  },
  {
    side: 'credit',
    accounts: [{ account: chart.allowance.id, when: AT_ONCE, says: '没有按账龄计提的：计提' }],
    price: '-a.price',
    about: debtor,
  },
  { side: 'debit', accounts: [{ account: chart.allowance.id, says: '核销' }], price: '-a.price', about: debtor },
  { side: 'credit', accounts: [{ account: receivable, says: '开账时的应收科目' }], price: '-a.price', about: debtor },
]

/** What comes back of it (`a`, above zero): it is owed again, and what was allowed for in one is not needed. */
const recovered: readonly PostingLine[] = [
  { side: 'debit', accounts: [{ account: receivable, says: '开账时的应收科目' }], price: 'a.price', about: debtor },
  { side: 'credit', accounts: [{ account: chart.allowance.id, says: '收回已核销的' }], price: 'a.price', about: debtor },
  {
    side: 'debit',
    accounts: [{ account: chart.creditLosses.id, when: AT_ONCE, says: '没有按账龄计提的：转回计提（红字）' }],
    price: '-a.price',
    about: debtor,
  },
  {
    side: 'credit',
    accounts: [{ account: chart.allowance.id, when: AT_ONCE, says: '没有按账龄计提的：转回计提（红字）' }],
    price: '-a.price',
    about: debtor,
  },
]

/** What a payment was short of (`a`, below zero), or is owed again after all (above: 红字). */
const small: readonly PostingLine[] = [
  { side: 'debit', accounts: [{ account: chart.shortfalls.id, says: '少付在尾差内的' }], price: '-a.price', about: debtor },
  { side: 'credit', accounts: [{ account: receivable, says: '开账时的应收科目' }], price: '-a.price', about: debtor },
]

/** A share of a bill that is void is as if it had never been, and what was reduced or written off of it with it. */
const voided: readonly PostingLine[] = [
  { side: 'debit', accounts: [{ account: receivable, says: '开账时的应收科目' }], price: '-s.price', about: debtor },
  {
    side: 'debit',
    accounts: [{ account: chart.reductions.id, when: IS_BY_PERIOD, says: '以前的减免（红字）' }],
    price: '-adjusted.reduced',
    about: debtor,
  },
  {
    side: 'debit',
    accounts: [{ account: chart.creditLosses.id, when: `${earned} is not null`, says: '以前的坏账（红字）' }],
    price: 'adjusted.allowed - adjusted.bad',
    about: debtor,
  },
  {
    side: 'debit',
    accounts: [{ account: chart.allowance.id, when: `${earned} is not null`, says: '以前冲减坏账准备的坏账（红字）' }],
    price: '-adjusted.allowed',
    about: debtor,
  },
  {
    side: 'credit',
    accounts: [{ account: earned, says: '开账时的贷方科目' }],
    price: `-s.price - adjusted.bad - case when ${IS_BY_PERIOD} then adjusted.reduced else 0 end`,
    about: debtor,
  },
]

/** What a reading is of. */
const METER = `left join simple m on b."from" = 4 and m.id = b.from_id`

/** Whether an adjustment `a` is the first of a share that was none of the bill's when that was made: by it the share is booked, as others are by the bill. */
const IS_FIRST = `coalesce(s.added, 0) = 1 and a.adjust_id = (select min(o.adjust_id) from bill_adjust o where o.share_id = a.share_id)`

const ofAdjustment = {
  of: 'bill_adjust',
  row: 'a',
  join: 'join bill_share s on s.share_id = a.share_id join bill b on b.bill_id = a.bill_id',
  source: 'a.adjust_id',
  day: 'to_timestamp(a.created_at)::date',
  p_id: 'a.p_id',
  by: 'a.created_by',
} as const

/** What of a share is VAT (`v`; of a reduction below zero) is not earned: it is owed to the tax bureau (docs/decisions/052-vat.md). */
const taxed: readonly PostingLine[] = [
  {
    side: 'debit',
    accounts: [{ account: chart.reductions.id, when: 'v.kind = 2', says: '减免的税额：待摊减免只留不含税的（红字）' }],
    price: 'v.price',
    about: debtor,
  },
  {
    side: 'credit',
    accounts: [{ account: earned, when: 'v.kind = 1', says: '开账时的贷方科目：只留不含税的（红字）' }],
    price: '-v.price',
    about: debtor,
  },
  { side: 'credit', accounts: [{ account: chart.vat.id, says: '税额' }], price: 'v.price', about: debtor },
]

export default [
  definePosting({
    ...event(1),
    of: 'bill_share',
    row: 's',
    join: `join bill b on b.bill_id = s.bill_id ${METER}
left join opening o on o.opening_id = b.opening_id`,
    where: `b."from" <> 3 and b.is_void = 0 and s.added is null`,
    source: 's.share_id',
    day: 'coalesce(o.day, to_timestamp(b.created_at)::date)',
    p_id: 's.p_id',
    by: 'b.created_by',
    lines: madeOf('s.price - coalesce((select sum(a.price) from bill_adjust a where a.share_id = s.share_id), 0)'),
  }),
  definePosting({
    ...event(1),
    ...ofAdjustment,
    join: `${ofAdjustment.join} ${METER}`,
    where: IS_FIRST,
    source: 's.share_id',
    lines: madeOf('a.price'),
  }),
  definePosting({
    ...event(2),
    ...ofAdjustment,
    where: 'a.kind = 2',
    lines: lessBy('a.price'),
  }),
  definePosting({ ...event(42), ...ofAdjustment, where: `a.kind = 9 and not (${IS_FIRST})`, lines: lessBy('a.price') }),
  definePosting({ ...event(43), ...ofAdjustment, where: `a.kind = 10 and not (${IS_FIRST})`, lines: lessBy('a.price') }),
  definePosting({
    ...event(3),
    of: 'bill',
    row: 'b',
    turns: { column: 'is_void', to: 1 },
    join: `join bill_share s on s.bill_id = b.bill_id cross join lateral (
  select coalesce(-sum(a.price) filter (where a.kind in (3, 6)), 0) as reduced, coalesce(-sum(a.price) filter (where a.kind in (4, 5)), 0) as bad,
    coalesce(-sum(a.price) filter (where a.kind in (4, 5) and a.by_allowance = 1), 0) as allowed
  from bill_adjust a where a.share_id = s.share_id
) adjusted`,
    source: 's.share_id',
    day: 'to_timestamp(coalesce(b.voided_at, b.updated_at))::date',
    p_id: 's.p_id',
    by: 'b.voided_by',
    lines: voided,
  }),
  definePosting({ ...event(17), ...ofAdjustment, where: 'a.kind in (3, 6)', lines: reduced }),
  definePosting({ ...event(18), ...ofAdjustment, where: 'a.kind = 4', lines: writtenOff }),
  definePosting({ ...event(19), ...ofAdjustment, where: 'a.kind = 5', lines: recovered }),
  definePosting({ ...event(36), ...ofAdjustment, where: 'a.kind in (7, 8)', lines: small }),
  definePosting({
    ...event(33),
    of: 'bill_vat',
    row: 'v',
    join: 'join bill_share s on s.share_id = v.share_id join bill b on b.bill_id = v.bill_id',
    source: 'v.vat_id',
    day: 'v.day',
    p_id: 'v.p_id',
    by: 'v.created_by',
    lines: taxed,
  }),
  ...depositPostings,
]
