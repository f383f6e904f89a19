import { CallError } from '../../src/core/errors.ts'
import type { Tx } from '../store/connection/database.ts'
import { type Actor, inTransaction } from '../store/connection/transaction.ts'
import type { JobContext, JobResult } from './defineJob.ts'
import { finishJob } from './queue.ts'

/** The system as whoever does a job, as 操作日志 writes it. */
export const systemAt = ({ job, label }: Pick<JobContext, 'job' | 'label'>): Actor => ({
  userId: null,
  path: `job:${job.kind}`,
  label,
  address: '',
})

/**
 * Does a job's deed in one transaction that ends the job too: a node that dies has done all or nothing, and nobody does it again. Gives what the work gives.
 * Throws 409 where the job was cancelled meanwhile: then nothing of it is kept. Without an actor the system did it; null is nobody.
 */
export const inOneCommit = (
  context: JobContext,
  work: (tx: Tx) => Promise<JobResult>,
  actor: Actor | null = systemAt(context),
): Promise<JobResult> =>
  inTransaction(context.own.db, actor, async (tx) => {
    const result = await work(tx)
    if (!(await finishJob(tx, context.job, result))) throw new CallError(409, '任务已取消')
    return result
  })
