import { sql } from 'kysely'
import { BUSINESS_TABLES } from '../../../server/domain/sample/tables.ts'
import type { Database } from '../../../server/store/connection/database.ts'

/** What a sample sets up before any business. */
export const LOOKUPS = ['kind', 'tags', 'simple', 'cost', 'pledge']

/** What hashes over the time at which an event was written: the chain of a queue, and a list that says where in it it stands. */
const OF_TIME: Readonly<Record<string, string>> = { waiting_event: ',prev,hash', publication: ',list_hash', published_text: ',content' }

/** The first cell of what a query gives. */
export const cellOf = async (text: string, from: Database): Promise<unknown> =>
  Object.values((await sql.raw<Record<string, unknown>>(text).execute(from)).rows[0] ?? {})[0]

/** One hash of every row of the tables, whatever the time at which they were written; no number is sealed twice alike. */
export const hashOf = (from: Database): Promise<string[]> =>
  Promise.all(
    [...BUSINESS_TABLES, ...LOOKUPS, 'file', 'setting'].map(
      async (table) =>
        `${table} ${await cellOf(`select md5(string_agg(line, ';' order by line)) from (select (to_jsonb(t) - '{created_at,updated_at,card$sealed,phone$sealed,bank_account$sealed${OF_TIME[table] ?? ''}}'::text[])::text as line from ${table} t) lines`, from)}`,
    ),
  )

/** Every index, constraint and trigger, as PostgreSQL would write it. */
export const shapeOf = (from: Database): Promise<unknown> =>
  cellOf(
    `select md5(string_agg(line, ';' order by line)) from (
      select indexdef as line from pg_indexes where schemaname = 'public'
      union all select conname || conrelid::regclass || pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace
      union all select tgname || tgenabled::text from pg_trigger where not tgisinternal) lines`,
    from,
  )

/** The tables that have been read from end to end so often that it grows with the square of what is in them. */
export const readOverAndOver = async (from: Database): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_stat_user_tables where n_tup_ins >= 1000 and seq_tup_read > 400 * n_tup_ins order by 1
  `.execute(from)
  return rows.map(({ name }) => name)
}
