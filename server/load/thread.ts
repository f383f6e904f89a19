import { Piscina } from 'piscina'
import { CallError } from '../../src/core/errors.ts'
import { makeQueue } from './queue.ts'

interface ThreadSpec {
  /** What the thread runs: its default export does one work. An import with ?thread gives the URL. */
  file: string
  /** How many wait at most. */
  waiting: number
  /** How long one waits at most, in seconds. */
  patience: number
  /** What is told to whoever finds it full, or has waited so long. */
  full: string
  /** How long one work may take, in seconds. */
  seconds: number
  /** What is told to whoever asked for too much. */
  late: string
}

/** How long a thread without work keeps what it has read, such as a font. */
const IDLE_MS = 60_000
/** A work that wants more is none of ours; the thread ends, the node does not. */
const MAX_MB = 512

/** `failed` is told why a thread ended that was not asked to, or could not begin. */
const openPool = <Task, Given>(filename: string, failed: (error: unknown) => void): Piscina<Task, Given> => {
  const resourceLimits = { maxOldGenerationSizeMb: MAX_MB }
  const pool = new Piscina<Task, Given>({ filename, minThreads: 0, maxThreads: 1, idleTimeout: IDLE_MS, resourceLimits })
  // Without a listener it would end the node.
  pool.on('error', failed)
  return pool
}

/**
 * Gives a way to do works that take the processor for long in a thread of their own, one at a time, while this one answers others. Throws
 * 429 where too many wait, and where a work takes too long: its thread is ended, and the next work begins another.
 */
export const makeThread = <Task, Given>({ file, waiting, patience, full, seconds, late }: ThreadSpec): ((task: Task) => Promise<Given>) => {
  const inTurn = makeQueue({ atOnce: 1, waiting, seconds: patience, full })
  let pool: Piscina<Task, Given> | null = null
  let failed = new AbortController()
  return (task) =>
    inTurn(async () => {
      pool ??= openPool<Task, Given>(file, (error) => failed.abort(error))
      failed = new AbortController()
      const limit = AbortSignal.timeout(seconds * 1000)
      return pool.run(task, { signal: AbortSignal.any([limit, failed.signal]) }).catch((error: unknown) => {
        if (failed.signal.aborted) throw failed.signal.reason
        throw limit.aborted ? new CallError(429, late, { seconds: 60 }) : error
      })
    })
}
