import { sql } from 'kysely'
import waiting from '../../../src/resources/waiting/waiting.ts'
import { moveBySystem } from '../../calls/transition.ts'
import { defineJob } from '../../jobs/defineJob.ts'
import { inOneCommit } from '../../jobs/inOneCommit.ts'
import type { Tx } from '../../store/connection/database.ts'
import type { Row } from '../../store/connection/rows.ts'
import { inState } from '../../store/reading/states.ts'

/** So many in one transaction; the next run has the rest. */
const AT_ONCE = 200

/** Lets go of the rooms whose time to be chosen is over, and gives how many. One that somebody has in hand at this moment is left to the next run. */
export const lapseHolds = async (tx: Tx, now: number): Promise<number> => {
  const { rows } = await sql<Row<'waiting', 'wait_id'>>`
    select wait_id from waiting where status = ${inState(waiting, 'called')} and held_until <= ${now}::bigint
    order by wait_id limit ${AT_ONCE} for no key update skip locked
  `.execute(tx)
  const keys = rows.map(({ wait_id }) => wait_id)
  if (keys.length > 0) await moveBySystem({ tx, session: { userId: null, scope: null }, now }, 'waiting', 'lapse', keys)
  return keys.length
}

export default [
  defineJob({
    name: 'lapse_holds',
    label: '叫号到期',
    every: 60,
    run: (context) =>
      inOneCommit(context, async (tx) => {
        const total = await lapseHolds(tx, Math.floor(Date.now() / 1000))
        return { total, said: total > 0 ? `${total} 人期满未选房，房间已放开` : '没有到期的' }
      }),
  }),
]
