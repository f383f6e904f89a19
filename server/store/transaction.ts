import { setTimeout as wait } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import type { Database, Tx } from './database.ts'
import { isConflict } from './problems.ts'

const ATTEMPTS = 8

/** Who acts in a transaction, by which call and from where: what 操作日志 writes beside every change. */
export interface Actor {
  userId: number
  path: string
  /** What the call is called: 新增房源. */
  label: string
  address: string
}

type Isolation = 'read committed' | 'serializable'

const literal = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`

/** The beginning says who acts, in one message to the server: a write is no round trip slower for being logged. */
const beginning = (isolation: Isolation, actor: Actor | null): RawBuilder<unknown> => {
  const settings = actor ? { actor: String(actor.userId), path: actor.path, label: actor.label, address: actor.address } : {}
  const said = Object.entries(settings).map(([name, value]) => `set_config('anju.${name}', E${literal(value)}, true)`)
  return sql.raw(`start transaction isolation level ${isolation}${said.length > 0 ? `; select ${said.join(', ')}` : ''}`)
}

/** One try: what the work does is committed, or nothing of it. */
const attempt = <T>(db: Database, isolation: Isolation, actor: Actor | null, work: (tx: Tx) => Promise<T>): Promise<T> =>
  db.connection().execute(async (connection) => {
    await beginning(isolation, actor).execute(connection)
    try {
      const result = await work(connection as Tx)
      await sql`commit`.execute(connection)
      return result
    } catch (error) {
      // A connection that broke has rolled back already, and why it broke is in the first error.
      await sql`rollback`.execute(connection).catch(() => {})
      throw error
    }
  })
/** Runs work that may only read: the store refuses every write. */
export const reading = <T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> =>
  db.transaction().setAccessMode('read only').execute(work)

/**
 * Runs one call's work as one transaction and gives its result; serializable where money moves. Changes of logged records are written
 * to 操作日志 as the actor's; null acts as nobody and writes none. A transaction that lost a race is run again (up to 8 times, with a
 * growing random pause so that rivals do not meet again); its last error is thrown.
 */
export const inTransaction = async <T>(
  db: Database,
  isolation: Isolation,
  actor: Actor | null,
  work: (tx: Tx) => Promise<T>,
): Promise<T> => {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt(db, isolation, actor, work)
    } catch (error) {
      if (!isConflict(error) || tries === ATTEMPTS) throw error
      await wait(Math.random() * 4 * 2 ** tries)
    }
  }
}
