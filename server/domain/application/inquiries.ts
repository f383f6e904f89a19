import { sql } from 'kysely'
import type { Acting } from '../../calls/defineEffects.ts'
import { moveThose } from '../../calls/moveThose.ts'
import { keyList } from '../../store/reading/keyList.ts'

/**
 * Has nobody look into applications any more that are turned down, taken back or out of the queue: what spoke against them and is not decided is closed, and nobody is
 * sent to their homes, whether for a doubt or without one.
 */
export const endInquiries = async (acting: Acting, applications: readonly number[]): Promise<void> => {
  const those = sql`t.apply_id = any(${keyList(applications)})`
  await moveThose(acting, 'doubt', 'close', those)
  await moveThose(acting, 'home_visit', 'drop', those)
}
