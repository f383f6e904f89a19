import type { Readable, Writable } from 'node:stream'
import { type PostgresPoolClient, type RawBuilder, sql } from 'kysely'
import copyStreams from 'pg-copy-streams'
import { inlined } from '../reading/literals.ts'
import { giveSealer, type Sealer } from '../sealing/sealer.ts'
import { StoreClient, settle, storeTypes } from './client.ts'
import { type Connection, type Database, kyselyOn, REACHING } from './database.ts'

/** One connection for one long piece of work, apart from the pool of calls: what it locks is free as soon as it is gone. */
export interface OwnConnection {
  db: Database
  /** Gives what COPY makes of a query's rows: CSV, or PostgreSQL's text format. */
  copy(query: RawBuilder<unknown>, format: 'csv' | 'text'): Readable
  /** Takes rows into columns of a table, in PostgreSQL's text format; it is finished when the store has them all. */
  copyInto(table: string, columns: readonly string[]): Writable
  /** Does some reading in one snapshot. Where it fails the connection is cut: the rest of a COPY under way would otherwise have to be read first. */
  inSnapshot<T>(work: () => Promise<T>): Promise<T>
  /** Cuts the connection, whatever it is doing: PostgreSQL rolls back and frees its locks. */
  cut(): void
}

const LIMITS = { statement_timeout: '0', idle_in_transaction_session_timeout: '0', client_connection_check_interval: '2000' }

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** A connection that breaks says so at once, when whoever is to read what is copied may not have begun: it is told once it does. What nobody hears would end the node. */
const toldLater = (rows: Readable): Readable => rows.on('error', (error) => rows.destroy(error))

export type OpenOwn = () => Promise<OwnConnection>

/**
 * Opens a connection whose statements may take as long as they need. The server looks every 2 s whether this side is still there, so
 * that the work of a node that died does not go on, nor hold its locks, until it next writes a row. `mayStandBy`: it may lead to a standby, and is for reading.
 */
export const openOwn = async (connection: Connection, sealer: Sealer | null, mayStandBy = false): Promise<OwnConnection> => {
  const client = new StoreClient({ ...connection, ...REACHING, types: storeTypes, application_name: 'anju job' })
  const cut = (): void => (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy()
  await client.connect()
  await settle(client, LIMITS, mayStandBy).catch((error: unknown) => {
    cut()
    throw error
  })
  const shared = { query: client.query.bind(client), release: () => {} } as PostgresPoolClient
  const db = kyselyOn({ connect: async () => shared, end: async () => {} })
  if (sealer) giveSealer(db, sealer)
  return {
    db,
    copy: (query, format) => toldLater(client.query(copyStreams.to(`copy (${inlined(query)}) to stdout (format ${format})`))),
    copyInto: (table, columns) => client.query(copyStreams.from(`copy ${quoted(table)} (${columns.map(quoted).join(', ')}) from stdin`)),
    async inSnapshot(work) {
      try {
        await sql`begin isolation level repeatable read read only`.execute(db)
        const result = await work()
        await sql`commit`.execute(db)
        return result
      } catch (error) {
        cut()
        throw error
      }
    },
    cut,
  }
}
