import { sql } from 'kysely'
import { resourceNamed } from '../../src/declared/declared.ts'
import { dateOf } from '../../src/protocol/dates.ts'
import { countJob } from '../jobs/countJob.ts'
import type { Every, JobSpec } from '../jobs/defineJob.ts'
import type { Tx } from '../store/connection/database.ts'
import { moveThose } from './moveThose.ts'

/** What runs out by itself: the system's move of a resource's records, once the day or the time in a column is over. */
export interface Lapse {
  of: string
  move: string
  /** A day counts to its end, a time to its second. */
  past: string
}

/** Moves what has run out by `now`, in seconds, and gives how many. What somebody has in hand at this moment is left to the next run. */
export const movePast = (tx: Tx, now: number, { of, move, past }: Lapse): Promise<number> => {
  const column = sql.ref(`t.${past}`)
  const isOver = resourceNamed(of).column[past]?.is === 'date' ? sql`${column} < ${dateOf(now)}::date` : sql`${column} <= ${now}::bigint`
  return moveThose({ tx, session: { userId: null, scope: null }, now }, of, move, isOver, { leavesHeld: true })
}

/** Declares the job that moves what has run out: all or nothing, in one transaction. `said`: what its record says of so many. */
export const lapseJob = ({
  lapse,
  said,
  ...job
}: {
  name: string
  label: string
  every: Every
  lapse: Lapse
  said: (total: number) => string
}): JobSpec => countJob({ ...job, said, none: '没有到期的', does: (tx, now) => movePast(tx, now, lapse) })
