import { sql } from 'kysely'
import type { Database } from '../../server/store/connection/database.ts'
import type { TestServer } from '../help/testServer.ts'

type Params = Record<string, unknown>

/** What every call touches, whether it does its deed or not. */
const PASSING = ['session', 'replay', 'login_failure', 'applied', 'region']

/** A function that sums up the tables of a list; the store keeps the plan of a hundred sums, which take longer to plan than to do. */
const summing = new WeakMap<Database, string>()

const addSumming = async (db: Database, tables: readonly string[]): Promise<void> => {
  const sums = tables.map(
    (name) => `select '${name}', md5(coalesce(string_agg(t::text, '|' order by t::text collate "C"), '')) from "${name}" t`,
  )
  sums.push("select 'session', count(*)::text from session")
  await sql
    .raw(
      `create or replace function table_sums() returns table (name text, sum text) language plpgsql as $$ begin return query ${sums.join(' union all ')}; end $$`,
    )
    .execute(db)
}

/** What all tables hold, and how many sessions there are. */
export const stateOf = async ({ db }: TestServer): Promise<Record<string, string>> => {
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> all(${PASSING}::text[]) order by 1
  `.execute(db)
  const names = tables.map(({ name }) => name)
  // A screen that is published makes a table.
  if (summing.get(db) !== names.join()) await addSumming(db, names)
  summing.set(db, names.join())
  const { rows } = await sql<{ name: string; sum: string }>`select * from table_sums()`.execute(db)
  return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]))
}

/** Puts a row into a state as if it had come to it, whatever leads there. */
export const put = ({ db }: TestServer, table: string, key: string, id: number, values: Params): Promise<unknown> =>
  db.connection().execute(async (own) => {
    await sql`set session_replication_role = replica`.execute(own)
    const sets = Object.entries(values).map(([name, value]) => sql`${sql.id(name)} = ${value}`)
    await sql`update ${sql.table(table)} set ${sql.join(sets)} where ${sql.id(key)} = ${id}`.execute(own)
    await sql`set session_replication_role = origin`.execute(own)
  })
