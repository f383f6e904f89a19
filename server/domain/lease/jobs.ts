import { sql } from 'kysely'
import contract from '../../../src/resources/contract/contract.ts'
import type { Acting } from '../../calls/defineEffects.ts'
import { moveThose } from '../../calls/moveThose.ts'
import { defineJob } from '../../jobs/defineJob.ts'
import { inOneCommit } from '../../jobs/inOneCommit.ts'
import { inSet } from '../../store/reading/states.ts'
import { allVoid } from '../contract/index.ts'

/** Ends the whole leases of which every room is given back, and gives how many; those of which every room is void are void themselves. */
export const endLeases = async (acting: Acting): Promise<number> => {
  const dropped = await moveThose(acting, 'lease', 'drop', allVoid, { leavesHeld: true })
  const isLet = sql`exists (select from contract c where c.lease_id = t.lease_id and c.status in (${inSet(contract, 'open')}))`
  return dropped + (await moveThose(acting, 'lease', 'end', sql`not ${isLet}`, { leavesHeld: true }))
}

export default [
  defineJob({
    name: 'end_leases',
    label: '整租结束',
    every: '00:30',
    run: (context) =>
      inOneCommit(context, async (tx) => {
        const total = await endLeases({ tx, session: { userId: null, scope: null }, now: Math.floor(Date.now() / 1000) })
        return { total, said: total > 0 ? `${total} 份整租的房间已全部退租或续签` : '没有要结束的' }
      }),
  }),
]
