import { sql } from 'kysely'
import { BUSINESS_TABLES } from '../../../server/domain/sample/tables.ts'
import type { Database } from '../../../server/store/connection/database.ts'

/** What a sample sets up before any business. */
export const LOOKUPS = ['kind', 'tags', 'simple', 'cost', 'pledge']

/** What hashes over the time at which something was written: the chain of a queue, a list that says where in it it stands, the seals of the books. */
const OF_TIME: Readonly<Record<string, readonly string[]>> = {
  waiting_event: ['prev', 'hash'],
  publication: ['list_hash'],
  published_text: ['content'],
  closing: ['seal'],
  closing_day: ['digest'],
}

/** The first cell of what a query gives. */
export const cellOf = async (text: string, from: Database): Promise<unknown> =>
  Object.values((await sql.raw<Record<string, unknown>>(text).execute(from)).rows[0] ?? {})[0]

/** One hash of every row of the tables, whatever the time at which they were written; no number is sealed twice alike. */
export const hashOf = async (from: Database): Promise<string[]> => {
  const hashes: string[] = []
  for (const table of [...BUSINESS_TABLES, ...LOOKUPS, 'file', 'setting_version']) {
    const without = ['created_at', 'updated_at', ...(OF_TIME[table] ?? [])]
    const line = `(select jsonb_object_agg(k, v)::text from jsonb_each(to_jsonb(t)) e (k, v) where k not like '%$sealed' and k <> all('{${without}}'))`
    hashes.push(
      `${table} ${await cellOf(`select md5(string_agg(line, ';' order by line)) from (select ${line} as line from ${table} t) lines`, from)}`,
    )
  }
  return hashes
}

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
