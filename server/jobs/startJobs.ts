import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { groupBy, partition } from 'es-toolkit'
import { sql } from 'kysely'
import { CallError } from '../../src/core/errors.ts'
import type { Config } from '../config.ts'
import { faultWords } from '../faultWords.ts'
import { tellTrace, traced, traceInLog } from '../load/trace.ts'
import type { Database } from '../store/connection/database.ts'
import { noteAway, warnOf } from '../store/connection/outage.ts'
import type { OpenOwn, OwnConnection } from '../store/connection/ownConnection.ts'
import { actAs } from '../store/connection/transaction.ts'
import { vacuumAborted } from '../store/connection/vacuumAborted.ts'
import { isAway, isCrowded } from '../store/writing/problems.ts'
import type { JobConfig, JobSpec, TakenJob } from './defineJob.ts'
import { systemAt } from './inOneCommit.ts'
import { oneAtATime } from './oneAtATime.ts'
import { failJob, failTry, finishJob, giveTryBack, handBack, isJobWaiting, takeJob, tellProgress } from './queue.ts'
import { startClock } from './startClock.ts'

const BEAT_MS = 1000

interface Log {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

export interface JobGround {
  db: Database
  open: OpenOwn
  config: JobConfig & Pick<Config, 'dueJobs'>
  /** How many jobs that people asked for this node does at once; 0 leaves them all to other nodes. */
  atOnce: number
  /** How often it looks at the clock and for work, and a running job for whether it is still wanted, in ms. */
  beatMs?: number
  log: Log
}

/** A node's work on jobs. */
export interface Jobs {
  /** Stops, and hands the jobs under way back to the queue for another node. */
  stop(): Promise<void>
}

/** Watches a running job: tells its progress each second, and aborts it when it is this node's no more. */
const watch = ({ db, log, beatMs = BEAT_MS }: JobGround, job: TakenJob, lost: AbortController) => {
  let told: { progress: number; total: number | null } = { progress: 0, total: null }
  const beat = async (): Promise<void> => {
    try {
      if (!(await tellProgress(db, job, told.progress, told.total))) lost.abort()
    } catch (error) {
      warnOf(db, log, error, { job: job.job_id }, 'progress could not be told')
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

/** Tells what became of a job, however long others hold every connection: untold, what is done would be done again. */
const untilTold = async <T>(tell: () => Promise<T>): Promise<T> => {
  for (;;) {
    try {
      return await tell()
    } catch (error) {
      if (!isCrowded(error)) throw error
    }
  }
}

const afterFailure = async ({ db, log, beatMs = BEAT_MS }: JobGround, job: TakenJob, error: unknown): Promise<void> => {
  if (error instanceof CallError) {
    tellTrace({ 'anju.outcome': 'refused' })
    return untilTold(() => failJob(db, job, error.message))
  }
  tellTrace({ 'anju.outcome': 'failed' }, true)
  const id = randomUUID().slice(0, 8)
  log.error({ err: error, id, job: job.job_id, kind: job.kind, ...traceInLog() }, 'job failed')
  await untilTold(() => failTry(db, job, faultWords(error, id), beatMs))
}

/** How often a job may be taken before an outage costs it a try as well: it may be the job that the store cannot bear. */
const TAKINGS = 20
const ANSWER_MS = 5_000

/** Whether it was the store that went away under a job: what the job talks to otherwise breaks with the same errors. */
const isOutage = async (own: OwnConnection, job: TakenJob, error: unknown): Promise<boolean> => {
  if (!isAway(error) || job.attempt >= TAKINGS) return false
  const answers = sql`select 1`.execute(own.db).then(
    () => true,
    () => false,
  )
  return !(await Promise.race([answers, wait(ANSWER_MS, false, { ref: false })]))
}

/** Gives a job its try back as soon as the store is there again, unless the node stops before that. One that was taken too often by then has lost it. */
const afterOutage = async ({ db, log, beatMs = BEAT_MS }: JobGround, job: TakenJob, stop: AbortSignal): Promise<void> => {
  while (!stop.aborted && job.attempt < TAKINGS) {
    try {
      return await giveTryBack(db, job)
    } catch (error) {
      if (noteAway(db, error, log) === null) throw error
    }
    await wait(beatMs, undefined, { signal: stop }).catch(() => {})
  }
}

const work = async (ground: JobGround, own: OwnConnection, job: TakenJob, spec: JobSpec, stop: AbortSignal): Promise<void> => {
  const { db, config, log } = ground
  const { label, run } = spec
  const lost = new AbortController()
  const watched = watch(ground, job, lost)
  const signal = AbortSignal.any([lost.signal, stop])
  try {
    if (job.attempt > 1) await vacuumAborted(own.db)
    await actAs(own.db, systemAt({ job, label }))
    const done = await run({ job, label, db, own, config, signal, tell: watched.tell })
    await watched.end()
    await untilTold(() => finishJob(db, job, done))
    tellTrace({ 'anju.outcome': 'done' })
    if (done.total > 0) log.info({ job: job.job_id, kind: job.kind, total: done.total }, 'job done')
  } catch (error) {
    await watched.end()
    if (stop.aborted) await untilTold(() => handBack(db, job))
    // Another has it while this node is there: its lock went with a store that went. Whoever cancelled it leaves no try to give back.
    else if (lost.signal.aborted || (await isOutage(own, job, error))) await afterOutage(ground, job, stop)
    else await afterFailure(ground, job, error)
  }
}

/** Starts a node's work on some of the jobs, at most `atOnce` of them at a time. */
const startLane = (ground: JobGround, jobs: readonly JobSpec[], atOnce: number): Jobs => {
  const { db, open, log, beatMs = BEAT_MS } = ground
  const kinds = jobs.map(({ name }) => name)
  const stop = new AbortController()
  const running = new Set<Promise<void>>()

  const takeOne = async (): Promise<boolean> => {
    if (!(await isJobWaiting(db, kinds))) return false
    const own = await open()
    const taking: { job: TakenJob | null } = { job: null }
    const job = await own.db
      .transaction()
      .execute(async (tx) => {
        taking.job = await takeJob(tx, kinds)
        return taking.job
      })
      .catch(async (error: unknown) => {
        own.cut()
        // It may have been taken though nobody heard of it: then nobody works on it.
        if (taking.job && isAway(error)) await afterOutage(ground, taking.job, stop.signal)
        throw error
      })
    const spec = jobs.find(({ name }) => name === job?.kind)
    if (!job || !spec) {
      own.cut()
      return false
    }
    const trace = { name: spec.name, kind: 'job', said: { 'anju.job': job.job_id } } as const
    const done = traced(trace, () => work(ground, own, job, spec, stop.signal))
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
      warnOf(db, log, error, {}, 'jobs could not be looked for')
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

/** What is due so often waits for nothing that comes once a day. */
const OFTEN_SECONDS = 60

/** Those that are due by themselves and wait for each other. */
const laneOf = ({ every, apart }: JobSpec): string => apart ?? (typeof every === 'number' && every <= OFTEN_SECONDS ? 'often' : 'daily')

/**
 * Starts a node's work on jobs: it asks for the periodic ones as they become due, looks each second whether one waits, and takes it on a connection of its
 * own whose lock says that it is worked on. When the node dies the connection drops, and another node takes the job (docs/decisions/007). Periodic ones have
 * places of their own (none at all where DUE_JOBS is off: whoever looks at a restored copy sends no tenant anything), so that none waits for a long export, nor what is due each minute for what takes an hour; of a kind that this version does not know a newer node takes care.
 */
export const startJobs = (ground: JobGround, jobs: readonly JobSpec[]): Jobs => {
  const { db, log, atOnce, beatMs = BEAT_MS } = ground
  const [asked, due] = partition(jobs, ({ every }) => every === undefined)
  const byThemselves = (): Jobs[] => [
    startClock({ db, log, beatMs }, jobs),
    ...Object.values(groupBy(due, laneOf)).map((lane) => startLane(ground, lane, 1)),
  ]
  const parts = [startLane(ground, asked, atOnce), ...(ground.config.dueJobs === 'on' ? byThemselves() : [])]
  return {
    async stop() {
      await Promise.all(parts.map((part) => part.stop()))
    },
  }
}
