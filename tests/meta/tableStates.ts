import { sql } from 'kysely'
import type { Database } from '../../server/store/connection/database.ts'
import type { TestServer } from '../help/testServer.ts'

type Params = Record<string, unknown>

/** What every call touches, whether it does its deed or not. */
const PASSING = ['session', 'replay', 'login_failure', 'applied', 'region']

/** Of a store: the tables that are summed up, and what they were last, at which move. */
interface Summed {
  tables: string
  moves: string
  sums: Record<string, string>
}
const summed = new WeakMap<Database, Summed>()

/**
 * A function that sums up the tables of a list, for the store keeps the plan of a hundred sums, which take longer to plan than to do; and a number
 * that moves with every statement that changes one of them, even to be taken back.
 */
const addSumming = async (db: Database, tables: readonly string[]): Promise<void> => {
  const sums = tables.map(
    (name) => `select '${name}', md5(coalesce(string_agg(t::text, '|' order by t::text collate "C"), '')) from "${name}" t`,
  )
  const triggers = tables.map(
    (name) => `create or replace trigger sums_move after insert or update or delete or truncate on "${name}" execute function sums_move();`,
  )
  await sql
    .raw(
      `create schema if not exists sums;
       create sequence if not exists sums.number;
       create or replace function sums_move() returns trigger language plpgsql as $$ begin perform nextval('sums.number'); return null; end $$;
       create or replace function table_sums() returns table (name text, sum text) language plpgsql as $$ begin return query ${sums.join(' union all ')}; end $$;
       ${triggers.join('\n')}`,
    )
    .execute(db)
}

/** What all tables hold, and how many sessions there are. Where nothing has been written since it was last asked, it is that. */
export const stateOf = async ({ db }: TestServer): Promise<Record<string, string>> => {
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> all(${PASSING}::text[]) order by 1
  `.execute(db)
  const names = tables.map(({ name }) => name)
  const last = summed.get(db)
  // A screen that is published makes a table.
  if (last?.tables !== names.join()) await addSumming(db, names)
  const { rows: now } = await sql<{ moves: string; sessions: string }>`
    select last_value || '/' || is_called as moves, (select count(*)::text from session) as sessions from sums.number
  `.execute(db)
  const { moves = '', sessions: session = '' } = now[0] ?? {}
  if (last?.tables === names.join() && last.moves === moves) return { ...last.sums, session }
  const { rows } = await sql<{ name: string; sum: string }>`select * from table_sums()`.execute(db)
  const sums = Object.fromEntries(rows.map(({ name, sum }) => [name, sum]))
  summed.set(db, { tables: names.join(), moves, sums })
  return { ...sums, session }
}

/** Puts a row into a state as if it had come to it, whatever leads there. */
export const put = ({ db }: TestServer, table: string, key: string, id: number, values: Params): Promise<unknown> =>
  db.connection().execute(async (own) => {
    await sql`set session_replication_role = replica`.execute(own)
    const sets = Object.entries(values).map(([name, value]) => sql`${sql.id(name)} = ${value}`)
    await sql`update ${sql.table(table)} set ${sql.join(sets)} where ${sql.id(key)} = ${id}`.execute(own)
    await sql`set session_replication_role = origin`.execute(own)
    summed.delete(db)
  })
