import { sql } from 'kysely'
import { CallError } from '../../src/core/errors.ts'
import type { Tx } from '../store/connection/database.ts'
import type { Row } from '../store/connection/rows.ts'
import type { JobSpec } from './defineJob.ts'

/** A run, as whoever looks after jobs has it before him. */
export type Run = Row<'job', 'job_id' | 'kind' | 'msg' | 'state'>

/** Gives a run, held until the transaction ends; null where there is none. */
export const holdRun = async (tx: Tx, jobId: number): Promise<Run | null> => {
  const { rows } = await sql<Run>`select job_id, kind, msg, state from job where job_id = ${jobId} for update`.execute(tx)
  return rows[0] ?? null
}

/** Refuses a second run of a periodic job beside one that waits or runs; two who ask at once come one after the other. */
const refuseBeside = async (tx: Tx, kind: string): Promise<void> => {
  await sql`select from job_kind where name = ${kind} for update`.execute(tx)
  const { rows } = await sql`select from job where kind = ${kind} and state in ('queued', 'running') limit 1`.execute(tx)
  if (rows.length > 0) throw new CallError(409, '这项任务正在排队或运行，请等它结束')
}

/** Asks for one more run of a periodic job, beside those that the clock asks for. Throws 409 where one is under way. */
export const addRun = async (tx: Tx, { name, label }: JobSpec, userId: number): Promise<Run> => {
  await refuseBeside(tx, name)
  const { rows } = await sql<Run>`
    insert into job (kind, msg, params, created_by) values (${name}, ${label}, '{}', ${userId}) returning job_id, kind, msg, state
  `.execute(tx)
  if (!rows[0]) throw new Error(`${name}: no run was added`)
  return rows[0]
}

/** Has a failed run done anew, with all its tries: it is the same run, of the same time and as its maker's. Throws 409 where another of a periodic job is under way. */
export const tryAnew = async (tx: Tx, run: Run, { every }: JobSpec): Promise<void> => {
  if (every) await refuseBeside(tx, run.kind)
  await sql`
    update job set state = 'queued', tries_left = 3, error = null, finished_at = null, not_before = null, progress = 0, total = null where job_id = ${run.job_id}
  `.execute(tx)
}

/** Ends a run that waits or is under way, whoever asked for it; its node finds out within a second. False where it has ended. */
export const stopRun = async (tx: Tx, jobId: number): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    update job set state = 'cancelled', finished_at = epoch_now() where job_id = ${jobId} and state in ('queued', 'running')
  `.execute(tx)
  return numAffectedRows === 1n
}
