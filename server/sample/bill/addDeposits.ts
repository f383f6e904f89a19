import { sql } from 'kysely'
import contract from '../../../src/resources/contract/contract.ts'
import type { Tx } from '../../store/connection/database.ts'
import { inSet } from '../../store/reading/states.ts'
import { nextOf, series } from '../../store/writing/series.ts'
import type { Lookups } from '../lookups.ts'
import type { Staff } from '../types.ts'

/** The first flow of each room and beginning that took, or gave back, a deposit. No index is there yet: all are read once. */
const flowsOf = (type: 1 | 2, item: number) => sql`
  select distinct on (f.org_id, f.start_date) f.org_id, f.start_date, f.flow_id, f.price, f.deal_time
  from flow f left join flow r on r.reverses = f.flow_id
  where f.type = ${sql.lit(type)} and f."from" = 3 and f.from_id = ${item}::integer and f.reverses is null and r.flow_id is null
  order by f.org_id, f.start_date, f.flow_id`

/** Adds the deposits of tenants' contracts as their books must have been: the bill, what paid it, and since when it is held, or was given back. */
export const addDeposits = async (
  tx: Tx,
  lookups: Lookups,
  staff: Staff,
  analyze: (tables: readonly string[]) => Promise<void>,
): Promise<void> => {
  const item = lookups.pledge.房屋押金
  await sql`create temp table taken on commit drop as
    select c.contract_id, c.org_id, c.custom_id, c.p_id, c.deposit, c.start_date, c.end_date, l.name, l.company_id, o.unit_id, f.flow_id, f.deal_time,
      least(f.price, c.deposit) as paid
    from contract c join (${flowsOf(1, item)}) f on f.org_id = c.org_id and f.start_date = c.start_date
    join org o on o.org_id = c.org_id join lessee l on l.custom_id = c.custom_id
    where c.kind = 1 and c.status in (${inSet(contract, 'hasLet')}) order by c.start_date, c.contract_id
  `.execute(tx)
  await sql`analyze taken`.execute(tx)
  await sql`
    with made as (
      insert into bill (sn, type, "from", from_id, price, paid, bill_date, start_date, end_date, payer, payment_ratio, custom_name, custom_id, company_id, org_id,
        unit_id, contract_id, p_id, created_by)
      select ${nextOf(series.bill, sql`start_date`)}, 1, 3, ${item}::integer, deposit, paid, start_date, start_date, end_date, 1, 100, name, custom_id, company_id,
        org_id, unit_id, contract_id, p_id, ${staff.caiwu}::integer
      from taken
      returning bill_id, contract_id, price, paid, p_id
    ),
    shares as (
      insert into bill_share (bill_id, party, price, paid, p_id) select bill_id, 1, price, paid, p_id from made order by bill_id
      returning share_id, bill_id
    ),
    given as (
      select s.share_id, m.bill_id, t.* from made m join shares s on s.bill_id = m.bill_id join taken t on t.contract_id = m.contract_id
    ),
    settled as (
      insert into allocation (flow_id, share_id, price, p_id, created_at) select flow_id, share_id, paid, p_id, deal_time from given order by flow_id
    )
    insert into deposit_entry (kind, contract_id, custom_id, price, day, flow_id, bill_id, p_id, created_at)
    select 1, contract_id, custom_id, paid, to_timestamp(deal_time)::date, flow_id, bill_id, p_id, deal_time from given order by flow_id
  `.execute(tx)
  await analyze(['deposit_entry'])
  await sql`
    insert into deposit_entry (kind, contract_id, custom_id, price, day, flow_id, p_id, created_at)
    select 5, c.contract_id, c.custom_id, -least(f.price, t.paid), to_timestamp(f.deal_time)::date, f.flow_id, c.p_id, f.deal_time
    from contract c join taken t on t.contract_id = c.contract_id
    join (${flowsOf(2, item)}) f on f.org_id = c.org_id and f.start_date = c.start_date
    where c.status in (${inSet(contract, 'left')}) order by f.flow_id
  `.execute(tx)
}
