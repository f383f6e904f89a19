import { sql } from 'kysely'
import { codeOf } from '../../../src/core/states.ts'
import statementLine from '../../../src/resources/statement/statementLine.ts'
import transfer from '../../../src/resources/statement/transfer.ts'
import withholdLine from '../../../src/resources/withhold/withholdLine.ts'
import type { Queryable } from '../../store/connection/database.ts'
import { type BookCheck, debits, ids } from './bookCheck.ts'
import { type ChartAccount, chart, receivables } from './chart.ts'
import { closingChecks } from './closingChecks.ts'
import { isByPeriod, isRentOrStay, isService } from './earned.ts'

/** Something of which two ways of counting do not agree. In fen; null where it is counted in nothing. */
interface Finding {
  resource: string
  record_id: number
  p_id: number | null
  expected: number | null
  found: number | null
}

const { bank, card, transit, unverified } = chart
const UNDONE = codeOf(transfer, 'undone')
const DEBITED = codeOf(withholdLine, 'debited')
const BOUNCED = codeOf(withholdLine, 'bounced')
const SETTLED = codeOf(statementLine, 'settled')
const RECEIVABLE = ids(...receivables)
const MONEY = `select unnest(array[${ids(bank, card, transit, unverified)}]) union all select ledger_account_id from own_account`

/** What of each entry settles shares, or was given back. */
const GIVEN = `(select flow_id, sum(price)::bigint as price from (
    select flow_id, price from allocation where flow_id is not null
    union all select f.refunds, f.price from flow f where f.refunds is not null and f.reverses is null and not exists (select from flow r where r.reverses = f.flow_id)
  ) gone group by flow_id)`

/** What of each share is VAT: of its amount, or of what is reduced of it (below zero). */
const vatOf = (kind: 1 | 2): string => `(select share_id, sum(price)::bigint as price from bill_vat where kind = ${kind} group by share_id)`

const isReversed = 'exists (select from flow r where r.reverses = f.flow_id)'

/** What is owed for others' rents, of owners or of a treasury: by project. */
const rentsOwed = (
  account: ChartAccount,
  of: string,
): string => `select 'owner_settlement', coalesce(e.settlement_id, 0), coalesce(e.p_id, j.p_id), coalesce(e.price, 0), -coalesce(j.price, 0)
      from (
        select p_id, max(settlement_id) as settlement_id, sum(price)::bigint as price from (
          select owner_id, p_id, null::integer as settlement_id, case kind when 1 then price else -price end as price from owner_rent
          union all select owner_id, p_id, settlement_id, case book when 1 then -fee else rent end from owner_settlement where is_checked = 1 and is_undone = 0
          union all select t.owner_id, f.p_id, f.settlement_id, -f.price from flow f join owner_settlement t on t.settlement_id = f.settlement_id where not ${isReversed}
        ) part join owner o using (owner_id) where ${of} group by p_id
      ) e full join ${debits('p_id', ids(account))} j on j.p_id = e.p_id
      where coalesce(e.price, 0) <> -coalesce(j.price, 0)`

