import { sql } from 'kysely'
import type { TestServer } from '../help/testServer.ts'

type Params = Record<string, unknown>

/** What every call touches, whether it does its deed or not. */
const PASSING = ['session', 'replay', 'login_failure', 'applied', 'region']

/** What all tables hold, and how many sessions there are. */
export const stateOf = async ({ db }: TestServer): Promise<Record<string, string>> => {
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> all(${PASSING}::text[])
  `.execute(db)
  const sums = tables.map(
    ({ name }) =>
      sql`select ${name} as name, md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as sum from ${sql.table(name)} t`,
  )
  sums.push(sql`select 'session', count(*)::text from session`)
  const { rows } = await sql<{ name: string; sum: string }>`${sql.join(sums, sql` union all `)}`.execute(db)
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
