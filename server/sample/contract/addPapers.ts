import { sql } from 'kysely'
import contract from '../../../src/resources/contract/contract.ts'
import surrender from '../../../src/resources/surrender/surrender.ts'
import type { Tx } from '../../store/connection/database.ts'
import { inState } from '../../store/reading/states.ts'
import { addAudits } from '../approval/addAudits.ts'
import type { Staff } from '../types.ts'

/** Adds surrenders of the contracts that are being, or have lately been, given up, and the approvals of the operator. */
export const addPapers = async (tx: Tx, staff: Staff): Promise<void> => {
  await sql`
    insert into surrender (contract_id, custom_name, kind, org_id, ground, planned_date, deposit, arrears, damages, refund, status, p_id, created_by)
    select contract_id, custom_name, kind, org_id, ground, planned, deposit, arrears, damages, greatest(0, deposit - arrears - damages), status, p_id, ${staff.guanjia}::integer
    from (
      select c.contract_id, coalesce(l.name, f.name) as custom_name, c.kind, c.org_id, c.deposit, c.p_id, 1 + c.contract_id % 4 as ground,
        case when c.status = ${inState(contract, 'surrendering')} then current_date + (c.contract_id % 20)::integer else c.end_date end as planned,
        case when c.contract_id % 5 = 0 then c.rent / 2 else 0 end as arrears, case when c.contract_id % 7 = 0 then 30000 else 0 end as damages,
        case when c.status = ${inState(contract, 'surrendered')} then ${inState(surrender, 'done')} else 1 + c.contract_id % 3 end as status
      from contract c left join lessee l on l.custom_id = c.custom_id left join company f on f.company_id = c.company_id
      where c.status = ${inState(contract, 'surrendering')} or (c.status = ${inState(contract, 'surrendered')} and c.end_date > current_date - 180)
    ) ended order by planned, contract_id
  `.execute(tx)
  await addAudits(tx, staff)
}
