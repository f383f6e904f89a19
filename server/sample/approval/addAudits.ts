import { sql } from 'kysely'
import { businesses } from '../../../src/core/approval.ts'
import { codesOf } from '../../../src/core/states.ts'
import audit from '../../../src/resources/approval/audit.ts'
import contract from '../../../src/resources/contract/contract.ts'
import surrender from '../../../src/resources/surrender/surrender.ts'
import type { Tx } from '../../store/connection/database.ts'
import type { Staff } from '../types.ts'

const listed = (codes: readonly number[]) => sql.join(codes)

/** Papers whose approval was given: contracts that were signed, surrenders that were settled. */
const addDecided = async (tx: Tx, applicant: number, decider: number): Promise<void> => {
  const passed = codesOf(audit, 'passed')[0]
  await sql`
    insert into audit (subject, business, label, contract_id, applicant_id, asked_ids, status, created_at, decided_at, opinion, p_id, created_by)
    select '合同 ' || c.sn || ' 签订', ${businesses.signing.code}, '签订', c.contract_id, ${applicant}::integer, '{}', ${passed},
      asked, asked + 86400 + c.contract_id % 7200, '材料齐全，同意', c.p_id, ${applicant}::integer
    from contract c, lateral (select extract(epoch from least(c.start_date - 6, current_date - 1))::bigint + 32400 + c.contract_id % 28000 as asked) times
    where c.status in (${listed(codesOf(contract, ['toSign', 'inForce']))}) and c.kind = 1 and c.start_date > current_date - 60
    order by asked, c.contract_id
  `.execute(tx)
  await sql`
    insert into audit (subject, business, label, contract_id, applicant_id, asked_ids, status, created_at, decided_at, opinion, p_id, created_by)
    select s.custom_name || ' 退租', ${businesses.surrender.code}, '退租', s.contract_id, ${applicant}::integer, '{}', ${passed}, asked,
      asked + 90000, '已核对房屋与费用，同意', s.p_id, ${applicant}::integer
    from surrender s, lateral (select extract(epoch from least(s.planned_date - 10, current_date - 2))::bigint + 36000 + s.surrender_id % 20000 as asked) times
    where s.status in (${listed(codesOf(surrender, 'done'))})
    order by asked, s.surrender_id
  `.execute(tx)
  await sql`
    insert into audit_person (audit_id, user_id, part, since)
    select audit_id, ${applicant}::integer, 2, created_at from audit
    union all select audit_id, ${decider}::integer, 3, decided_at from audit where ${decider}::integer <> ${applicant}::integer
  `.execute(tx)
  await sql`
    insert into audit_event (audit_id, round, visit, step, deed, by_id, opinion, at)
    select audit_id, 0, 0, 0, 1, ${applicant}::integer, null, created_at from audit
    union all select audit_id, 1, 1, 0, 2, ${decider}::integer, opinion, decided_at from audit order by 8, 1, 5
  `.execute(tx)
}

/** As many expenses wait for a decision. */
const WAITING = 3

