import { sql } from 'kysely'
import closing from '../../../src/resources/closing/closing.ts'
import type { Queryable, Tx } from '../../store/connection/database.ts'
import { inSet } from '../../store/reading/states.ts'
import { isByPeriod, isService, receivables } from '../journal/index.ts'
import { addOwnersRent, isOwners } from '../owner/index.ts'
import { isOnReceipt } from './isOnReceipt.ts'

/** The share that makes up for what rounding leaves of a bill's month is its first (domain.md: the remainder goes to the first part). */
const partOf = (whole: string, part: string, upto: string): string =>
  `case when place = 1 then ${upto} - sum(case when place = 1 then 0 else round(${part} * ${upto} / nullif(${whole}, 0)) end) over (partition by bill_id)
    else round(${part} * ${upto} / nullif(${whole}, 0)) end`

/**
 * What of a bill's months, `gross`, is not VAT: as far as they go each time, so that months sum to what the bill has, and none is below nought. What is reduced has
 * what the VAT of the whole is less by.
 */
const NET = `
      select gross.whole - vat_in(gross.whole::bigint, b.tax_rate) as whole, gross.upto - vat_in(gross.upto::bigint, b.tax_rate) as upto,
        gross.whole_reduced - less.vat as whole_reduced, gross.upto_reduced - coalesce(round(less.vat * gross.upto_reduced / nullif(gross.whole_reduced, 0)), 0) as upto_reduced
      from (select vat_in(gross.whole::bigint, b.tax_rate) - vat_in((gross.whole - gross.whole_reduced)::bigint, b.tax_rate) as vat) less`

/** What was reduced of a share, as far as its months go. */
const REDUCED = `coalesce(${partOf('whole_reduced', 'part_reduced', 'upto_reduced')}, 0)`

/** By the period: what of a share lies in the months up to the end of one. */
const BY_PERIOD = `coalesce(${partOf('whole', 'part', 'upto')}, 0)`

/**
 * On receipt: what had settled a share by the end of the month, less the VAT in it, and what was reduced, which 6001.09 takes back. What was written off is earned and lost
 * at once, so that a share that is done with leaves nothing deferred.
 */
const ON_RECEIPT = `settled - coalesce(round(settled * vat / nullif(payable, 0)), 0) + ${REDUCED}`

/** What had settled each share by the end of `$month`, as the books have it: money and deposits, what was written off, what a payment was short of by a little. */
const SETTLED = `
  select share_id, sum(case side when 2 then price else -price end) as price from journal_line
  where event in (7, 8, 18, 19, 36) and share_id is not null and ledger_account_id in (${receivables.map(({ id }) => id).join(', ')})
    and day < to_date($month, 'YYYY-MM') + interval '1 month' group by share_id`

/**
 * The SQL of what of each share should be recognised by the end of a month, `$month`: share_id, bill_id, p_id, revenue, reduced, in fen. Of a bill that is void it is
 * nothing. Of one that is taxed it is the net (docs/decisions/052-vat.md). A cut lessens its months, other terms change them; a reduction of rent has its own (postings.md: 6001.09),
 * one of a service is less of it; what is written off was earned all the same. What was owed before (期初) is earned already. What is an owner's is by the period, however revenue is (docs/decisions/053-year.md).
 */
