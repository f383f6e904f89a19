import { sql } from 'kysely'
import type { Queryable } from '../connection/database.ts'

/**
 * What PostgreSQL's text of rows and of definitions depends on, beside the time zone and the style of dates that every connection has: the same
 * rows give the same bytes everywhere. Names are told with their schema; a large table is always read from its beginning.
 */
const SETTINGS = {
  search_path: '',
  intervalstyle: 'postgres',
  extra_float_digits: '1',
  bytea_output: 'hex',
  client_encoding: 'UTF8',
  synchronize_seqscans: 'off',
}

/** Has a transaction read and write the store's text the same way as any other that is settled. */
export const inPlainText = async (db: Queryable, more: Readonly<Record<string, string>> = {}): Promise<void> => {
  const set = Object.entries({ ...SETTINGS, ...more }).map(([name, value]) => sql`set_config(${sql.lit(name)}, ${sql.lit(value)}, true)`)
  await sql`select ${sql.join(set)}`.execute(db)
}
