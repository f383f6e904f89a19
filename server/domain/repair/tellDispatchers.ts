import { sql } from 'kysely'
import type { RowOf } from '../../../src/core/typed.ts'
import type repair from '../../../src/resources/repair/repair.ts'
import repairSetting from '../../../src/resources/settings/repair.ts'
import type { Acting } from '../../calls/defineEffects.ts'
import { notify } from '../message/index.ts'
import { readSetting } from '../setting/index.ts'

type About = Pick<RowOf<typeof repair>, 'repair_id' | 'p_id' | 'handler'>

/** Tells whoever may send somebody, in the order's project, what a tenant says; where 报修设置 has it so, or nobody else hears of it (`isUrged`). Whoever goes there is told by others. */
export const tellDispatchers = async (
  { tx }: Acting,
  { repair_id, p_id, handler }: About,
  title: string,
  content: string,
  isUrged = false,
): Promise<void> => {
  const { repair_tell } = await readSetting(tx, repairSetting)
  if (repair_tell !== 1 && !isUrged) return
  const { rows } = await sql<{ user_id: number }>`
    select a.user_id from account a join role r on r.role_id = a.role_id
    where a.is_active and r.permission && array['*', '/api/repair/dispatch'] and (a.projects is null or ${p_id}::integer = any(a.projects))
      and a.user_id is distinct from ${handler}::integer
  `.execute(tx)
  await notify(
    tx,
    rows.map(({ user_id }) => user_id),
    title,
    content,
    { resource: 'repair', id: repair_id },
  )
}
