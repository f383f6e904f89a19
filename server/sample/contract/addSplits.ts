import { sql } from 'kysely'
import contract from '../../../src/resources/contract/contract.ts'
import type { Tx } from '../../store/connection/database.ts'
import { inState } from '../../store/reading/states.ts'
import type { Staff } from '../types.ts'

/** Adds what some employers have agreed anew to bear of their people's rent from the month after next on, which is not billed yet: a percent with a cap, or a sum. */
export const addSplits = async (tx: Tx, staff: Staff): Promise<void> => {
  await sql`
    insert into contract_split (contract_id, from_date, bearer, company_id, way, percent, sum, cap, reason, p_id, created_by)
    select c.contract_id, date_trunc('month', current_date + interval '2 months')::date, 2, l.company_id, way, case when way = 1 then 60 end,
      case when way = 2 then 60000 end, case when way = 1 then 150000 end, '单位住房补贴协议', c.p_id, ${staff.guanjia}::integer
    from contract c join lessee l on l.custom_id = c.custom_id, lateral (select 1 + c.contract_id % 2 as way) w
    where c.kind = 1 and c.status = ${inState(contract, 'inForce')} and l.company_id is not null and c.contract_id % 20 < 2
      and c.end_date > current_date + 180
    order by c.contract_id
  `.execute(tx)
}
