import { type RawBuilder, sql } from 'kysely'
import { fileResources } from '../../src/declared/declared.ts'
import contract from '../../src/resources/contract/contract.ts'
import occupancy from '../../src/resources/property/occupancy.ts'
import waiting from '../../src/resources/waiting/waiting.ts'
import { roomStateCode } from '../../src/schemas/property/roomState.ts'
import type { Tx } from '../store/connection/database.ts'
import { inSet, inState } from '../store/reading/states.ts'

/** How far back the sample tells its past, in days. */
const DAYS = 92

const BEGUN = sql`(current_date - ${sql.lit(DAYS)}::integer)`

/** What was made on a day of its own. */
const DATED = ['contract', 'bill', 'late_fee_bill'] as const

const kept = fileResources.filter(({ isKept }) => isKept).map(({ table }) => sql.table(table))

/** Until `addPast`, whatever is added without saying when was there before the past begins. */
export const addBefore = async (tx: Tx): Promise<void> => {
  const { rows } = await sql<{ at: string }>`select (extract(epoch from ${BEGUN}) - 1)::bigint::text as at`.execute(tx)
  for (const table of kept) await sql`alter table ${table} alter column created_at set default ${sql.lit(Number(rows[0]?.at))}`.execute(tx)
}

/** When a bill that is due on a day was made, in seconds: one of the last three months on its day, any other before the past begins. */
export const billMade = (due: RawBuilder<unknown>) =>
  sql`case when ${due} - 15 >= ${BEGUN} then extract(epoch from least(${due} - 15, current_date))::bigint else extract(epoch from ${BEGUN})::bigint - 1 end`

/**
 * Has contracts and bills of the last three months, and what says of which late fee a bill was made, be made on their days. Not before their indexes are made: of a row that was changed while there was none,
 * PostgreSQL does not use the index in the transaction that makes it.
 */
const dateMade = async (tx: Tx): Promise<void> => {
  for (const table of DATED) await sql`alter table ${sql.table(table)} disable trigger user`.execute(tx)
  await sql`update contract set created_at = extract(epoch from coalesce(signed_on, start_date))::bigint where coalesce(signed_on, start_date) between ${BEGUN} and current_date`.execute(
    tx,
  )
  // The many, which the schedules make, were added so.
  const made = billMade(sql`bill_date`)
  await sql`update bill set created_at = ${made} where bill_date - 15 >= ${BEGUN} and created_at <> ${made}`.execute(tx)
  await sql`update late_fee_bill set created_at = least(extract(epoch from as_of)::bigint, epoch_now())`.execute(tx)
  for (const table of DATED) await sql`alter table ${sql.table(table)} enable trigger user`.execute(tx)
}

/**
 * Tells the sample's last three months day by day, as they would have been kept had it been worked with: rooms as they were let and given
 * back, contracts before they ended, bills before they were made and paid. Everything else stands as if it had always been so.
 */
export const addPast = async (tx: Tx): Promise<void> => {
  // A table that something waits to check at the end cannot be changed.
  await sql`set constraints all immediate`.execute(tx)
  for (const table of kept) await sql`alter table ${table} alter column created_at set default epoch_now()`.execute(tx)
  await dateMade(tx)
  await sql`update row_history_begun set day = ${BEGUN}`.execute(tx)
  await sql`
    insert into row_history (resource, record_id, since, until, row)
    select 'org', o.org_id, greatest(s.start_date, to_timestamp(o.created_at)::date), s.last_date + 1, to_jsonb(o) || jsonb_build_object(
      'state', case s.state when ${inState(occupancy, 'let')} then ${roomStateCode('let')} else ${roomStateCode('vacant')} end,
      'current_contract', s.contract_id, 'current_tenant', s.custom_id,
      'current_end', c.end_date, 'vacant_since', case when s.state = ${inState(occupancy, 'vacant')} then s.start_date end)
    from occupancy s join org o using (org_id) left join contract c on c.contract_id = s.contract_id
    where s.last_date between ${BEGUN} and current_date - 1 and greatest(s.start_date, to_timestamp(o.created_at)::date) <= s.last_date
  `.execute(tx)
  // Before a contract ended soon, and before its rent was owed, its room was simply let.
  await sql`
    with told as (select record_id, max(until) as until from row_history where resource = 'org' group by record_id),
    owed as (select contract_id, min(bill_date) + 1 as day from bill where is_void = 0 and paid < price group by contract_id),
    turned as (
      select o.*, coalesce(h.until, to_timestamp(o.created_at)::date) as since,
        case o.state when ${roomStateCode('ends_soon')} then o.current_end - 29 else b.day end as until
      from org o left join told h on h.record_id = o.org_id left join owed b on b.contract_id = o.current_contract
      where o.state in (${roomStateCode('ends_soon')}, ${roomStateCode('arrears')})
    )
    insert into row_history (resource, record_id, since, until, row)
    select 'org', t.org_id, t.since, t.until, to_jsonb(o) || jsonb_build_object('state', ${roomStateCode('let')}::integer)
    from turned t join org o using (org_id) where t.since < t.until and t.until between ${BEGUN} and current_date
  `.execute(tx)
  await sql`
    insert into row_history (resource, record_id, since, until, row)
    select 'contract', c.contract_id, greatest(to_timestamp(c.created_at)::date, c.start_date), e.ended, to_jsonb(c) || jsonb_build_object('status', ${inState(contract, 'inForce')}, 'left_on', null)
    from contract c cross join lateral (select least(coalesce(c.left_on, c.end_date), c.end_date) + 1 as ended) e
    where c.status in (${inSet(contract, 'hasLet')}) and c.status <> ${inState(contract, 'inForce')}
      and e.ended between ${BEGUN} and current_date and e.ended > greatest(to_timestamp(c.created_at)::date, c.start_date)
  `.execute(tx)
  // Whoever was called, or is done with, waited until then.
  await sql`
    insert into row_history (resource, record_id, since, until, row)
    select 'waiting', w.wait_id, to_timestamp(w.created_at)::date, e.day, to_jsonb(w) || jsonb_build_object('status', ${inState(waiting, 'queued')},
      'org_id', null, 'held_until', null, 'reason', null, 'declines', 0)
    from waiting w cross join lateral (
      select to_timestamp(min(v.created_at))::date as day from waiting_event v where v.wait_id = w.wait_id and v.status <> ${inState(waiting, 'queued')}
    ) e
    where to_timestamp(w.created_at)::date < e.day and e.day >= ${BEGUN}
  `.execute(tx)
  await sql`
    with paid as (
      select s.bill_id, to_timestamp(f.deal_time)::date as day, sum(a.price) as price
      from allocation a join bill_share s using (share_id) join flow f using (flow_id)
      where f.deal_time >= extract(epoch from ${BEGUN})
      group by 1, 2
    ), before as (
      select p.*, b.paid - sum(p.price) over (partition by p.bill_id order by p.day rows between current row and unbounded following) as was,
        lag(p.day) over (partition by p.bill_id order by p.day) as last_day, to_timestamp(b.created_at)::date as made
      from paid p join bill b using (bill_id)
    )
    insert into row_history (resource, record_id, since, until, row)
    select 'bill', b.bill_id, coalesce(p.last_day, p.made), p.day, to_jsonb(b) || jsonb_build_object('paid', p.was)
    from before p join bill b using (bill_id)
    where coalesce(p.last_day, p.made) < p.day and p.was >= 0
  `.execute(tx)
}
