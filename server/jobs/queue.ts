import { sql } from 'kysely'
import type { Queryable, Tx } from '../store/connection/database.ts'
import type { Row } from '../store/connection/rows.ts'
import type { JobResult, JobSpec, TakenJob } from './defineJob.ts'

/** What a job is asked to do. */
interface JobRequest {
  /** What its maker reads of it. */
  msg: string
  /** The number by which such jobs are asked for. */
  type: number
  params: Readonly<Record<string, unknown>>
  userId: number
}

/** Gives whose job it is; throws where it is nobody's, as those of the clock are. */
export const makerOf = ({ job_id, created_by }: TakenJob): number => {
  if (created_by === null) throw new Error(`job ${job_id} has no maker`)
  return created_by
}

/** Puts a job in the queue in the caller's transaction, and gives its number; where its deed has been asked for (`once`), that of the one that does it. */
export const addJob = async (tx: Tx, { name, once }: Pick<JobSpec, 'name' | 'once'>, request: JobRequest): Promise<number> => {
  const { msg, type, params, userId } = request
  const key = once ? once({ now: Math.floor(Date.now() / 1000), params }) : null
  const { rows } = await sql<Row<'job', 'job_id'>>`
    insert into job (kind, msg, type, params, created_by, once)
    values (${name}, ${msg}, ${type}, ${JSON.stringify(params)}::jsonb, ${userId}, ${key}) on conflict (kind, once) do nothing returning job_id
  `.execute(tx)
  if (rows[0]) return rows[0].job_id
  const asked = await sql<Row<'job', 'job_id'>>`select job_id from job where kind = ${name} and once = ${key}`.execute(tx)
  return asked.rows[0]?.job_id ?? 0
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

/** What is said of a job whose nodes have gone from it until it had no try left. */
const INTERRUPTED = '多次中断，请稍后重试'

/** The advisory locks of jobs: this number and the job's. */
const LOCKS = 826_103

/** Nobody holds a job's lock: of one that is running its node is gone. */
const isLeft = sql`not exists (
  select from pg_locks
  where locktype = 'advisory' and classid = ${sql.lit(LOCKS)} and objid = job_id::oid and objsubid = 2
    and database = (select oid from pg_database where datname = current_database()))`

/** A job of these kinds that nobody works on: queued, or running and left. */
const isFree = (kinds: readonly string[]) => sql`state in ('queued', 'running') and kind = any(${kinds}::text[])
  and (not_before is null or not_before <= now()) and ${isLeft}`

/** Whether a job of these kinds waits to be done now. */
export const isJobWaiting = async (db: Queryable, kinds: readonly string[]): Promise<boolean> => {
  const { rows } = await sql`select from job where ${isFree(kinds)} limit 1`.execute(db)
  return rows.length > 0
}

/**
 * Takes the oldest free job of these kinds for the session that `tx` runs in, whose lock on it lasts until the session ends; null where there is
 * none. One that has used up its tries (its nodes died, or it failed) is ended instead.
 */
export const takeJob = async (tx: Tx, kinds: readonly string[]): Promise<TakenJob | null> => {
  const { rows } = await sql<Row<'job', 'job_id' | 'tries_left'>>`
    select job_id, tries_left from job where ${isFree(kinds)} order by job_id limit 1 for update skip locked
  `.execute(tx)
  const [found] = rows
  if (!found) return null
  if (found.tries_left === 0) {
    await sql`
      update job set state = 'failed', error = coalesce(error, ${INTERRUPTED}), finished_at = epoch_now() where job_id = ${found.job_id}
    `.execute(tx)
    return null
  }
  const locked = await sql<{ ok: boolean }>`select pg_try_advisory_lock(${LOCKS}, ${found.job_id}) as ok`.execute(tx)
  if (!locked.rows[0]?.ok) return null
  const taken = await sql<TakenJob>`
    update job set state = 'running', attempt = attempt + 1, tries_left = tries_left - 1, progress = 0, total = null, started_at = epoch_now()
    where job_id = ${found.job_id} returning job_id, kind, params, created_by, attempt, coalesce(due_at, created_at) as due
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
export const finishJob = async (db: Queryable, job: TakenJob, { total, result = null, said }: JobResult): Promise<boolean> => {
  // What it did counts as written by who asked for it: their next read has to have it, by a replica too (docs/decisions/063-replicas.md).
  const { rows } = await sql<{ n: number }>`
    with done as (
      update job set state = 'done', progress = ${total}, total = ${total}, result = ${JSON.stringify(result)}::jsonb, done = ${said}, error = null,
        finished_at = epoch_now()
      where ${stillMine(job)} returning created_by),
    theirs as (select token_hash from session where user_id = (select created_by from done) order by token_hash for no key update),
    counted as (update session s set writes = s.writes + 1 from theirs t where s.token_hash = t.token_hash)
    select count(*) as n from done
  `.execute(db)
  return rows[0]?.n === 1
}

export const failJob = async (db: Queryable, job: TakenJob, error: string): Promise<void> => {
  await sql`update job set state = 'failed', error = ${error}, finished_at = epoch_now() where ${stillMine(job)}`.execute(db)
}

/** Gives a job back to the queue, as its node stops in order: it does not lose a try by it. */
export const handBack = async (db: Queryable, job: TakenJob): Promise<void> => {
  await sql`
    update job set state = 'queued', tries_left = tries_left + 1, progress = 0, total = null where ${stillMine(job)}
  `.execute(db)
}

/**
 * Gives a job the try back that an outage of the store took from it: the node that had it is there, and has done nothing wrong. Another may have taken it
 * meanwhile (as the same attempt, where the taking itself was lost with the store), or have found that it had no try left. What has ended otherwise stays as it is.
 */
export const giveTryBack = async (db: Queryable, { job_id, attempt }: TakenJob): Promise<void> => {
  await sql`
    update job set tries_left = least(tries_left + 1, 3), state = case when attempt = ${attempt} and (state <> 'running' or ${isLeft}) then 'queued' else state end,
      error = case when error = ${INTERRUPTED} then null else error end, finished_at = null
    where job_id = ${job_id} and (
      state = 'running' and attempt >= ${attempt} or state = 'queued' and attempt > ${attempt}
      or state = 'failed' and attempt = ${attempt})
  `.execute(db)
}

/** How many beats a failed job waits for its second and its third try. */
const PAUSES = [5, 30]

/** Ends a try that failed: with a try left it is done again after a while, longer each time (`beatMs`: a node's beat); otherwise it has failed. */
export const failTry = async (db: Queryable, job: TakenJob, error: string, beatMs: number): Promise<void> => {
  await sql`
    update job set error = ${error}, state = case when tries_left > 0 then 'queued' else 'failed' end,
      finished_at = case when tries_left = 0 then epoch_now() end,
      not_before = now() + make_interval(secs => case when tries_left > 1 then ${PAUSES[0]}::integer else ${PAUSES[1]}::integer end * ${beatMs / 1000}::float8)
    where ${stillMine(job)}
  `.execute(db)
}
