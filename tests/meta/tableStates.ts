import { sql } from 'kysely'
import type { Database } from '../../server/store/connection/database.ts'
import type { TestServer } from '../help/testServer.ts'

type Params = Record<string, unknown>

/** What every call touches, whether it does its deed or not. */
const PASSING = ['session', 'replay', 'login_failure', 'applied', 'region']
/** By its trigger only added to, by every deed: all that can have changed is how many there are, and to read them anew each time takes a fifth of all. */
const GROWING = 'operation_log'

/** Of each table of a store: the sum of its rows, and at which move of the table it was taken. */
const summed = new WeakMap<Database, Map<string, { moves: number | null; sum: string }>>()
/** What all tables held when it was last asked, and at which move of any of them. */
const told = new WeakMap<Database, { moves: string; tables: Record<string, string> }>()

/**
 * A number for each table that moves with every statement that changes the table, even to be taken back and even where other triggers are told
 * to be silent: a call changes a few tables of a hundred, and only those need be summed up anew.
 */
const addMoves = async (db: Database, tables: readonly string[]): Promise<void> => {
  const moves = tables.map(
    (name) =>
      `create sequence if not exists sums."${name}";
       create or replace trigger sums_move after insert or update or delete or truncate on "${name}" execute function sums_move();
       alter table "${name}" enable always trigger sums_move;`,
  )
  await sql
    .raw(
      `create schema if not exists sums;
       create sequence if not exists sums."*";
       create or replace function sums_move() returns trigger language plpgsql as $$ begin
         perform nextval(format('sums.%I', tg_table_name)::regclass), nextval('sums."*"'); return null; end $$;
       create or replace function sums_ddl() returns event_trigger language plpgsql as $$ begin perform nextval('sums."*"'); end $$;
       drop event trigger if exists sums_ddl;
       create event trigger sums_ddl on ddl_command_end execute function sums_ddl();
       alter event trigger sums_ddl enable always;
       create or replace function table_sum(name text, out sum text) language plpgsql as $$ begin
         execute case name when '${GROWING}' then format('select count(*) from public.%I', name)
           else format('select md5(coalesce(string_agg(t::text, ''|'' order by t::text collate "C"), '''')) from public.%I t', name) end into sum; end $$;
       ${moves.join('\n')}`,
    )
    .execute(db)
}

interface Moved {
  name: string
  moves: number | null
  isCounted: boolean
}

const movesOf = async (db: Database): Promise<Moved[]> => {
  const { rows } = await sql<Moved>`
    select c.relname as name, pg_sequence_last_value(s.oid) as moves, t.oid is not null as "isCounted" from pg_class c
    left join pg_trigger t on t.tgrelid = c.oid and t.tgname = 'sums_move'
    left join pg_class s on s.relname = c.relname and s.relkind = 'S' and s.relnamespace = to_regnamespace('sums')
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname <> all(${PASSING}::text[]) order by 1
  `.execute(db)
  return rows
}

/** The number of moves of all tables together, and how many sessions there are. */
const movedBy = async (db: Database): Promise<{ moves: string; session: string }> => {
  const { rows } = await sql<{ moves: string; session: string }>`
    select last_value || '/' || is_called as moves, (select count(*)::text from session) as session from sums."*"
  `.execute(db)
  return rows[0] ?? { moves: '', session: '' }
}

const tablesNow = async (db: Database): Promise<Record<string, string>> => {
  let tables = await movesOf(db)
  const known = summed.get(db) ?? new Map<string, { moves: number | null; sum: string }>()
  summed.set(db, known)
  // A screen that is published makes a table.
  const uncounted = tables.filter(({ isCounted }) => !isCounted).map(({ name }) => name)
  if (uncounted.length > 0) {
    for (const name of uncounted) known.delete(name)
    await addMoves(db, uncounted)
    tables = await movesOf(db)
  }
  const moved = tables.filter(({ name, moves }) => known.get(name)?.moves !== moves)
  const { rows } = await sql<{ name: string; sum: string }>`
    select name, table_sum(name) as sum from unnest(${moved.map(({ name }) => name)}::text[]) name
  `.execute(db)
  const sums = new Map(rows.map(({ name, sum }) => [name, sum]))
  for (const { name, moves } of moved) known.set(name, { moves, sum: sums.get(name) ?? '' })
  return Object.fromEntries(tables.map(({ name }) => [name, known.get(name)?.sum ?? '']))
}

/**
 * What all tables hold, and how many sessions there are. A table to which nothing has been written since it was last asked holds what it held, and
 * where nothing has been written to any, which one would be is not asked: a call that is refused writes nothing.
 */
export const stateOf = async ({ db }: TestServer): Promise<Record<string, string>> => {
  const last = told.get(db)
  // The number is asked first: what moves while the tables are read is seen the next time.
  const now = last && (await movedBy(db))
  if (now && now.moves === last.moves) return { ...last.tables, session: now.session }
  const tables = await tablesNow(db)
  const { moves, session } = now ?? (await movedBy(db))
  told.set(db, { moves, tables })
  return { ...tables, session }
}

/** Puts a row into a state as if it had come to it, whatever leads there. */
export const put = ({ db }: TestServer, table: string, key: string, id: number, values: Params): Promise<unknown> =>
  db.connection().execute(async (own) => {
    await sql`set session_replication_role = replica`.execute(own)
    const sets = Object.entries(values).map(([name, value]) => sql`${sql.id(name)} = ${value}`)
    await sql`update ${sql.table(table)} set ${sql.join(sets)} where ${sql.id(key)} = ${id}`.execute(own)
    await sql`set session_replication_role = origin`.execute(own)
  })
