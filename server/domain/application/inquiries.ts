import { sql } from 'kysely'
import qualification from '../../../src/resources/application/qualification.ts'
import waiting from '../../../src/resources/waiting/waiting.ts'
import type { Acting } from '../../calls/defineEffects.ts'
import { moveThose } from '../../calls/moveThose.ts'
import type { Tx } from '../../store/connection/database.ts'
import { keyList } from '../../store/reading/keyList.ts'
import { inSet, inState } from '../../store/reading/states.ts'

/**
 * Has nobody look into applications any more that are turned down, taken back or out of the queue: what spoke against them and is not decided is closed, and nobody is
 * sent to their homes, whether for a doubt or without one.
 */
export const endInquiries = async (acting: Acting, applications: readonly number[]): Promise<void> => {
  const those = sql`t.apply_id = any(${keyList(applications)})`
  await moveThose(acting, 'doubt', 'close', those)
  await moveThose(acting, 'home_visit', 'drop', those)
}

/** Whether an application, which is held until the end, is one that is looked into: it is open, or in the queue. One that is not there is the matter of whoever names it. */
export const isInquired = async (tx: Tx, apply_id: number): Promise<boolean> => {
  const { rows } = await sql<{ is_inquired: boolean }>`
    select q.status in (${inSet(qualification, 'open')}) or q.status = ${inState(qualification, 'queued')} and not exists (
      select from waiting w where w.apply_id = q.apply_id and w.status = ${inState(waiting, 'void')}) as is_inquired
    from qualification q where q.apply_id = ${apply_id}::integer for share of q
  `.execute(tx)
  return rows[0]?.is_inquired ?? true
}
