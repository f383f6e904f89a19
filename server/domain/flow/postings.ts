import { definePosting, type PostedAccount, type PostingLine } from '../../store/postings/posting.ts'
import { accountPosted, BILLED, chart, event } from '../journal/index.ts'

/** Where money is: on the account that is named, or by the way on which it moved, until a statement says where it came. */
const money: readonly PostedAccount[] = [
  { account: 'w.ledger_account_id', when: 'w.own_account_id is not null', says: '说明了收付账户的：那个账户的科目' },
  { account: chart.transit.id, when: 'f.way = 7', says: '代扣' },
  { account: chart.card.id, when: 'f.way = 8', says: 'POS' },
  { account: chart.unverified.id, when: 'f.way = 11', says: '其他支付方式' },
  { account: chart.bank.id, says: '转账' },
]

const OWN = 'left join own_account w on w.own_account_id = f.own_account_id'

/** The item of an expense: `c` of a charge, `m` of a meter. */
const ITEMS = `left join cost c on f."from" = 2 and c.id = f.from_id left join simple m on f."from" = 4 and m.id = f.from_id`

/** Who gave or got it, and the entry itself. */
const party = { custom_id: 'f.custom_id', company_id: 'f.company_id', flow_id: 'f.flow_id' }

/** Whether nobody's name came with a receipt, and nobody has said by now whose it is. */
const isUnknown = (receipt: string): string => `${receipt}.is_unknown = 1 and num_nonnulls(${receipt}.custom_id, ${receipt}.company_id) = 0`

const ofFlow = {
  of: 'flow',
  row: 'f',
  source: 'f.flow_id',
  day: 'coalesce(f.book_day, to_timestamp(f.deal_time)::date)',
  p_id: 'f.p_id',
  by: 'f.created_by',
} as const

/** What an item costs the operator. */
const expense: readonly PostedAccount[] = [
  { account: chart.repairs.id, when: 'c.expense = 2', says: '记作维修成本的费用项' },
  { account: chart.fees.id, when: 'c.expense = 3', says: '记作手续费的费用项' },
  { account: chart.shortfalls.id, when: 'c.expense = 4', says: '记作小额差异、短款的费用项' },
  { account: chart.administration.id, says: '其他费用项、转供的抄表项' },
]

/** The same, of which the net stays. */
const net: readonly PostedAccount[] = [
  { account: chart.repairs.id, when: 'c.expense = 2', says: '记作维修成本的费用项：只留不含税的（红字）' },
  { account: chart.fees.id, when: 'c.expense = 3', says: '记作手续费的费用项：只留不含税的（红字）' },
  { account: chart.shortfalls.id, when: 'c.expense = 4', says: '记作小额差异、短款的费用项：只留不含税的（红字）' },
  { account: chart.administration.id, says: '其他费用项、转供的抄表项：只留不含税的（红字）' },
]

/** What money that is paid is spent on. */
const spent: readonly PostedAccount[] = [
  { account: chart.unidentified.id, when: isUnknown('o'), says: '退待查、没有认领的收款' },
  { account: chart.unallocated.id, when: 'f.refunds is not null', says: '退未核销的收款' },
  { account: chart.treasuryRent.id, when: 'f.settlement_id is not null and p.kind = 3', says: '付给财政的结算' },
  { account: chart.ownersRent.id, when: 'f.settlement_id is not null', says: '付给业主的结算' },
  { account: chart.refundable.id, when: `f."from" = 3`, says: '退押金' },
  { account: chart.utilitiesCollected.id, when: `f."from" = 4 and m.book is distinct from 2`, says: '代收代付的抄表项' },
  ...expense,
]

const paid: readonly PostingLine[] = [
  {
    side: 'debit',
    accounts: spent,
    price: 'f.price',
    // What is given back lessens what the entry has left that brought it.
    about: { ...party, flow_id: 'coalesce(f.refunds, f.flow_id)' },
  },
  { side: 'credit', accounts: money, price: 'f.price', about: party },
]

/** On the accounts on which the entry was booked (红字): a receipt's or a payment's, of which only one is there. */
const asEntry = (side: 1 | 2): PostedAccount[] => [
  { account: accountPosted(4, 'f.reverses', side), when: 'f.type = 1', says: '原收款的科目' },
  { account: accountPosted(5, 'f.reverses', side), says: '原付款的科目' },
]

const reversed: readonly PostingLine[] = [
  {
    side: 'debit',
    // A receipt may have been claimed since something was given back of it, or be nobody's again: what comes back is with the rest of it.
    accounts: [
      { account: chart.unidentified.id, when: isUnknown('r'), says: '退款：那笔收款待查、没有认领' },
      { account: chart.unallocated.id, when: 'o.refunds is not null', says: '退款：其他收款' },
      ...asEntry(1),
    ],
    price: 'f.price',
    about: {
      custom_id: 'case when o.refunds is null then f.custom_id else r.custom_id end',
      company_id: 'case when o.refunds is null then f.company_id else r.company_id end',
      flow_id: 'case when f.type = 1 then f.flow_id else coalesce(o.refunds, f.reverses) end',
    },
  },
  {
    side: 'credit',
    accounts: asEntry(2),
    price: 'f.price',
    about: { ...party, flow_id: 'case when f.type = 1 then f.reverses else f.flow_id end' },
  },
]

