import { sql } from 'kysely'
import contract from '../../../src/resources/contract/contract.ts'
import type { Acting } from '../../calls/defineEffects.ts'
import { moveThose } from '../../calls/moveThose.ts'
import { countJob } from '../../jobs/countJob.ts'
import { inSet } from '../../store/reading/states.ts'
import { allVoid } from '../contract/index.ts'

/** Ends the whole leases of which every room is given back, and gives how many; those of which every room is void are void themselves. */
export const endLeases = async (acting: Acting): Promise<number> => {
  const dropped = await moveThose(acting, 'lease', 'drop', allVoid, { leavesHeld: true })
  const isLet = sql`exists (select from contract c where c.lease_id = t.lease_id and c.status in (${inSet(contract, 'open')}))`
  return dropped + (await moveThose(acting, 'lease', 'end', sql`not ${isLet}`, { leavesHeld: true }))
}

export default [
  countJob({
    name: 'end_leases',
    label: '整租结束',
    every: '00:30',
    does: (tx, now) => endLeases({ tx, session: { userId: null, scope: null }, now }),
    said: (total) => `${total} 份整租的房间已全部退租或续签`,
    none: '没有要结束的',
  }),
]