/** Expenses that are asked for: like the last ones that were paid. */
const addWaiting = async (tx: Tx, applicant: number, decider: number): Promise<void> => {
  const stands = { is: 'asking', applicant, round: 1, visit: 1, step: 0, tasks: [{ person: decider, said: null, must: false }] }
  await sql`
    with asked as (
      insert into audit (subject, business, label, path, resource, action, applicant_id, asked_ids, status, round, amount, changes, deed, p_id,
        params, specs, stands, created_at, created_by)
      select '新增流水：' || f.custom_name, ${businesses.expense.code}, '新增流水', '/api/flow/add', 'flow', 'add', ${applicant}::integer,
        array[${decider}::integer], ${codesOf(audit, 'asking')[0]}, 1, f.price,
        jsonb_build_array(
          jsonb_build_object('column', 'type', 'after', f.type), jsonb_build_object('column', 'price', 'after', f.price),
          jsonb_build_object('column', 'custom_name', 'after', f.custom_name), jsonb_build_object('column', 'way', 'after', f.way),
          jsonb_build_object('column', 'start_date', 'after', f.start_date), jsonb_build_object('column', 'end_date', 'after', f.end_date)
        ), 1, f.p_id,
        jsonb_strip_nulls(jsonb_build_object('type', f.type, 'price', f.price, 'custom_name', f.custom_name, 'from', f."from", 'from_id', f.from_id,
          'start_date', f.start_date, 'end_date', f.end_date, 'way', f.way, 'org_id', f.org_id, 'unit_id', f.unit_id,
          'p_id', case when f.org_id is null and f.unit_id is null then f.p_id end)),
        ${JSON.stringify([{ way: 1, who: 2, user_id: decider }])}::jsonb, ${JSON.stringify(stands)}::jsonb, extract(epoch from current_date - 1)::bigint + 32400 - 3600 * f.place, ${applicant}::integer
      from (
        select row_number() over (order by deal_time desc, flow_id desc) as place, * from (
          select * from flow where type = 2 and reverses is null order by deal_time desc, flow_id desc limit ${WAITING}
        ) last
      ) f
      returning audit_id, created_at
    ), people as (
      insert into audit_person (audit_id, user_id, part, since)
      select audit_id, ${applicant}::integer, 2, created_at from asked union all select audit_id, ${decider}::integer, 1, created_at from asked
    )
    insert into audit_event (audit_id, round, visit, step, deed, by_id, at)
    select audit_id, 0, 0, 0, 1, ${applicant}::integer, created_at from asked order by created_at
  `.execute(tx)
}

/** Contracts that are final and wait for the administrator's decision. */
const addSigning = async (tx: Tx, applicant: number, decider: number): Promise<void> => {
  const stands = { is: 'asking', applicant, round: 1, visit: 1, step: 0, tasks: [{ person: decider, said: null, must: false }] }
  await sql`
    with asked as (
      insert into audit (subject, business, label, path, resource, action, record_id, seen_version, contract_id, applicant_id, asked_ids, status, round, amount,
        changes, deed, p_id, params, specs, stands, created_at, created_by)
      select '定稿：' || c.sn, ${businesses.signing.code}, '定稿', '/api/contract/submit', 'contract', 'submit', c.contract_id, c.version, c.contract_id,
        ${applicant}::integer, array[${decider}::integer], ${codesOf(audit, 'asking')[0]}, 1, c.rent,
        jsonb_build_array(jsonb_build_object('column', 'status', 'before', ${codesOf(contract, 'draft')[0]}::integer, 'after', ${codesOf(contract, 'toSign')[0]}::integer)),
        2, c.p_id, jsonb_build_object('contract_id', c.contract_id, 'version', c.version),
        ${JSON.stringify([{ way: 1, who: 2, user_id: decider }])}::jsonb, ${JSON.stringify(stands)}::jsonb,
        extract(epoch from current_date - 1)::bigint + 36000 + c.contract_id % 20000, ${applicant}::integer
      from contract c where c.status in (${listed(codesOf(contract, 'inApproval'))}) order by c.contract_id
      returning audit_id, created_at
    ), people as (
      insert into audit_person (audit_id, user_id, part, since)
      select audit_id, ${applicant}::integer, 2, created_at from asked union all select audit_id, ${decider}::integer, 1, created_at from asked
    )
    insert into audit_event (audit_id, round, visit, step, deed, by_id, at)
    select audit_id, 0, 0, 0, 1, ${applicant}::integer, created_at from asked order by created_at
  `.execute(tx)
}

/** Adds approvals: of contracts and surrenders decided ones, and expenses that wait for the administrator's decision. */
export const addAudits = async (tx: Tx, { admin, guanjia, caiwu }: Staff): Promise<void> => {
  if (admin === null) return
  await addDecided(tx, guanjia ?? admin, admin)
  if (caiwu !== null) await addWaiting(tx, caiwu, admin)
  if (guanjia !== null) await addSigning(tx, guanjia, admin)
}
