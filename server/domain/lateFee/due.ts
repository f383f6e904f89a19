import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '../../store/connection/database.ts'
import { isOfRent } from './shares.ts'
import type { FeeTerms } from './terms.ts'

/** So many shares are looked through by one statement where all are. */
const WINDOW = 50_000
/** Transactions may commit what they wrote so long before, and clocks be put back, in seconds. */
const OVERLAP = 86_400

/** What the last run did that ended well. */
export interface LastRun {
  /** Seconds. */
  started_at: number
  /** Of 违约金设置; null where it was run by a version that kept none. */
  version: number | null
}

/** Gives what the last run of a job did that ended well; null where none is known. */
export const lastRun = async (db: Queryable, kind: string): Promise<LastRun | null> => {
  const { rows } = await sql<LastRun>`
    select started_at, (result ->> 'version')::integer as version from job where kind = ${kind} and state = 'done' and started_at is not null
    order by job_id desc limit 1
  `.execute(db)
  return rows[0] ?? null
}

/** Money that came for a share, or was used for it, after its bill was due. */
const isPaidLate = sql<boolean>`exists (
  select from allocation a left join flow x on x.flow_id = a.flow_id left join deposit_entry d on d.entry_id = a.entry_id
  where a.share_id = s.share_id and coalesce(to_timestamp(x.deal_time)::date, d.day) > b.bill_date)`

/** What changed since the last run: of money, by adjustments, by plans of payment. Null where none is known. */
export const changedSince = (last: LastRun | null): RawBuilder<unknown> | null => {
  if (!last) return null
  const at = last.started_at - OVERLAP
  return sql`
    select share_id from allocation where created_at >= ${at}::bigint
    union all select share_id from bill_adjust where created_at >= ${at}::bigint
    union all select x.share_id from plan_share x join payment_plan p on p.plan_id = x.plan_id where p.updated_at >= ${at}::bigint`
}

/** Those that are overdue, those that were when they were reckoned, and what changed since the last run: by the indexes of what is open, however many bills there are. */
const openOrChanged = async (db: Queryable, since: string, day: string, last: LastRun | null): Promise<number[]> => {
  const changed = changedSince(last)
  const { rows } = await sql<{ share_id: number }>`
    select s.share_id from bill b join bill_share s on s.bill_id = b.bill_id
    where ${isOfRent} and b.price - b.paid > 0 and b.bill_date >= ${since}::date and b.bill_date < ${day}::date and s.paid < s.price
    union select share_id from late_fee where owed > 0
    ${changed ? sql`union ${changed}` : sql``}
    order by share_id
  `.execute(db)
  return rows.map(({ share_id }) => share_id)
}

/** Those of a window of keys that were paid late and are not kept. */
const paidLate = async (db: Queryable, since: string, day: string, after: number): Promise<number[]> => {
  const { rows } = await sql<{ share_id: number }>`
    select s.share_id from bill_share s join bill b on b.bill_id = s.bill_id
    where s.share_id > ${after} and s.share_id <= ${after + WINDOW} and ${isOfRent} and b.bill_date >= ${since}::date and b.bill_date < ${day}::date
      and s.paid >= s.price and not exists (select from late_fee f where f.share_id = s.share_id) and ${isPaidLate}
    order by s.share_id
  `.execute(db)
  return rows.map(({ share_id }) => share_id)
}

/**
 * Gives by and by the shares whose late fee may be another one than is kept: what is open or changed since the last run; where that went by other rules, or none is
 * known, all that were ever paid late, too.
 */
export async function* dueShares(db: Queryable, { version }: FeeTerms, since: string, day: string, last: LastRun | null) {
  yield await openOrChanged(db, since, day, last)
  if (last?.version === version) return
  const { rows } = await sql<{ most: number | null }>`select max(share_id) as most from bill_share`.execute(db)
  for (let after = 0; after < (rows[0]?.most ?? 0); after += WINDOW) yield await paidLate(db, since, day, after)
}
