import { sql } from 'kysely'
import { dateOf } from '../../../src/protocol/dates.ts'
import material from '../../../src/resources/application/material.ts'
import type { Acting } from '../../calls/defineEffects.ts'
import { moveBySystem } from '../../calls/transition.ts'
import { defineJob } from '../../jobs/defineJob.ts'
import { inOneCommit } from '../../jobs/inOneCommit.ts'
import { inState } from '../../store/reading/states.ts'

const AT_ONCE = 500

/** Has papers be owed again whose time to be brought later is over, and gives how many. */
export const lapseDeferred = async (acting: Acting, today: string): Promise<number> => {
  const { rows } = await sql<{ material_id: number }>`
    select material_id from material where status = ${inState(material, 'deferred')} and due_on < ${today}::date
    order by material_id limit ${AT_ONCE} for no key update skip locked
  `.execute(acting.tx)
  const keys = rows.map(({ material_id }) => material_id)
  if (keys.length > 0) await moveBySystem(acting, 'material', 'lapse', keys)
  return keys.length
}

export default [
  defineJob({
    name: 'lapse_materials',
    label: '容缺到期',
    every: '00:20',
    run: (context) =>
      inOneCommit(context, async (tx) => {
        const now = Math.floor(Date.now() / 1000)
        const total = await lapseDeferred({ tx, session: { userId: null, scope: null }, now }, dateOf(now))
        return { total, said: total > 0 ? `${total} 份容缺材料到期未补交` : '没有到期的' }
      }),
  }),
]