/** The input VAT of an expense is no cost: of what was booked as spent the net stays (docs/decisions/052-vat.md). */
const deducted = (account: { says: string }, spentOn: readonly PostedAccount[], flow_id: string): readonly PostingLine[] => {
  const about = { ...party, flow_id }
  return [
    { side: 'debit', accounts: [{ account: chart.inputVat.id, ...account }], price: 'f.input_tax', about },
    { side: 'debit', accounts: spentOn, price: '-f.input_tax', about },
  ]
}

/** An allocation `a` of money or of a deposit to a share `s` of a bill `b`. */
const allocated: readonly PostingLine[] = [
  {
    side: 'debit',
    accounts: [
      { account: chart.unidentified.id, when: isUnknown('f'), says: '待查、没有认领的收款' },
      { account: chart.unallocated.id, when: 'a.flow_id is not null', says: '收款' },
      { account: chart.deposits.id, says: '押金抵扣' },
    ],
    price: 'a.price',
    about: {
      custom_id: 'coalesce(f.custom_id, e.custom_id)',
      company_id: 'coalesce(f.company_id, e.company_id)',
      contract_id: 'e.contract_id',
      bill_id: 'b.bill_id',
      flow_id: 'a.flow_id',
    },
  },
  {
    side: 'credit',
    accounts: [
      { account: chart.deposits.id, when: `b."from" = 3`, says: '押金账单' },
      { account: accountPosted(BILLED, 's.share_id', 1), says: '开账时的应收科目' },
    ],
    price: 'a.price',
    about: {
      custom_id: 'case when s.party = 1 then b.custom_id end',
      company_id: 'case when s.party > 1 then s.company_id end',
      contract_id: 'b.contract_id',
      bill_id: 'b.bill_id',
      share_id: 's.share_id',
    },
  },
]

/** What is not used of a receipt `f` becomes somebody's; taken back, it is so no more (红字). */
const MOVED = 'case k.kind when 1 then k.price else -k.price end'

const claimed: readonly PostingLine[] = [
  {
    side: 'debit',
    accounts: [
      { account: chart.unidentified.id, when: 'f.is_unknown = 1', says: '待查的收款' },
      { account: chart.unallocated.id, says: '其他收款：没有租客、企业的' },
    ],
    price: MOVED,
    about: { flow_id: 'k.flow_id' },
  },
  {
    side: 'credit',
    accounts: [{ account: chart.unallocated.id, says: '认领的租客、企业' }],
    price: MOVED,
    about: { custom_id: 'k.custom_id', company_id: 'k.company_id', flow_id: 'k.flow_id' },
  },
]

const ofAllocation = {
  of: 'allocation',
  row: 'a',
  join: `join bill_share s on s.share_id = a.share_id join bill b on b.bill_id = s.bill_id
left join flow f on f.flow_id = a.flow_id left join deposit_entry e on e.entry_id = a.entry_id`,
  source: 'a.allocation_id',
  // Money that is dated ahead is not used before it has come.
  day: 'greatest(to_timestamp(a.created_at)::date, to_timestamp(f.deal_time)::date)',
  p_id: 'a.p_id',
  by: 'a.created_by',
  lines: allocated,
} as const

export default [
  definePosting({
    ...event(4),
    ...ofFlow,
    join: OWN,
    where: 'f.type = 1 and f.reverses is null',
    lines: [
      { side: 'debit', accounts: money, price: 'f.price', about: party },
      {
        side: 'credit',
        accounts: [
          { account: chart.unidentified.id, when: 'f.is_unknown = 1', says: '待查：对账单上没有付款人' },
          { account: chart.unallocated.id },
        ],
        price: 'f.price',
        about: party,
      },
    ],
  }),
  definePosting({
    ...event(5),
    ...ofFlow,
    join: `${OWN} ${ITEMS}
left join owner_settlement t on t.settlement_id = f.settlement_id left join owner p on p.owner_id = t.owner_id
left join flow o on o.flow_id = f.refunds`,
    where: 'f.type = 2 and f.reverses is null',
    lines: paid,
  }),
  definePosting({
    ...event(6),
    ...ofFlow,
    join: 'join flow o on o.flow_id = f.reverses left join flow r on r.flow_id = o.refunds',
    where: 'f.reverses is not null',
    lines: reversed,
  }),
  definePosting({
    ...event(34),
    ...ofFlow,
    join: ITEMS,
    where: 'f.deductible = 1 and f.reverses is null',
    lines: deducted({ says: '可抵扣的进项税额' }, net, 'f.flow_id'),
  }),
  definePosting({
    ...event(35),
    ...ofFlow,
    where: 'f.deductible = 1 and f.reverses is not null',
    lines: deducted(
      { says: '可抵扣的进项税额（红字）' },
      [{ account: accountPosted(5, 'f.reverses', 1), says: '原付款的科目：只留不含税的' }],
      'f.reverses',
    ),
  }),
  definePosting({ ...event(7), ...ofAllocation, where: 'a.price > 0' }),
  definePosting({ ...event(8), ...ofAllocation, where: 'a.price < 0' }),
  definePosting({
    ...event(41),
    of: 'flow_claim',
    row: 'k',
    join: 'join flow f on f.flow_id = k.flow_id',
    source: 'k.claim_id',
    day: 'k.day',
    p_id: 'k.p_id',
    by: 'k.created_by',
    lines: claimed,
  }),
]
