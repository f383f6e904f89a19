import { sql } from 'kysely'
import type { Tx } from '../../store/connection/database.ts'
import { nextOf, series } from '../../store/writing/series.ts'
import type { Lookups } from '../lookups.ts'
import type { Staff } from '../types.ts'

/** So many came in the last days and are not matched yet. */
const RECEIPTS = 42

/**
 * Adds money that came by transfer and waits on 核销台: of tenants who owe, as it comes. One in seven each: a month's rent, two months' in one, from a relative who names the
 * contract, under a misspelt name, a part of it, more than is owed, and from nobody whom anything names.
 */
export const addOpenReceipts = async (tx: Tx, lookups: Lookups, staff: Staff): Promise<void> => {
  await sql`
    with debtors as (
      select b.custom_id, b.custom_name as name, b.p_id, b.org_id, b.unit_id, min(b.start_date) as start_date, max(b.end_date) as end_date,
        array_agg(s.price - s.paid order by b.bill_date) as owed, min(c.sn) as contract, row_number() over (order by b.custom_id) - 1 as place
      from bill b join bill_share s on s.bill_id = b.bill_id and s.party = 1 and s.paid < s.price join contract c on c.contract_id = b.contract_id
      where b."from" = 1 and b.is_void = 0 and b.bill_date < current_date and b.custom_id is not null and char_length(b.custom_name) > 1
      group by b.custom_id, b.custom_name, b.p_id, b.org_id, b.unit_id order by b.custom_id limit ${RECEIPTS}::integer
    )
    insert into flow (type, "from", from_id, price, custom_name, way, start_date, end_date, deal_time, note, p_id, sn, created_by)
    select 1, 2, ${lookups.cost.房租}::integer,
      case place % 7 when 1 then owed[1] + coalesce(owed[2], 0) when 4 then (owed[1] / 200) * 100 when 5 then (select sum(o) from unnest(owed) o) + 50000 else owed[1] end,
      case place % 7 when 2 then left(name, 1) || '秀兰' when 3 then left(name, -1) || (case right(name, 1) when '伟' then '玮' else '伟' end) when 6 then '网银来账' else name end,
      3, start_date, end_date, extract(epoch from current_date)::bigint - (1 + place % 5) * 86400 + 3600 + place * 420,
      case place % 7 when 2 then '代缴房租 ' || contract when 5 then '房租，多的留着' when 6 then '跨行转入' else '房租' end, p_id, ${nextOf(series.receipt, sql`(current_date - (1 + place % 5)::integer)`)}, ${staff.caiwu}::integer
    from debtors order by place
  `.execute(tx)
}
