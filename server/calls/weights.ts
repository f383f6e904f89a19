import { CallError } from '../../src/core/errors.ts'
import { makeQueue, type Queue } from '../load/queue.ts'
import { type Database, optionsOf, type Tx } from '../store/connection/database.ts'
import { reading } from '../store/connection/transaction.ts'
import { isLate } from '../store/writing/problems.ts'

interface WeightSpec {
  /** The part of the pool's connections (POOL_SIZE) that all such reads of a node have at once; at least one. */
  share: number
  /** How long one statement may take, in seconds. */
  seconds: number
  /** What is told to whoever finds all of them taken. */
  full: string
  /** What is told to whoever asked for too much. */
  late: string
}

/**
 * The classes of reads that can take long. However many of them are asked for, what they leave of the pool is the other calls': 40 in a
 * hundred, where there are five connections or more.
 */
const weights = {
  search: {
    share: 0.4,
    seconds: 15,
    full: '按文字查找的人太多，正在排队，请稍后再试',
    late: '查找超过 15 秒没有完成，已停止：请多输入几个字，或加上其他条件缩小范围',
  },
  heavy: {
    share: 0.2,
    seconds: 30,
    full: '统计这类较慢的查询正在排队，请稍后再试',
    late: '查询超过 30 秒没有完成，已停止：请缩小日期、项目等范围后再试',
  },
} as const satisfies Readonly<Record<string, WeightSpec>>

/** A class of reads that can take long: a search of texts, or what reads a great part of a table. */
export type Weight = keyof typeof weights

const WAITING = 50
const PATIENCE_SECONDS = 10

const queues = new WeakMap<Database, Readonly<Record<Weight, Queue>>>()

const queueOf = (db: Database, weight: Weight): Queue => {
  const size = optionsOf(db).max ?? 1
  const made = (name: Weight): Queue =>
    makeQueue({
      atOnce: Math.max(1, Math.floor(size * weights[name].share)),
      waiting: WAITING,
      seconds: PATIENCE_SECONDS,
      full: weights[name].full,
    })
  const found = queues.get(db) ?? { search: made('search'), heavy: made('heavy') }
  queues.set(db, found)
  return found[weight]
}

/**
 * Runs a read of a class with the connections and the time that the class has. Throws 429 where they are taken by others for longer than
 * one waits, and 400 where a statement took longer than it may.
 */
export const readingAs = <T>(db: Database, weight: Weight, work: (tx: Tx) => Promise<T>): Promise<T> =>
  queueOf(
    db,
    weight,
  )(() => reading(db, work, weights[weight].seconds)).catch((error: unknown) => {
    throw isLate(error) ? new CallError(400, weights[weight].late, { seconds: weights[weight].seconds }) : error
  })
