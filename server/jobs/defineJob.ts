import type { Config } from '../config.ts'
import type { Database } from '../store/connection/database.ts'
import type { OwnConnection } from '../store/connection/ownConnection.ts'

/** What jobs know of the node's configuration. */
export type JobConfig = Pick<
  Config,
  'backupDir' | 'backupKeep' | 'backupPassphrase' | 'databaseUrl' | 'dataDir' | 'exportDays' | 'jobDays' | 'outboundHosts' | 'secretKey'
>

/** A job that this node has taken. */
export interface TakenJob {
  job_id: number
  kind: string
  params: Record<string, unknown>
  /** Who asked for it; null where the clock did. */
  created_by: number | null
  /** The time that it was due, or asked for, in seconds. */
  due: number
  /** Which taking this is; every later write to the job names it, so that an earlier taker can write nothing. */
  attempt: number
}

/** What a job works with. */
export interface JobContext {
  job: TakenJob
  /** What it is called. */
  label: string
  /** The pool of calls: for short questions. What is written there is nobody's in 操作日志. */
  db: Database
  /** The job's own connection, which holds its lock. What is written there stands in 操作日志 as done by the system. */
  own: OwnConnection
  config: JobConfig
  /** Aborts when the job is cancelled or its node stops. */
  signal: AbortSignal
  /** Says how far it is. */
  tell(progress: number, total: number): void
}

/** What came of a job: how many rows (or steps) it was, what its record keeps, and what it did in words. Of a periodic one 0 says that there was nothing to do. */
export interface JobResult {
  total: number
  result?: unknown
  said: string
}

/** Does a job. A CallError that it throws is told to the job's maker; anything else is tried again. */
export type RunJob = (context: JobContext) => Promise<JobResult>

/** When a job is due: at a time of day in Asia/Shanghai ('03:10'), or each time so many seconds have passed (counted from 1970-01-01, alike on all nodes). */
export type Every = number | `${number}:${number}`

/** Work that outlives a call, or that nobody asks for. */
export interface JobSpec {
  /** The word by which its runs find it again, whichever node does them. */
  name: string
  label: string
  /** When it is due by itself; a function where a setting says so. Without it, it runs when someone asks for it (`addJob`). */
  every?: Every | ((db: Database) => Promise<Every>)
  /** Of what is due by itself and takes long, or may wait for nobody: a node does those of one word one at a time, and they hold no others up. */
  apart?: string
  /**
   * Gives what tells one deed from another: of those that give the same one is done, however many ask for it on whatever node. `now`: the time that
   * it is due or asked for, in seconds. Without it each time that it is due is a deed, and so is each request.
   */
  once?: (asked: { now: number; params: Readonly<Record<string, unknown>> }) => string
  run: RunJob
}

const TIME_OF_DAY = /^([01]\d|2[0-3]):[0-5]\d$/

/** Gives whether a job can be due so. */
const isEvery = (every: unknown): every is Every =>
  typeof every === 'number' ? Number.isInteger(every) && every > 0 : TIME_OF_DAY.test(String(every))

/** Declares a job; a domain's jobs.ts gives a list of them. Throws where its name or its time is none. */
export const defineJob = (spec: JobSpec): JobSpec => {
  if (!/^[a-z][a-z0-9_]*$/.test(spec.name)) throw new Error(`任务 ${spec.name}：name 只能用小写字母、数字和下划线`)
  if (spec.every !== undefined && typeof spec.every !== 'function' && !isEvery(spec.every))
    throw new Error(`任务 ${spec.name}：every 是 '03:10' 这样的时刻，或秒数，此处是 ${spec.every}`)
  return Object.freeze(spec)
}
