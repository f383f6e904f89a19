import { sql } from 'kysely'
import type { Queryable, Tx } from '../store/connection/database.ts'
import type { Row } from '../store/connection/rows.ts'

/** What a job is asked to do. */
export interface JobRequest {
  kind: string
  /** What its maker reads of it. */
  msg: string
  /** The number by which such jobs are asked for. */
  type: number
  params: Readonly<Record<string, unknown>>
  userId: number
}

/** A job that this node has taken. */
export interface TakenJob {
  job_id: number
  kind: string
  params: Record<string, unknown>
  created_by: number
  /** Which taking this is; every later write to the job names it, so that an earlier taker can write nothing. */
  attempt: number
}

/** Puts a job in the queue in the caller's transaction, and gives its number. */
export const addJob = async (tx: Tx, { kind, msg, type, params, userId }: JobRequest): Promise<number> => {
  const { rows } = await sql<Row<'job', 'job_id'>>`
    insert into job (kind, msg, type, params, created_by) values (${kind}, ${msg}, ${type}, ${JSON.stringify(params)}::jsonb, ${userId}) returning job_id
  `.execute(tx)
  return rows[0]?.job_id ?? 0
}

/** Gives how many jobs of a maker and a kind are not finished. */
export const openJobs = async (db: Queryable, userId: number, kind: string): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from job where state in ('queued', 'running') and created_by = ${userId} and kind = ${kind}
  `.execute(db)
  return rows[0]?.n ?? 0
}

/** Ends a maker's job, of a kind where one is named; the node that works on it finds out within a second. False where it is not theirs, or has ended. */
export const cancelJob = async (tx: Tx, jobId: number, userId: number, kind?: string): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    update job set state = 'cancelled', finished_at = epoch_now() where job_id = ${jobId} and created_by = ${userId} and kind = coalesce(${kind ?? null}::text, kind) and state in ('queued', 'running')
  `.execute(tx)
  return numAffectedRows === 1n
}

/** The advisory locks of jobs: this number and the job's. */
const LOCKS = 826_103

/** A job that nobody works on: queued, or running while nobody holds its lock, since its node is gone. */
const isFree = sql`state in ('queued', 'running') and not exists (
  select from pg_locks
  where locktype = 'advisory' and classid = ${sql.lit(LOCKS)} and objid = job_id::oid and objsubid = 2
    and database = (select oid from pg_database where datname = current_database()))`

export const isJobWaiting = async (db: Queryable): Promise<boolean> => {
  const { rows } = await sql`select from job where ${isFree} limit 1`.execute(db)
  return rows.length > 0
}

/**
 * Takes the oldest free job for the session that `tx` runs in, whose lock on it lasts until the session ends; null where there is
 * none. One that has used up its tries (its nodes died, or it failed) is ended instead.
 */
export const takeJob = async (tx: Tx): Promise<TakenJob | null> => {
  const { rows } = await sql<Row<'job', 'job_id' | 'tries_left'>>`
    select job_id, tries_left from job where ${isFree} order by job_id limit 1 for update skip locked
  `.execute(tx)
  const [found] = rows
  if (!found) return null
  if (found.tries_left === 0) {
    await sql`
      update job set state = 'failed', error = '多次中断，请稍后重试', finished_at = epoch_now() where job_id = ${found.job_id}
    `.execute(tx)
    return null
  }
  const locked = await sql<{ ok: boolean }>`select pg_try_advisory_lock(${LOCKS}, ${found.job_id}) as ok`.execute(tx)
  if (!locked.rows[0]?.ok) return null
  const taken = await sql<TakenJob>`
    update job set state = 'running', attempt = attempt + 1, tries_left = tries_left - 1, progress = 0, total = null
    where job_id = ${found.job_id} returning job_id, kind, params, created_by, attempt
  `.execute(tx)
  return taken.rows[0] ?? null
}

const stillMine = (job: TakenJob) => sql`job_id = ${job.job_id} and attempt = ${job.attempt} and state = 'running'`

/** Tells how far a job is; false where it is this taker's no more (cancelled, or taken by another). */
export const tellProgress = async (db: Queryable, job: TakenJob, progress: number, total: number | null): Promise<boolean> => {
  const { numAffectedRows } = await sql`update job set progress = ${progress}, total = ${total} where ${stillMine(job)}`.execute(db)
  return numAffectedRows === 1n
}

/** Ends a job well, unless it is this taker's no more: then false. */
export const finishJob = async (db: Queryable, job: TakenJob, total: number, result: unknown): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    update job set state = 'done', progress = ${total}, total = ${total}, result = ${JSON.stringify(result)}::jsonb, finished_at = epoch_now()
    where ${stillMine(job)}
  `.execute(db)
  return numAffectedRows === 1n
}

export const failJob = async (db: Queryable, job: TakenJob, error: string): Promise<void> => {
  await sql`update job set state = 'failed', error = ${error}, finished_at = epoch_now() where ${stillMine(job)}`.execute(db)
}

/** Gives a job back to the queue. One handed back by a node that stops in order does not lose a try by it. */
export const handBack = async (db: Queryable, job: TakenJob, isBlameless: boolean): Promise<void> => {
  await sql`
    update job set state = 'queued', tries_left = tries_left + ${isBlameless ? 1 : 0}::integer, progress = 0, total = null where ${stillMine(job)}
  `.execute(db)
}

/** True where the failed job has a try left. */
export const hasTriesLeft = async (db: Queryable, job: TakenJob): Promise<boolean> => {
  const { rows } = await sql`select from job where ${stillMine(job)} and tries_left > 0`.execute(db)
  return rows.length > 0
}
