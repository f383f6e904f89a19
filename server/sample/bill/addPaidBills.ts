import { sql } from 'kysely'
import type { Tx } from '../../store/connection/database.ts'
import { nextOf, series } from '../../store/writing/series.ts'
import { billMade } from '../addPast.ts'
import type { Staff } from '../types.ts'

/** Adds the bills that other receipts must have been for (meters, parking, deposits of keys): each paid by its receipt on the day on which it was due. */
export const addPaidBills = async (tx: Tx, staff: Staff, analyze: (tables: readonly string[]) => Promise<void>): Promise<void> => {
  await analyze(['allocation'])
  await sql`create temp table unbilled on commit drop as
    select f.*, to_timestamp(f.deal_time)::date as day from flow f
    left join flow r on r.reverses = f.flow_id
    left join (select distinct flow_id from allocation) a on a.flow_id = f.flow_id
    where f.type = 1 and f.reverses is null and r.flow_id is null and a.flow_id is null and f.org_id is not null and f.custom_id is not null
  `.execute(tx)
  await sql`analyze unbilled`.execute(tx)
  await sql`
    with made as (
      insert into bill (sn, type, "from", from_id, price, paid, bill_date, start_date, end_date, payer, payment_ratio, custom_name, custom_id, org_id, unit_id, p_id,
        created_at, created_by)
      select ${nextOf(series.bill, sql`day`)}, 2, "from", from_id, price, price, day, start_date, end_date, 1, 100, custom_name, custom_id, org_id, unit_id, p_id,
        ${billMade(sql`day`)}, ${staff.caiwu}::integer
      from unbilled order by flow_id
      returning bill_id, price, p_id
    ),
    -- Bills are numbered in the order of their receipts.
    paired as (
      select m.bill_id, m.price, m.p_id, u.flow_id, u.deal_time from (select *, row_number() over (order by bill_id) as place from made) m
      join (select flow_id, deal_time, row_number() over (order by flow_id) as place from unbilled) u using (place)
    ),
    shares as (
      insert into bill_share (bill_id, party, price, paid, p_id) select bill_id, 1, price, price, p_id from paired order by bill_id returning share_id, bill_id
    )
    insert into allocation (flow_id, share_id, price, p_id, created_at)
    select p.flow_id, s.share_id, p.price, p.p_id, p.deal_time from paired p join shares s using (bill_id) order by p.flow_id
  `.execute(tx)
  await analyze(['bill', 'bill_share', 'allocation'])
}

/** What of each receipt settles nothing is what is left of it. */
export const keepUnused = (tx: Tx) =>
  sql`
    update flow f set unused = f.price - g.given
    from (
      select f.flow_id, coalesce(sum(a.price), 0)::bigint as given from flow f left join allocation a on a.flow_id = f.flow_id left join flow r on r.reverses = f.flow_id
      where f.type = 1 and f.reverses is null and r.flow_id is null group by f.flow_id having f.price > coalesce(sum(a.price), 0)
    ) g where g.flow_id = f.flow_id
  `.execute(tx)
