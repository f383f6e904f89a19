import { sql } from 'kysely'
import { dateOf } from '../../../src/protocol/dates.ts'
import holdover from '../../../src/resources/holdover/holdover.ts'
import type { Acting } from '../../calls/defineEffects.ts'
import { moveBySystem } from '../../calls/transition.ts'
import { defineJob } from '../../jobs/defineJob.ts'
import { inOneCommit } from '../../jobs/inOneCommit.ts'
import { inState } from '../../store/reading/states.ts'

const AT_ONCE = 500

/** Has the moving periods that are over end, and gives how many. */
export const endMoving = async (acting: Acting, today: string): Promise<number> => {
  const { rows } = await sql<{ holdover_id: number }>`
    select holdover_id from holdover where status = ${inState(holdover, 'moving')} and moving_until < ${today}::date
    order by holdover_id limit ${AT_ONCE} for no key update skip locked
  `.execute(acting.tx)
  const keys = rows.map(({ holdover_id }) => holdover_id)
  if (keys.length > 0) await moveBySystem(acting, 'holdover', 'expire', keys)
  return keys.length
}

export default [
  defineJob({
    name: 'end_moving',
    label: '搬迁期满',
    every: '00:15',
    run: (context) =>
      inOneCommit(context, async (tx) => {
        const now = Math.floor(Date.now() / 1000)
        const total = await endMoving({ tx, session: { userId: null, scope: null }, now }, dateOf(now))
        return { total, said: total > 0 ? `${total} 户搬迁期满未搬` : '没有期满的' }
      }),
  }),
]
