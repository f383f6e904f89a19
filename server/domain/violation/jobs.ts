import { sql } from 'kysely'
import { dateOf } from '../../../src/protocol/dates.ts'
import violation from '../../../src/resources/violation/violation.ts'
import { moveBySystem } from '../../calls/transition.ts'
import { defineJob } from '../../jobs/defineJob.ts'
import { inOneCommit } from '../../jobs/inOneCommit.ts'
import type { Tx } from '../../store/connection/database.ts'
import type { Row } from '../../store/connection/rows.ts'
import { inState } from '../../store/reading/states.ts'

/**
 * Moves the violations whose deadline is past to 逾期未整改, and gives how many; `now` in seconds. One that somebody has in hand at this moment
 * is left to the next run.
 */
export const lapseCorrections = async (tx: Tx, now: number): Promise<number> => {
  const { rows } = await sql<Row<'violation', 'violation_id'>>`
    select violation_id from violation where status = ${inState(violation, 'toCorrect')} and deadline < ${dateOf(now)}::date
    order by violation_id for no key update skip locked
  `.execute(tx)
  const keys = rows.map(({ violation_id }) => violation_id)
  if (keys.length > 0) await moveBySystem({ tx, session: { userId: null, scope: null }, now }, 'violation', 'lapse', keys)
  return keys.length
}

export default [
  defineJob({
    name: 'lapse_corrections',
    label: '违规整改到期',
    every: '00:20',
    run: (context) =>
      inOneCommit(context, async (tx) => {
        const total = await lapseCorrections(tx, Math.floor(Date.now() / 1000))
        return { total, said: total > 0 ? `${total} 件逾期未整改，已告知登记人` : '没有到期的' }
      }),
  }),
]
