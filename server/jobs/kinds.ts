import type { Database } from '../store/connection/database.ts'
import type { OwnConnection } from '../store/connection/ownConnection.ts'
import type { TakenJob } from './queue.ts'

/** What a job works with. */
export interface JobContext {
  job: TakenJob
  /** The pool of calls: for short questions. */
  db: Database
  /** The job's own connection, which holds its lock. */
  own: OwnConnection
  dataDir: string
  /** Aborts when the job is cancelled or its node stops. */
  signal: AbortSignal
  /** Says how far it is. */
  tell(progress: number, total: number): void
}

/** What came of a job: how many rows (or steps) it was, and what its record keeps. */
export interface JobResult {
  total: number
  result: unknown
}

/** Does a kind of job. A CallError that it throws is told to the job's maker; anything else is tried again. */
export type JobKind = (context: JobContext) => Promise<JobResult>
