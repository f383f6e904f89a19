import type { Tx } from '../store/connection/database.ts'
import { defineJob, type JobContext, type JobSpec } from './defineJob.ts'
import { inOneCommit } from './inOneCommit.ts'

type Counting = Omit<JobSpec, 'run'> & {
  /** Does it, at this moment in seconds, and gives of how many. */
  does: (tx: Tx, now: number, context: JobContext) => Promise<number>
  /** What its record says of so many. */
  said: (total: number) => string
  /** What it says where there was nothing to do. */
  none: string
}

/** Declares a job that does something of so many and says of how many: all or nothing, in one transaction. */
export const countJob = ({ does, said, none, ...job }: Counting): JobSpec =>
  defineJob({
    ...job,
    run: (context) =>
      inOneCommit(context, async (tx) => {
        const total = await does(tx, Math.floor(Date.now() / 1000), context)
        return { total, said: total > 0 ? said(total) : none }
      }),
  })