const bookChecks: readonly BookCheck[] = [
  {
    name: 'balanced',
    label: '每笔分录借贷相等',
    wrong: `select 'journal_line' as resource, min(line_id) as record_id, min(p_id) as p_id, coalesce(sum(price) filter (where side = 1), 0)::bigint as expected,
        coalesce(sum(price) filter (where side = 2), 0)::bigint as found
      from journal_line group by event, source_id having sum(case side when 1 then price else -price end) <> 0`,
  },
  {
    name: 'receivable',
    label: '应收科目 = 未付的分摊（押金除外）',
    wrong: `select 'bill', b.bill_id, b.p_id, case b.is_void when 1 then 0 else s.price - s.paid end, coalesce(j.price, 0)
      from bill_share s join bill b on b.bill_id = s.bill_id left join ${debits('share_id', RECEIVABLE)} j on j.share_id = s.share_id
      where b."from" <> 3 and coalesce(j.price, 0) <> case b.is_void when 1 then 0 else s.price - s.paid end`,
  },
  {
    name: 'unallocated',
    label: '未核销款、待查款项科目 = 收款未核销的余额，记在欠款方名下',
    // Of each entry on one of the two, and on the party whose it is now: as long as nobody is, on what is to be looked into.
    wrong: `select 'flow', flow_id, max(p_id), sum(expected)::bigint, sum(found)::bigint
      from (
        select f.flow_id, f.p_id, case when f.is_unknown = 1 and num_nonnulls(f.custom_id, f.company_id) = 0 then ${chart.unidentified.id} else ${chart.unallocated.id} end as account,
          f.custom_id, f.company_id, case when ${isReversed} then 0 else f.price end - coalesce(g.price, 0) as expected, 0 as found
        from flow f left join ${GIVEN} g on g.flow_id = f.flow_id where f.type = 1 and f.reverses is null
        union all
        select j.flow_id, j.p_id, j.ledger_account_id, j.custom_id, j.company_id, 0, case j.side when 2 then j.price else -j.price end
        from journal_line j where j.ledger_account_id in (${ids(chart.unallocated, chart.unidentified)}) and j.flow_id is not null
      ) part
      group by flow_id, account, custom_id, company_id having sum(expected) <> sum(found)`,
  },
  {
    name: 'unused',
    label: '流水的未核销 = 收款减去核销与退款',
    wrong: `select 'flow', f.flow_id, f.p_id, e.rest, f.unused
      from flow f left join ${GIVEN} g on g.flow_id = f.flow_id
      cross join lateral (select case when f.type = 2 or f.reverses is not null or ${isReversed} then 0 else f.price - coalesce(g.price, 0) end as rest) e
      where f.unused <> e.rest`,
  },
  {
    name: 'money',
    label: '货币资金科目 = 流水',
    wrong: `select 'flow', f.flow_id, f.p_id, case f.type when 1 then f.price else -f.price end, coalesce(j.price, 0)
      from flow f left join ${debits('flow_id', MONEY)} j on j.flow_id = f.flow_id
      where coalesce(j.price, 0) <> case f.type when 1 then f.price else -f.price end`,
  },
  {
    name: 'deposits',
    label: '押金科目 = 押金台账',
    wrong: `select 'contract', coalesce(e.contract_id, j.contract_id), coalesce(e.p_id, c.p_id), coalesce(e.price, 0), -coalesce(j.price, 0)
      from (select contract_id, min(p_id) as p_id, sum(price)::bigint as price from deposit_entry group by contract_id) e
      full join ${debits('contract_id', ids(chart.deposits))} j on j.contract_id = e.contract_id
      left join contract c on c.contract_id = j.contract_id
      where coalesce(e.price, 0) <> -coalesce(j.price, 0)`,
  },
  {
    name: 'held',
    label: '押金余额不小于零',
    wrong: `select 'contract', contract_id, min(p_id), 0::bigint, sum(price)::bigint from deposit_entry group by contract_id having sum(price) < 0`,
  },
  {
    name: 'paid',
    label: '分摊已付 = 核销之和',
    wrong: `select 'bill', s.bill_id, s.p_id, coalesce(a.price, 0), s.paid
      from bill_share s left join (select share_id, sum(price)::bigint as price from allocation group by share_id) a on a.share_id = s.share_id
      where coalesce(a.price, 0) <> s.paid`,
  },
  {
    name: 'shares',
    label: '账单金额、已付 = 分摊之和',
    wrong: `select 'bill', b.bill_id, b.p_id, coalesce(s.price, 0), b.price
      from bill b left join (select bill_id, sum(price)::bigint as price, sum(paid)::bigint as paid from bill_share group by bill_id) s on s.bill_id = b.bill_id
      where coalesce(s.price, 0) <> b.price or coalesce(s.paid, 0) <> b.paid`,
  },
  {
    name: 'lines',
    label: '账单金额 = 明细之和',
    wrong: `select 'bill', b.bill_id, b.p_id, b.price, coalesce(l.price, 0)
      from bill b left join (select bill_id, sum(price)::bigint as price from bill_line group by bill_id) l on l.bill_id = b.bill_id
      where coalesce(l.price, 0) <> b.price`,
  },
  {
    name: 'deferred',
    label: '已开账待确认租金、合同负债科目 = 已开账 − 已确认',
    wrong: `select 'bill', s.bill_id, s.p_id, e.price, -coalesce(j.price, 0)
      from bill_share s join bill b on b.bill_id = s.bill_id
      left join (
        select a.share_id, sum(a.price)::bigint as price from bill_adjust a join bill b on b.bill_id = a.bill_id
        where a.kind not in (2, 9, 10) and not (${isService} and a.kind in (3, 6)) group by a.share_id
      ) a on a.share_id = s.share_id
      left join (select share_id, sum(price)::bigint as price from recognition where kind = 1 group by share_id) r on r.share_id = s.share_id
      left join ${vatOf(1)} v on v.share_id = s.share_id
      left join ${debits('share_id', ids(chart.rentBilled, chart.services))} j on j.share_id = s.share_id
      cross join lateral (select case b.is_void when 1 then 0 else s.price - coalesce(a.price, 0) - coalesce(v.price, 0) end - coalesce(r.price, 0) as price) e
      where case when ${isByPeriod} then b.opening_id is null and -coalesce(j.price, 0) <> e.price else coalesce(j.price, 0) <> 0 end`,
  },
  {
    name: 'reduced',
    label: '待摊减免科目 = 减免 − 已确认',
    wrong: `select 'bill', s.bill_id, s.p_id, e.price, coalesce(j.price, 0)
      from bill_share s join bill b on b.bill_id = s.bill_id
      left join (select share_id, -sum(price)::bigint as price from bill_adjust where kind in (3, 6) group by share_id) a on a.share_id = s.share_id
      left join (select share_id, sum(price)::bigint as price from recognition where kind = 2 group by share_id) r on r.share_id = s.share_id
      left join ${vatOf(2)} v on v.share_id = s.share_id
      left join ${debits('share_id', ids(chart.reductions))} j on j.share_id = s.share_id
      cross join lateral (select case b.is_void when 1 then 0 else coalesce(a.price, 0) + coalesce(v.price, 0) end - coalesce(r.price, 0) as price) e
      where ${isRentOrStay} and b.opening_id is null and coalesce(j.price, 0) <> e.price`,
  },
  {
    name: 'adjusted',
    label: '账单的减免、坏账 = 调整之和',
    wrong: `select 'bill', b.bill_id, b.p_id, coalesce(a.reduced, 0) + coalesce(a.bad, 0), b.reduced + b.bad
      from bill b left join (
        select bill_id, -coalesce(sum(price) filter (where kind in (3, 6)), 0)::bigint as reduced, -coalesce(sum(price) filter (where kind in (4, 5)), 0)::bigint as bad
        from bill_adjust group by bill_id
      ) a on a.bill_id = b.bill_id
      where coalesce(a.reduced, 0) <> b.reduced or coalesce(a.bad, 0) <> b.bad`,
  },
  {
    // What was used of an allowance by age is no loss of its bill's: the month's is.
    name: 'bad',
    label: '账单的信用减值损失 = 坏账（冲减坏账准备的除外）',
    wrong: `select 'bill', b.bill_id, b.p_id, e.price, coalesce(j.price, 0)
      from bill b left join ${debits('bill_id', ids(chart.creditLosses))} j on j.bill_id = b.bill_id
      left join (select bill_id, sum(price)::bigint as price from bill_adjust where by_allowance = 1 group by bill_id) a on a.bill_id = b.bill_id
      cross join lateral (select case b.is_void when 1 then 0 else b.bad + coalesce(a.price, 0) end as price) e
      where coalesce(j.price, 0) <> e.price`,
  },
  {
    name: 'transfers',
    label: '资金划转的分录 = 划转记录',
    wrong: `select 'transfer', t.transfer_id, t.p_id, e.price, coalesce(j.price, 0)
      from transfer t join own_account w on w.own_account_id in (t.from_account_id, t.to_account_id)
      cross join lateral (select case when t.status = ${UNDONE} then 0 when w.own_account_id = t.from_account_id then -t.price else t.price - coalesce(t.fee, 0) end::bigint as price) e
      left join (select source_id, ledger_account_id, sum(case side when 1 then price else -price end)::bigint as price from journal_line
        where event in (13, 14) group by source_id, ledger_account_id) j on j.source_id = t.transfer_id and j.ledger_account_id = w.ledger_account_id
      where coalesce(j.price, 0) <> e.price`,
  },
  {
    name: 'statements',
    label: '对上的对账单行 = 流水与划转',
    wrong: `select 'statement_line', l.line_id, l.p_id, case when l.status = ${SETTLED} and l.how <> 4 then l.price else 0 end::bigint, coalesce(b.price, 0)
      from statement_line l left join (
        select line_id, sum(price)::bigint as price from (
          select f.line_id, case f.type when n.type then f.price else -f.price end as price from flow f join statement_line n on n.line_id = f.line_id
          union all select from_line_id, price from transfer where from_line_id is not null
          union all select to_line_id, price - coalesce(fee, 0) from transfer where to_line_id is not null
        ) booked group by line_id
      ) b on b.line_id = l.line_id
      where coalesce(b.price, 0) <> case when l.status = ${SETTLED} and l.how <> 4 then l.price else 0 end`,
  },
  {
    // Of files that were sent from here: of a batch from before there were any, nobody kept what each line brought.
    name: 'debited',
    label: '代扣成功的明细 = 它的收款，退票的已红冲',
    wrong: `select 'withhold_line', l.line_id, l.p_id, case l.result when ${DEBITED} then l.paid else 0 end::bigint, case when ${isReversed} then 0 else coalesce(f.price, 0) end::bigint
      from withhold_line l left join flow f on f.flow_id = l.flow_id
      where l.file_id is not null and l.result in (${DEBITED}, ${BOUNCED}) and case when ${isReversed} then 0 else coalesce(f.price, 0) end <> case l.result when ${DEBITED} then l.paid else 0 end`,
  },
  {
    name: 'owners',
    label: '代收代付租金科目 = 归业主的租金 − 代理费 + 保底租金 − 已付业主',
    wrong: rentsOwed(chart.ownersRent, 'o.kind <> 3'),
  },
  {
    name: 'treasury',
    label: '应缴财政租金科目 = 归财政的租金 − 代理费 + 保底租金 − 已缴财政',
    wrong: rentsOwed(chart.treasuryRent, 'o.kind = 3'),
  },
  {
    name: 'late_fees',
    label: '已出的违约金不超过出账那天算得的',
    wrong: `select 'bill', l.fee_bill_id, l.p_id, least(l.cap, e.price) - l.before, l.price
      from late_fee_bill l
      cross join lateral (
        select coalesce(round(sum((p ->> 'base')::numeric * (p ->> 'days')::numeric * (p ->> 'rate')::numeric) / 10000), 0)::bigint as price from jsonb_array_elements(l.pieces) p
      ) e
      join bill b on b.bill_id = l.fee_bill_id
      left join (select bill_id, sum(price)::bigint as price from bill_adjust group by bill_id) a on a.bill_id = b.bill_id
      where l.price > least(l.cap, e.price) - l.before or l.before < coalesce((select sum(m.price) from late_fee_bill m where m.share_id = l.share_id and m.row_id < l.row_id), 0)
        or b.price - coalesce(a.price, 0) <> l.price`,
  },
  {
    name: 'vat',
    label: '应交增值税科目 = 有效账单的税额',
    wrong: `select 'bill', b.bill_id, b.p_id, e.price, -coalesce(j.price, 0)
      from bill b left join ${debits('bill_id', ids(chart.vat))} j on j.bill_id = b.bill_id
      cross join lateral (select coalesce(-sum(a.price), 0)::bigint as price from bill_adjust a where a.bill_id = b.bill_id and a.kind in (7, 8)) small
      cross join lateral (select case b.is_void when 1 then 0 else vat_in(b.price + b.bad + small.price, b.tax_rate) end as price) e
      where (b.tax_rate is not null or j.price is not null) and -coalesce(j.price, 0) <> e.price`,
  },
  {
    name: 'input_vat',
    label: '进项税额、转出科目 = 有效支出的可抵扣税额、其中转出的',
    wrong: `select 'flow', f.flow_id, f.p_id, e.price, coalesce(j.price, 0)
      from flow f left join ${debits('flow_id', ids(chart.inputVat))} j on j.flow_id = f.flow_id
      cross join lateral (select case when f.deductible = 1 and f.reverses is null and not ${isReversed} then f.input_tax else 0 end as price) e
      where (f.deductible = 1 or j.price is not null) and coalesce(j.price, 0) <> e.price
      union all
      select 'flow', f.flow_id, f.p_id, e.price, -coalesce(j.price, 0)
      from (select flow_id, sum(price)::bigint as price from input_tax_out group by flow_id) o
      full join ${debits('flow_id', ids(chart.inputVatOut))} j on j.flow_id = o.flow_id
      join flow f on f.flow_id = coalesce(o.flow_id, j.flow_id)
      cross join lateral (select case when ${isReversed} then 0 else least(coalesce(o.price, 0), f.input_tax) end as price) e
      where -coalesce(j.price, 0) <> e.price or coalesce(o.price, 0) <> e.price`,
  },
  {
    name: 'given',
    label: '核销与退款不超过收款',
    wrong: `select 'flow', f.flow_id, f.p_id, f.price, g.price from flow f join ${GIVEN} g on g.flow_id = f.flow_id
      where g.price > f.price or g.price < 0 or (g.price <> 0 and ${isReversed})`,
  },
  ...closingChecks,
]

/** What one check found: how much in all, and the first of it. */
export interface Checked extends Pick<BookCheck, 'name' | 'label'> {
  count: number
  findings: Finding[]
}

/** So many are named; the count is of all. */
const NAMED = 200

/** Counts the books anew, each in two ways, and gives what does not agree: each check compares the store as it is at one moment, whatever others write. Changes nothing. */
export const checkBooks = async (db: Queryable): Promise<Checked[]> => {
  const all: Checked[] = []
  for (const { name, label, wrong } of bookChecks) {
    const { rows } = await sql
      .raw<Finding & { total: number }>(
        `select *, count(*) over ()::integer as total from (${wrong}) as found (resource, record_id, p_id, expected, found) order by resource, record_id limit ${NAMED}`,
      )
      .execute(db)
    all.push({ name, label, count: rows[0]?.total ?? 0, findings: rows.map(({ total: _of, ...finding }) => finding) })
  }
  return all
}
