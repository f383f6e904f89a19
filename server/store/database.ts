import { createHash } from 'node:crypto'
import { Kysely, PostgresDialect, type PostgresPool, PostgresQueryCompiler, sql, type Transaction } from 'kysely'
import pg from 'pg'

/** Rows of any table by name: the tables come from declarations, so the compiler cannot know them. */
export type Tables = Record<string, Record<string, unknown>>
export type Database = Kysely<Tables>
export type Tx = Transaction<Tables>
/** Either the pool or a transaction: what a query runs on. */
export type Queryable = Database | Tx

const toNumber = (text: string): number => Number(text)

// Money, counts and instants are bigint in the store and stay below 2^53 (MAX_FEN), so a number holds them exactly.
const types = new pg.TypeOverrides()
types.setTypeParser(pg.types.builtins.INT8, toNumber)
types.setTypeParser(pg.types.builtins.NUMERIC, toNumber)
types.setTypeParser(pg.types.builtins.DATE, (text: string) => text)

const statementName = new Map<string, string>()
const nameOf = (text: string): string => {
  const known = statementName.get(text)
  if (known) return known
  const made = createHash('md5').update(text).digest('hex')
  // Texts differ by filters and order only; should something make them without end, forget rather than grow.
  if (statementName.size > 5000) statementName.clear()
  statementName.set(text, made)
  return made
}

/** Every session reckons days in Asia/Shanghai, and no query takes helpers (openPool says why). */
export const SESSION_OPTIONS = '-c timezone=Asia/Shanghai -c datestyle=ISO -c max_parallel_workers_per_gather=0'

/** How the store's types are read into numbers and texts. */
export const storeTypes = types

const ANEW = '/* planned anew */'

/** Begins a query whose best plan depends on the values: it is never kept prepared, since a kept plan ends up being one for all values. */
export const PLANNED_ANEW = sql.raw(ANEW)

/** A client that prepares each parameterised statement once a connection, so that PostgreSQL parses and plans it once. */
class PreparingClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: pg declares nine overloads; only (text, values) is rewritten
  override query(...args: any[]): any {
    const [text, values, ...rest] = args
    if (typeof text === 'string' && Array.isArray(values) && values.length > 0 && !text.startsWith(ANEW))
      return (super.query as (...inner: unknown[]) => unknown)({ name: nameOf(text), text, values }, ...rest)
    return (super.query as (...inner: unknown[]) => unknown)(...args)
  }
}

export interface Connection {
  host?: string
  port?: number
  user?: string
  password?: string
  database?: string
  connectionString?: string
}

/**
 * Opens a pool. Every session reckons days in Asia/Shanghai; a statement over 60 s and a transaction idle for 60 s are ended. No query
 * takes helpers: starting them costs more than a short query does, and they take the processors from other people's calls.
 */
export const openPool = (connection: Connection, size: number): pg.Pool =>
  new pg.Pool({
    ...connection,
    max: size,
    types,
    Client: PreparingClient,
    application_name: 'anju',
    options: `${SESSION_OPTIONS} -c statement_timeout=60000 -c idle_in_transaction_session_timeout=60000`,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
  })

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
  })
  pools.set(db, pool)
  return db
}

/** Gives what a connection to the same store is opened with, for one that is not the pool's. */
export const optionsOf = (db: Database): pg.ClientConfig => (pools.get(db) as pg.Pool | undefined)?.options ?? {}
