import { sql } from 'kysely'
import contract from '../../../src/resources/contract/contract.ts'
import surrender from '../../../src/resources/surrender/surrender.ts'
import { keepReckoning, type Surrendered } from '../../domain/surrender/index.ts'
import type { Tx } from '../../store/connection/database.ts'
import { inState } from '../../store/reading/states.ts'
import { addAudits } from '../approval/addAudits.ts'
import type { Staff } from '../types.ts'

/** What was found in every third room that is being given up, which was handed over some days ago. */
const CHECKED = JSON.stringify([
  { item: '墙面与地面', state: 1 },
  { item: '门窗与锁', state: 2, price: 12_000, words: '卧室门锁坏' },
  { item: '水电燃气设施', state: 1 },
  { item: '厨卫', state: 1 },
])

const handOver = async (tx: Tx): Promise<void> => {
  const { rows } = await sql<Surrendered & { p_id: number | null }>`
    with left_rooms as (
      update contract c set left_on = current_date - 1 - c.contract_id % 5, planned_end = c.end_date,
        end_date = least(c.end_date, current_date - 1 - c.contract_id % 5)
      where c.status = ${inState(contract, 'surrendering')} and c.kind = 1 and c.contract_id % 3 = 0 and c.start_date < current_date - 10
      returning c.contract_id, c.left_on
    )
    update surrender s set status = ${inState(surrender, 'toSettle')}, left_on = r.left_on, planned_date = r.left_on, keys = 2, room_next = 1,
      checklist = ${CHECKED}::jsonb
    from left_rooms r where s.contract_id = r.contract_id
    returning s.surrender_id, s.contract_id, s.org_id, s.ground, s.ended_by, s.notice_on, s.left_on, s.kind, s.checklist, s.p_id
  `.execute(tx)
  for (const row of rows) await keepReckoning(tx, row)
}

/** Adds surrenders of the contracts that are being, or have lately been, given up, and the approvals of the operator. */
export const addPapers = async (tx: Tx, staff: Staff): Promise<void> => {
  await sql`
    insert into surrender (contract_id, custom_name, custom_id, kind, org_id, ground, ended_by, planned_date, notice_on, deposit, arrears, damages, refund, status,
      settled_on, p_id, created_by)
    select contract_id, custom_name, custom_id, kind, org_id, ground, 1, planned, planned - 20 - contract_id % 20, deposit, 0, damages, greatest(0, deposit - damages),
      status, case when status = ${inState(surrender, 'done')} then planned + 5 end, p_id, ${staff.guanjia}::integer
    from (
      select c.contract_id, coalesce(l.name, f.name) as custom_name, c.custom_id, c.kind, c.org_id, c.p_id, 1 + c.contract_id % 4 as ground,
        case when c.status = ${inState(contract, 'surrendering')} then current_date + (c.contract_id % 20)::integer else c.end_date end as planned,
        case when c.status = ${inState(contract, 'surrendered')} then c.deposit else 0 end as deposit,
        case when c.status = ${inState(contract, 'surrendered')} and c.contract_id % 7 = 0 then least(30000, c.deposit) else 0 end as damages,
        case when c.status = ${inState(contract, 'surrendered')} then ${inState(surrender, 'done')} else ${inState(surrender, 'inHandover')} end as status
      from contract c left join lessee l on l.custom_id = c.custom_id left join company f on f.company_id = c.company_id
      where c.status = ${inState(contract, 'surrendering')} or (c.status = ${inState(contract, 'surrendered')} and c.end_date > current_date - 180)
    ) ended order by planned, contract_id
  `.execute(tx)
  await handOver(tx)
  await addAudits(tx, staff)
}
