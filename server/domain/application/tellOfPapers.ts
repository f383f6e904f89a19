import { sql } from 'kysely'
import type { RowOf } from '../../../src/core/typed.ts'
import type material from '../../../src/resources/application/material.ts'
import type { Acting } from '../../calls/defineEffects.ts'
import type { Row } from '../../store/connection/rows.ts'
import { notify } from '../message/index.ts'
import { isInquired } from './inquiries.ts'

type Lapsed = Pick<RowOf<typeof material>, 'apply_id' | 'name' | 'p_id'>
type Application = Row<'qualification', 'custom_name' | 'checked_by'>

/** Who deals with a paper that was not brought: whoever passed the application without it; else, or where he has left, those who take papers in its project. */
const concerned = async ({ tx }: Acting, { p_id }: Lapsed, { checked_by }: Application): Promise<number[]> => {
  const { rows } = await sql<{ user_id: number }>`
    select a.user_id from account a join role r on r.role_id = a.role_id
    where a.is_active and case when exists (select from account where user_id = ${checked_by}::integer and is_active) then a.user_id = ${checked_by}::integer
      else r.permission && array['*', '/api/material/hand'] and (a.projects is null or ${p_id}::integer = any(a.projects)) end
  `.execute(tx)
  return rows.map(({ user_id }) => user_id)
}

/** Tells staff of a paper that was put off and has not come: the application has been passed without it, and nobody would look at it again. Of one that came to nothing, nobody hears. */
export const tellOfPaper = async (acting: Acting, paper: Lapsed): Promise<void> => {
  const { tx } = acting
  const { apply_id, name } = paper
  if (!(await isInquired(tx, apply_id))) return
  const application = await tx
    .selectFrom('qualification')
    .select(['custom_name', 'checked_by'])
    .where('apply_id', '=', apply_id)
    .executeTakeFirstOrThrow()
  const content = `${application.custom_name} 的“${name}”容缺到期，还没有补交，请处理。`
  await notify(tx, await concerned(acting, paper, application), '容缺到期未补交', content, { resource: 'qualification', id: apply_id })
}
