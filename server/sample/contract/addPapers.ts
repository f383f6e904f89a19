import { sql } from 'kysely'
import contract from '../../../src/resources/contract/contract.ts'
import surrender from '../../../src/resources/surrender/surrender.ts'
import type { Tx } from '../../store/connection/database.ts'
import { inSet, inState } from '../../store/reading/states.ts'
import type { Staff } from '../types.ts'

/** Adds surrenders of the contracts that are being, or have lately been, given up, and approvals of what was signed, given up or waits. */
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
  await sql`
    insert into audit (subject, business, contract_id, applicant_id, handler_id, status, created_at, decided_at, opinion, p_id, created_by)
    select '合同 ' || c.sn || ' 签订', 1, c.contract_id, ${staff.guanjia ?? staff.admin}::integer, ${staff.admin}::integer, case c.status when ${inState(contract, 'inApproval')} then 1 else 2 end,
      asked, case when c.status <> ${inState(contract, 'inApproval')} then asked + 86400 + c.contract_id % 7200 end, case when c.status <> ${inState(contract, 'inApproval')} then '材料齐全，同意' end, c.p_id, ${staff.guanjia}::integer
    from contract c, lateral (select extract(epoch from least(c.start_date - 6, current_date - 1))::bigint + 32400 + c.contract_id % 28000 as asked) times
    where c.status = ${inState(contract, 'inApproval')} or (c.status in (${inState(contract, 'toSign')}, ${inState(contract, 'inForce')}) and c.kind = 1 and c.start_date > current_date - 60)
    order by asked, c.contract_id
  `.execute(tx)
  await sql`
    insert into audit (subject, business, contract_id, applicant_id, handler_id, status, created_at, decided_at, opinion, p_id, created_by)
    select s.custom_name || ' 退租', 3, s.contract_id, ${staff.guanjia ?? staff.admin}::integer, ${staff.admin}::integer, case s.status when ${inState(surrender, 'inApproval')} then 1 else 2 end, asked,
      case when s.status = ${inState(surrender, 'done')} then asked + 90000 end, case when s.status = ${inState(surrender, 'done')} then '已核对房屋与费用，同意' end, s.p_id, ${staff.guanjia}::integer
    from surrender s, lateral (select extract(epoch from least(s.planned_date - 10, current_date - 2))::bigint + 36000 + s.surrender_id % 20000 as asked) times
    where s.status in (${inSet(surrender, 'settled')})
    order by asked, s.surrender_id
  `.execute(tx)
}
