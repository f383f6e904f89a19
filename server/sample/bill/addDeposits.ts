import { sql } from 'kysely'
import contract from '../../../src/resources/contract/contract.ts'
import type { Tx } from '../../store/connection/database.ts'
import { inSet } from '../../store/reading/states.ts'
import { nextOf, series } from '../../store/writing/series.ts'
import type { Lookups } from '../lookups.ts'
import type { Staff } from '../types.ts'

/** The flow that took, or gave back, the deposit of a contract `c`: of its room, with its first day. */
const flowOf = (type: 1 | 2, item: number) => sql`
  select flow_id, price, deal_time from flow f
  where f.type = ${sql.lit(type)} and f."from" = 3 and f.from_id = ${item}::integer and f.org_id = c.org_id and f.start_date = c.start_date
    and f.reverses is null and not exists (select from flow r where r.reverses = f.flow_id)
  order by flow_id limit 1`

/** Adds the deposits of tenants' contracts as their books must have been: the bill, what paid it, and since when it is held, or was given back. */
export const addDeposits = async (tx: Tx, lookups: Lookups, staff: Staff): Promise<void> => {
  const item = lookups.pledge.房屋押金
  await sql`
    with made as (
      insert into bill (sn, type, "from", from_id, price, paid, bill_date, start_date, end_date, payer, payment_ratio, custom_name, custom_id, company_id, org_id,
        unit_id, contract_id, p_id, created_by)
      select ${nextOf(series.bill, sql`c.start_date`)}, 1, 3, ${item}::integer, c.deposit, least(f.price, c.deposit), c.start_date, c.start_date, c.end_date, 1, 100,
        l.name, c.custom_id, l.company_id, c.org_id, o.unit_id, c.contract_id, c.p_id, ${staff.caiwu}::integer
      from contract c join org o on o.org_id = c.org_id join lessee l on l.custom_id = c.custom_id
      cross join lateral (${flowOf(1, item)}) f
      where c.kind = 1 and c.status in (${inSet(contract, 'hasLet')}) order by c.start_date, c.contract_id
      returning bill_id, contract_id, price, paid, p_id
    ),
    shares as (
      insert into bill_share (bill_id, party, price, paid, p_id) select bill_id, 1, price, paid, p_id from made order by bill_id
      returning share_id, bill_id
    ),
    given as (
      select s.share_id, m.bill_id, m.paid, c.contract_id, c.custom_id, c.p_id, f.flow_id, f.deal_time
      from made m join shares s on s.bill_id = m.bill_id join contract c on c.contract_id = m.contract_id
      cross join lateral (${flowOf(1, item)}) f
    ),
    settled as (
      insert into allocation (flow_id, share_id, price, p_id, created_at) select flow_id, share_id, paid, p_id, deal_time from given order by flow_id
    )
    insert into deposit_entry (kind, contract_id, custom_id, price, day, flow_id, bill_id, p_id, created_at)
    select 1, contract_id, custom_id, paid, to_timestamp(deal_time)::date, flow_id, bill_id, p_id, deal_time from given order by flow_id
  `.execute(tx)
  await sql`
    insert into deposit_entry (kind, contract_id, custom_id, price, day, flow_id, p_id, created_at)
    select 5, c.contract_id, c.custom_id, -least(f.price, e.held), to_timestamp(f.deal_time)::date, f.flow_id, c.p_id, f.deal_time
    from contract c
    join lateral (select sum(price)::bigint as held from deposit_entry d where d.contract_id = c.contract_id) e on e.held > 0
    cross join lateral (${flowOf(2, item)}) f
    where c.status in (${inSet(contract, 'left')}) order by f.flow_id
  `.execute(tx)
}
