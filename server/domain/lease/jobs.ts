import { sql } from 'kysely'
import contract from '../../../src/resources/contract/contract.ts'
import lease from '../../../src/resources/lease/lease.ts'
import type { Acting } from '../../calls/defineEffects.ts'
import { moveBySystem } from '../../calls/transition.ts'
import { defineJob } from '../../jobs/defineJob.ts'
import { inOneCommit } from '../../jobs/inOneCommit.ts'
import { inSet, inState } from '../../store/reading/states.ts'

/** Ends the whole leases of which every room is given back, and gives how many. */
export const endLeases = async (acting: Acting): Promise<number> => {
  const { rows } = await sql<{ lease_id: number }>`
    select l.lease_id from lease l
    where l.status = ${inState(lease, 'inForce')}
      and not exists (select from contract c where c.lease_id = l.lease_id and c.status in (${inSet(contract, 'open')}))
    order by l.lease_id for no key update of l skip locked
  `.execute(acting.tx)
  const keys = rows.map(({ lease_id }) => lease_id)
  if (keys.length > 0) await moveBySystem(acting, 'lease', 'end', keys)
  return keys.length
}

export default [
  defineJob({
    name: 'end_leases',
    label: '整租结束',
    every: '00:30',
    run: (context) =>
      inOneCommit(context, async (tx) => {
        const total = await endLeases({ tx, session: { userId: null, scope: null }, now: Math.floor(Date.now() / 1000) })
        return { total, said: total > 0 ? `${total} 份整租的房间已全部退租` : '没有要结束的' }
      }),
  }),
]
