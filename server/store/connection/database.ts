import { Kysely, PostgresDialect, type PostgresPool, PostgresQueryCompiler, type Transaction } from 'kysely'
import pg from 'pg'
import { isTracing } from '../../load/trace.ts'
import { LIMITS, mustTakeWrites, PreparingClient, settle, storeTypes } from './client.ts'
import { PooledClient } from './pooledClient.ts'
import type { Tables } from './rows.ts'
import { traceQuery } from './tracedQueries.ts'

export type Database = Kysely<Tables>
export type Tx = Transaction<Tables>
/** Either the pool or a transaction: what a query runs on. */
export type Queryable = Database | Tx

export interface Connection {
  host?: string
  port?: number
  user?: string
  password?: string
  database?: string
  connectionString?: string
}

/** How every connection is opened: within ten seconds, and asked by the system every ten seconds of silence whether the other side is still there. */
export const REACHING = { connectionTimeoutMillis: 10_000, keepAlive: true, keepAliveInitialDelayMillis: 10_000 } as const

/** `transaction`: by a pooler that lends the server's connections out by the transaction; `replica`: it may lead to a standby. */
export type Mode = 'session' | 'transaction' | 'replica'

const MODES = {
  session: { Client: PreparingClient, onConnect: (client: pg.ClientBase) => settle(client, LIMITS) },
  transaction: { Client: PooledClient, onConnect: mustTakeWrites },
  replica: { Client: PreparingClient, onConnect: (client: pg.ClientBase) => settle(client, LIMITS, true) },
} as const

/** How long a call waits for an answer: longer than the server works on one, so what comes later comes never. The host is gone, and nobody was there to say so. */
export const ANSWER_MS = 75_000

/** How long a connection serves, in seconds: each list filtered another way is another statement, which it keeps prepared for as long as it lives, some 10 kB in PostgreSQL. */
const SERVES_S = 1800

/**
 * Opens a pool. A statement over 60 s and a transaction idle for 60 s are ended. A connection that breaks while nobody uses it is replaced. `answerMs`: an answer
 * that takes longer ends its connection; without it one waits for long work as long as it takes.
 */
export const openPool = (connection: Connection, size: number, mode: Mode = 'session', answerMs?: number): pg.Pool => {
  const options = {
    ...connection,
    ...REACHING,
    max: size,
    types: storeTypes,
    // What is asked at once goes out at once, and is not held back until the answer before it is there.
    pipeline: true,
    application_name: 'anju',
    idleTimeoutMillis: 60_000,
    maxLifetimeSeconds: SERVES_S,
    query_timeout: answerMs,
    ...MODES[mode],
  }
  const pool = new pg.Pool(options)
  pool.on('error', () => {})
  return pool
}

const pools = new WeakMap<Database, PostgresPool>()

/** Gives the query builder on a pool, or on whatever hands out connections as a pool does. */
export const kyselyOn = (pool: PostgresPool, Compiler: typeof PostgresQueryCompiler = PostgresQueryCompiler): Database => {
  const dialect = new PostgresDialect({ pool })
  const db = new Kysely<Tables>({
    dialect: {
      createAdapter: () => dialect.createAdapter(),
      createDriver: () => dialect.createDriver(),
      createIntrospector: (made) => dialect.createIntrospector(made),
      createQueryCompiler: () => new Compiler(),
    },
    ...(isTracing() ? { log: traceQuery } : {}),
  })
  pools.set(db, pool)
  return db
}

/** Gives what a connection to the same store is opened with, for one that is not the pool's. */
export const optionsOf = (db: Database): pg.PoolConfig => (pools.get(db) as pg.Pool | undefined)?.options ?? {}

const directs = new WeakMap<Database, Database>()

/** Has what needs a connection of its own go past a pooler: long work, locks that outlast a transaction, listening. */
export const giveDirect = (db: Database, direct: Database): void => {
  directs.set(db, direct)
}

/** Gives what leads to the same store past a pooler; where there is none between, the same. */
export const directOf = (db: Database): Database => directs.get(db) ?? db

/** How a pool's connections stand: how many there may be, how many are open and idle of them, and how many calls wait for one. */
export interface PoolStanding {
  size: number
  open: number
  idle: number
  waiting: number
}

/** Gives how the pool behind a query builder stands. */
export const standingOfPool = (db: Database): PoolStanding => {
  const pool = pools.get(db) as Partial<pg.Pool> | undefined
  return {
    size: pool?.options?.max ?? 0,
    open: pool?.totalCount ?? 0,
    idle: pool?.idleCount ?? 0,
    waiting: pool?.waitingCount ?? 0,
  }
}
