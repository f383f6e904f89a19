import { sql } from 'kysely'
import { dateOf } from '../../../src/protocol/dates.ts'
import publication from '../../../src/resources/waiting/publication.ts'
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

/** Ends the lists that are published no more, the night after their last day, and gives how many; `now` in seconds. */
export const endPublications = async (tx: Tx, now: number): Promise<number> => {
  const { rows } = await sql<Row<'publication', 'publication_id'>>`
    select publication_id from publication where status = ${inState(publication, 'open')} and to_date < ${dateOf(now)}::date
    order by publication_id for no key update skip locked
  `.execute(tx)
  const keys = rows.map(({ publication_id }) => publication_id)
  if (keys.length > 0) await moveBySystem({ tx, session: { userId: null, scope: null }, now }, 'publication', 'end', keys)
  return keys.length
}

export default [
  defineJob({
    name: 'end_publications',
    label: '公示期满',
    every: '00:30',
    run: (context) =>
      inOneCommit(context, async (tx) => {
        const total = await endPublications(tx, Math.floor(Date.now() / 1000))
        return { total, said: total > 0 ? `${total} 份公示期满` : '没有到期的' }
      }),
  }),
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
