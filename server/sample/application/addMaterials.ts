import { sql } from 'kysely'
import material from '../../../src/resources/application/material.ts'
import qualification from '../../../src/resources/application/qualification.ts'
import type { Tx } from '../../store/connection/database.ts'
import { inState } from '../../store/reading/states.ts'
import type { Staff } from '../types.ts'

/** [natures, name, need, months for which it is good] */
const PAPERS: readonly (readonly [natures: readonly number[], name: string, need: 1 | 2, months: number | null])[] = [
  [[1, 2, 3], '身份证与户口簿', 1, null],
  [[1, 2, 3], '收入证明', 1, 6],
  [[1, 2, 3], '住房情况证明', 1, 3],
  [[1, 2], '劳动合同或社保缴纳证明', 1, 6],
  [[3], '低保或低收入家庭证明', 1, 12],
  [[1, 2, 3], '婚姻证明', 2, null],
]

/** Adds the papers that applications have to come with, where nobody has listed any; like what staff choose from, they stay when the sample is cleared. */
export const addMaterialRules = async (tx: Tx, staff: Staff): Promise<void> => {
  const rows = PAPERS.flatMap(([natures, name, need, valid_months]) =>
    natures.map((nature) => ({ nature, name, need, valid_months, created_by: staff.admin })),
  )
  await sql`
    insert into material_rule (nature, name, need, valid_months, created_by)
    select nature, name, need, valid_months, created_by
    from json_to_recordset(${JSON.stringify(rows)}::json) as r (nature smallint, name text, need smallint, valid_months integer, created_by integer)
    where not exists (select from material_rule)
  `.execute(tx)
}

/** Has the papers of applications be as they must have been: of those that were judged handed in, of those that wait mostly. */
export const addMaterials = async (tx: Tx): Promise<void> => {
  await sql`
    update material m set status = ${inState(material, 'handed')}, issued_on = to_timestamp(q.created_at)::date - 10,
      expires_on = to_timestamp(q.created_at)::date - 11 + make_interval(months => m.valid_months)
    from qualification q
    where q.apply_id = m.apply_id and (q.status <> ${inState(qualification, 'submitted')} or m.material_id % 5 <> 0)
  `.execute(tx)
  await sql`
    update material set status = ${inState(material, 'deferred')}, due_on = current_date + 3 + material_id % 12, reason = '单位正在出具'
    where status = ${inState(material, 'owed')} and material_id % 2 = 0
  `.execute(tx)
}
