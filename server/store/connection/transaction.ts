import { setTimeout as wait } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import { isConflict } from '../writing/problems.ts'
import { type Database, directOf, type Tx } from './database.ts'

const ATTEMPTS = 8

/** Who acts in a transaction, by which call and from where: what 操作日志 writes beside every change. */
export interface Actor {
  /** Null is the system itself: a job that nobody asked for. */
  userId: number | null
  path: string
  /** What the call is called: 新增房源. */
  label: string
  address: string
  /** Through what somebody without an account acts: a tenant by a link. */
  via?: string
}

const literal = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`

const saying = (actor: Actor | null, isLocal: boolean): string => {
  const { userId, path, label, address, via = '' } = actor ?? { userId: null, path: '', label: '', address: '' }
  const settings = { actor: String(userId ?? ''), system: actor && userId === null ? 'on' : '', path, label, address, via }
  const said = Object.entries(settings).map(([name, value]) => `set_config('anju.${name}', E${literal(value)}, ${isLocal})`)
  return `select ${said.join(', ')}`
}

/** The beginning says who acts, in one message to the server: a write is no round trip slower for being logged. */
const beginning = (actor: Actor | null): RawBuilder<unknown> =>
  sql.raw(`start transaction isolation level read committed; ${saying(actor, true)}`)

/** Has all that is done on a connection of one's own from now on stand in 操作日志 as done by someone, where a transaction does not say otherwise. */
export const actAs = async (connection: Database, actor: Actor): Promise<void> => {
  await sql.raw(saying(actor, false)).execute(connection)
}

/** Does a part of a transaction's work as someone else: what it changes stands in 操作日志 as theirs. */
export const actingAs = async <T>(tx: Tx, actor: Actor, work: () => Promise<T>): Promise<T> => {
  const { rows } = await sql<Record<'actor' | 'system' | 'path' | 'label' | 'address' | 'via', string | null>>`
    select current_setting('anju.actor', true) as actor, current_setting('anju.system', true) as system, current_setting('anju.path', true) as path,
      current_setting('anju.label', true) as label, current_setting('anju.address', true) as address, current_setting('anju.via', true) as via
  `.execute(tx)
  const before = rows[0]
  await sql.raw(saying(actor, true)).execute(tx)
  // What throws is rolled back, and with it who acts.
  const result = await work()
  const { actor: userId, path, label, address, via } = before ?? {}
  const isSomeone = userId || before?.system
  const again = isSomeone
    ? { userId: userId ? Number(userId) : null, path: path ?? '', label: label ?? '', address: address ?? '', via: via ?? '' }
    : null
  await sql.raw(saying(again, true)).execute(tx)
  return result
}

/** One try: what the work does is committed, or nothing of it. */
const attempt = <T>(db: Database, begin: RawBuilder<unknown>, work: (tx: Tx) => Promise<T>): Promise<T> =>
  db.connection().execute(async (connection) => {
    try {
      await begin.execute(connection)
      const result = await work(connection as Tx)
      await sql`commit`.execute(connection)
      return result
    } catch (error) {
      // A connection that broke has rolled back already, and why it broke is in the first error. One on which what follows the beginning failed is in the midst of it, for whoever has it next.
      await sql`rollback`.execute(connection).catch(() => {})
      throw error
    }
  })

/** Runs work that may only read: the store refuses every write. `seconds`: how long a statement may take, where it is less than the connection's. */
export const reading = <T>(db: Database, work: (tx: Tx) => Promise<T>, seconds?: number): Promise<T> => {
  const limit = seconds === undefined ? '' : `; set local statement_timeout = ${seconds * 1000}`
  return attempt(db, sql.raw(`start transaction read only${limit}`), work)
}

/** Does work outside any transaction on a connection whose statements may take as long as they need, and gives it its limit back. */
export const unhurried = <T>(db: Database, work: (connection: Database) => Promise<T>): Promise<T> =>
  directOf(db)
    .connection()
    .execute(async (connection) => {
      const { rows } = await sql<{ usual: string }>`select current_setting('statement_timeout') as usual`.execute(connection)
      const limit = (time: string) => sql`select set_config('statement_timeout', ${time}, false)`.execute(connection)
      await limit('0')
      try {
        return await work(connection)
      } finally {
        // A connection that broke has no limit to get back.
        await limit(rows[0]?.usual ?? '').catch(() => {})
      }
    })

/**
 * Runs one call's work as one transaction and gives its result. Rules over several rows are constraints and triggers that lock the one
 * record that is fought for (docs/decisions/015-locks.md), so work that has nothing to do with each other never meets. Changes of logged
 * records are written to 操作日志 as the actor's; null acts as nobody and writes none. A transaction that lost a race (two that wait for
 * each other) is run again, up to 8 times, with a growing random pause so that rivals do not meet again; its last error is thrown.
 */
export const inTransaction = async <T>(db: Database, actor: Actor | null, work: (tx: Tx) => Promise<T>): Promise<T> => {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt(db, beginning(actor), work)
    } catch (error) {
      if (!isConflict(error) || tries === ATTEMPTS) throw error
      await wait(Math.random() * 4 * 2 ** tries)
    }
  }
}
