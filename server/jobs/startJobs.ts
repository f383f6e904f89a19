import { randomUUID } from 'node:crypto'
import { CallError } from '../../src/core/errors.ts'
import type { Database } from '../store/connection/database.ts'
import type { OpenOwn, OwnConnection } from '../store/connection/ownConnection.ts'
import type { JobKind } from './kinds.ts'
import { failJob, finishJob, handBack, hasTriesLeft, isJobWaiting, type TakenJob, takeJob, tellProgress } from './queue.ts'

const BEAT_MS = 1000

interface Log {
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

export interface JobGround {
  db: Database
  open: OpenOwn
  dataDir: string
  /** How many jobs this node does at once; 0 leaves them all to other nodes. */
  atOnce: number
  /** How often it looks for work, and a running job for whether it is still wanted, in ms. */
  beatMs?: number
  log: Log
}

/** A node's work on jobs. */
export interface Jobs {
  /** Stops, and hands the jobs under way back to the queue for another node. */
  stop(): Promise<void>
}

/** Starts a work unless it is still under way. */
const oneAtATime = (work: () => Promise<void>) => {
  let underWay: Promise<void> | null = null
  const start = async (): Promise<void> => {
    if (underWay) return
    underWay = work()
    await underWay
    underWay = null
  }
  return { start: () => void start(), settled: async () => void (await underWay) }
}

/** Watches a running job: tells its progress each second, and aborts it when it is this node's no more. */
const watch = ({ db, log, beatMs = BEAT_MS }: JobGround, job: TakenJob, lost: AbortController) => {
  let told: { progress: number; total: number | null } = { progress: 0, total: null }
  const beat = async (): Promise<void> => {
    try {
      if (!(await tellProgress(db, job, told.progress, told.total))) lost.abort()
    } catch (error) {
      log.warn({ err: error, job: job.job_id }, 'progress could not be told')
    }
  }
  const tellOnce = oneAtATime(beat)
  const timer = setInterval(tellOnce.start, beatMs)
  return {
    tell: (progress: number, total: number) => {
      told = { progress, total }
    },
    async end() {
      clearInterval(timer)
      await tellOnce.settled()
    },
  }
}

const afterFailure = async ({ db, log }: JobGround, job: TakenJob, error: unknown): Promise<void> => {
  if (error instanceof CallError) return failJob(db, job, error.message)
  const id = randomUUID().slice(0, 8)
  log.error({ err: error, id, job: job.job_id }, 'job failed')
  if (await hasTriesLeft(db, job)) return handBack(db, job, false)
  await failJob(db, job, `系统繁忙，请稍后再试（编号 ${id}）`)
}

const work = async (ground: JobGround, own: OwnConnection, job: TakenJob, run: JobKind | undefined, stop: AbortSignal): Promise<void> => {
  const { db, dataDir } = ground
  const lost = new AbortController()
  const watched = watch(ground, job, lost)
  const signal = AbortSignal.any([lost.signal, stop])
  try {
    if (!run) throw new CallError(404, '此版本不认识这个任务')
    const { total, result } = await run({ job, db, own, dataDir, signal, tell: watched.tell })
    await watched.end()
    await finishJob(db, job, total, result)
  } catch (error) {
    await watched.end()
    if (stop.aborted) await handBack(db, job, true)
    else if (!lost.signal.aborted) await afterFailure(ground, job, error)
  }
}

/**
 * Starts a node's work on jobs of these kinds, by their words: it looks each second whether one waits, takes at most `atOnce` at a time, each on a connection of its
 * own whose lock says that it is worked on. When the node dies the connection drops, and another node takes the job (docs/decisions/007).
 */
export const startJobs = (ground: JobGround, kinds: Readonly<Record<string, JobKind>>): Jobs => {
  const { db, open, atOnce, log, beatMs = BEAT_MS } = ground
  const stop = new AbortController()
  const running = new Set<Promise<void>>()

  const takeOne = async (): Promise<boolean> => {
    if (!(await isJobWaiting(db))) return false
    const own = await open()
    const job = await own.db
      .transaction()
      .execute(takeJob)
      .catch((error: unknown) => {
        own.cut()
        throw error
      })
    if (!job) {
      own.cut()
      return false
    }
    const done = work(ground, own, job, kinds[job.kind], stop.signal)
      .catch((error: unknown) => log.error({ err: error, job: job.job_id }, 'job could not be ended'))
      .finally(() => {
        own.cut()
        running.delete(done)
        // The next one need not wait for the beat.
        lookOnce.start()
      })
    running.add(done)
    return true
  }
  const look = async (): Promise<void> => {
    try {
      while (running.size < atOnce && !stop.signal.aborted && (await takeOne()));
    } catch (error) {
      log.warn({ err: error }, 'jobs could not be looked for')
    }
  }
  const lookOnce = oneAtATime(look)
  const timer = setInterval(lookOnce.start, beatMs)

  return {
    async stop() {
      clearInterval(timer)
      stop.abort()
      await lookOnce.settled()
      await Promise.all(running)
    },
  }
}
