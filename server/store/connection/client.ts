import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'

const toNumber = (text: string): number => Number(text)

// Money, counts and instants are bigint in the store and stay below 2^53 (MAX_FEN), so a number holds them exactly.
const types = new pg.TypeOverrides()
types.setTypeParser(pg.types.builtins.INT8, toNumber)
types.setTypeParser(pg.types.builtins.NUMERIC, toNumber)
types.setTypeParser(pg.types.builtins.DATE, (text: string) => text)

/** How the store's types are read into numbers and texts. */
export const storeTypes = types

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

const ANEW = '/* planned anew */'

/** Begins a query whose best plan depends on the values: it is never kept prepared, since a kept plan ends up being one for all values. */
export const PLANNED_ANEW = sql.raw(ANEW)

/** A client whose connection may break at any moment without ending the process. */
export class StoreClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config)
    // Whoever waits for an answer gets the error. Unheard it would end the process, and the pool hears only of clients that nobody uses.
    this.on('error', () => {})
  }
}

/** One that prepares each parameterised statement once a connection, so that PostgreSQL parses and plans it once. */
export class PreparingClient extends StoreClient {
  // biome-ignore lint/suspicious/noExplicitAny: pg declares nine overloads; only (text, values) is rewritten
  override query(...args: any[]): any {
    const [text, values, ...rest] = args
    if (typeof text === 'string' && Array.isArray(values) && values.length > 0 && !text.startsWith(ANEW))
      return (super.query as (...inner: unknown[]) => unknown)({ name: nameOf(text), text, values }, ...rest)
    return (super.query as (...inner: unknown[]) => unknown)(...args)
  }
}

/** Settings of a connection by name, in the units and the spelling in which pg_settings shows them (times in ms). */
export type Settings = Readonly<Record<string, string>>

/** Days are those of Asia/Shanghai. No query takes helpers: starting them costs more than a short query does, and they take the processors from other people's calls. */
const EVERY: Settings = { TimeZone: 'Asia/Shanghai', DateStyle: 'ISO, MDY', max_parallel_workers_per_gather: '0' }

/**
 * Of a connection that calls use: a statement may take 60 s, and a transaction idle as long. The server looks every 2 s whether the node is still there: what a
 * dead one waits for, and holds meanwhile, is free for the others.
 */
export const LIMITS: Settings = {
  statement_timeout: '60000',
  idle_in_transaction_session_timeout: '60000',
  client_connection_check_interval: '2000',
}

const setting = (own: Settings, isLocal: boolean): string =>
  `select ${Object.entries({ ...EVERY, ...own })
    .map(([name, value]) => `set_config('${name}', '${value}', ${isLocal})`)
    .join(', ')}`

/** Gives the statement that sets what a transaction works by, for it alone. */
export const inOneTransaction = (own: Settings): string => setting(own, true)

const CHECK_MS = 10_000

interface Checked {
  is_standby: boolean
  wrong: string | null
}

const refuseStandby = (rows: readonly Pick<Checked, 'is_standby'>[]): void => {
  if (rows[0]?.is_standby) throw Object.assign(new Error('the store is a standby at the moment'), { code: '25006' })
}

/** Looks, as a connection by a pooler is new, that it does not lead to a standby. Throws where it does. */
export const mustTakeWrites = async (client: pg.ClientBase): Promise<void> => {
  const question = { text: 'select pg_is_in_recovery() as is_standby', query_timeout: CHECK_MS } as pg.QueryConfig
  refuseStandby((await client.query<Checked>(question)).rows)
}

/**
 * Sets what a new connection works by, and looks whether it is so, in one round trip. Not by start-up options: a pooler between may drop
 * those, and then days would begin eight hours late and nothing would end a statement. Throws where the connection does not keep them,
 * and where it leads to a standby, which takes no writes, unless it `mayStandBy`.
 */
export const settle = async (client: pg.ClientBase, own: Settings, mayStandBy = false): Promise<void> => {
  const wanted = Object.entries({ ...EVERY, ...own }).map(([name, value]) => `('${name}', '${value}')`)
  const text = `${setting(own, false)};
    select pg_is_in_recovery() as is_standby, (
      select string_agg(w.name, ', ') from (values ${wanted.join(', ')}) w (name, setting)
      where not exists (select from pg_settings s where s.name = w.name and s.setting = w.setting)) as wrong`
  const question = { text, query_timeout: CHECK_MS } as pg.QueryConfig
  const [, { rows }] = (await client.query(question)) as unknown as [unknown, pg.QueryResult<Checked>]
  if (!mayStandBy) refuseStandby(rows)
  if (rows[0]?.wrong) throw new Error(`the connection does not keep its settings (${rows[0].wrong}): a pooler must be in session mode`)
}