const targetOf = (onReceipt: boolean): string => `
  select share_id, bill_id, p_id,
    case when is_void = 1 then 0 ${onReceipt ? `when not is_owners then ${ON_RECEIPT}` : ''} else ${BY_PERIOD} end::bigint as revenue,
    case when is_void = 1 then 0 else ${REDUCED} end::bigint as reduced
  from (
    select s.share_id, s.bill_id, s.p_id, b.is_void, row_number() over (partition by s.bill_id order by s.share_id) as place, l.*,
      s.price - a.settled - a.reduced - coalesce(v.of_share, 0) as part, -a.reduced - coalesce(v.of_reduced, 0) as part_reduced,
      s.price - a.settled as payable, coalesce(v.of_share, 0) - coalesce(v.of_reduced, 0) as vat
      ${onReceipt ? `, coalesce(paid.price, 0) as settled, ${isOwners('$month')} as is_owners` : ''}
    from bill b
    join bill_share s on s.bill_id = b.bill_id
    left join (
      select share_id, sum(price) filter (where kind in (3, 6)) as reduced, sum(price) filter (where kind in (4, 5, 7, 8)) as settled from bill_adjust group by share_id
    ) adjusted on adjusted.share_id = s.share_id
    cross join lateral (
      select coalesce(adjusted.settled, 0) as settled, case when ${isService} then 0 else coalesce(adjusted.reduced, 0) end as reduced
    ) a
    left join (
      select share_id, sum(price) filter (where kind = 1) as of_share, -sum(price) filter (where kind = 2) as of_reduced from bill_vat group by share_id
    ) v on v.share_id = s.share_id
    ${onReceipt ? `left join (${SETTLED}) paid on paid.share_id = s.share_id` : ''}
    cross join lateral (
      select coalesce(sum(price) filter (where not is_apart), 0) as whole, coalesce(sum(price) filter (where not is_apart and month <= $month), 0) as upto,
        -coalesce(sum(price) filter (where is_apart), 0) as whole_reduced, -coalesce(sum(price) filter (where is_apart and month <= $month), 0) as upto_reduced
      from (select price, month, kind in (3, 6) and not ${isService} as is_apart from bill_line where bill_id = b.bill_id and kind in (1, 2, 3, 6, 9)) line
    ) gross
    cross join lateral (${NET}) l
    where ${isByPeriod} and b.opening_id is null
      and (b.start_date < to_date($month, 'YYYY-MM') + interval '1 month' ${onReceipt ? 'or paid.price <> 0' : ''}
        or exists (select from recognition r where r.share_id = s.share_id and r.month <= $month))
  ) share`

/**
 * Recognises what of rents is earned by the end of a month (postings.md: a target and not an increment) and gives how many rows that made: the difference to
 * what is recognised by then. It may be done twice, late, or after an adjustment, and may take back. Months after it that were
 * recognised before have to be done again.
 */
export const recognise = async (tx: Tx, month: string): Promise<number> => {
  const target = sql.raw(targetOf(await isOnReceipt(tx, month)).replaceAll('$month', `'${month}'`))
  const { numAffectedRows = 0n } = await sql`
    insert into recognition (month, bill_id, share_id, kind, price, p_id)
    select ${month}, t.bill_id, t.share_id, k.kind, k.target - k.posted, t.p_id
    from (${target}) t
    cross join lateral (
      select kind, target, coalesce((select sum(r.price) from recognition r where r.share_id = t.share_id and r.kind = asked.kind and r.month <= ${month}), 0)::bigint as posted
      from (values (1, t.revenue), (2, t.reduced)) asked (kind, target)
    ) k
    where k.target <> k.posted order by t.share_id, k.kind
  `.execute(tx)
  await addOwnersRent(tx, month)
  return Number(numAffectedRows)
}

/** Gives the months that are over by a day and not closed, in order; up to one of them where it is named. */
export const openMonths = async (db: Queryable, today: string, last = '9999-12'): Promise<{ closing_id: number; month: string }[]> => {
  const { rows } = await sql<{ closing_id: number; month: string }>`
    select closing_id, month from closing where status in (${inSet(closing, 'unsealed')}) and month < ${today.slice(0, 7)} and month <= ${last} order by month
  `.execute(db)
  return rows
}

/**
 * Has each month be there that is over by a day, after the last that is closed: in one nobody may have posted anything (no node ran, or all pay by the year), and still it
 * has earned its part.
 */
const addMonths = async (tx: Tx, today: string): Promise<void> => {
  await sql`
    insert into closing (month)
    select to_char(day, 'YYYY-MM')
    from (select coalesce(max(month) filter (where status in (${inSet(closing, 'shut')})), min(month)) as month from closing) begun,
      generate_series(to_date(begun.month, 'YYYY-MM')::timestamp, ${today}::date - interval '1 month', interval '1 month') day
    on conflict do nothing
  `.execute(tx)
}

/** Recognises what of rents is earned in each month that is over by a day and not closed, the earliest first, for what is earned by a month counts for the next; gives how many rows that made. */
export const recogniseOpen = async (tx: Tx, today: string): Promise<number> => {
  await addMonths(tx, today)
  let made = 0
  for (const { month } of await openMonths(tx, today)) made += await recognise(tx, month)
  return made
}
