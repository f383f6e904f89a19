import { sql } from 'kysely'
import type { CompleteResource } from '../../../src/derive/complete.ts'
import type { Queryable } from '../connection/database.ts'
import { SOMEONE_ACTS } from '../writing/history.ts'
import type { Migrations } from './storePlan.ts'
import { hashName, sealedColumns, sealedName } from './tables.ts'

const id = (name: string): string => `"${name}"`
const text = (value: string): string => `'${value.replaceAll("'", "''")}'`

const run = async (db: Queryable, statement: string): Promise<void> => {
  await sql.raw(statement).execute(db)
}

/** Numbers in full, links and digits, and whatever else no log holds: what is forgotten in a table must not live on in its past. */
const notKept = (resource: CompleteResource, sealed: readonly string[]): string[] => [
  ...new Set([
    ...sealed,
    ...sealedColumns(resource).flatMap(({ name }) => [sealedName(name), hashName(name)]),
    ...resource.columns.filter(({ spec }) => spec.unlogged).map(({ name }) => name),
  ]),
]

const triggerOf = (resource: CompleteResource, sealed: readonly string[]): string[] => {
  const table = id(resource.table)
  const given = [resource.table, resource.key, `{${notKept(resource, sealed).map(id).join(',')}}`].map(text).join(', ')
  // A row of today has no yesterday.
  const isOlder = 'old.created_at < extract(epoch from current_date)'
  return [
    `create or replace trigger kept_changed after update on ${table} for each row ` +
      `when (${isOlder} and old.* is distinct from new.* and ${SOMEONE_ACTS}) execute function keep_row_history(${given})`,
    `create or replace trigger kept_deleted after delete on ${table} for each row ` +
      `when (${isOlder} and ${SOMEONE_ACTS}) execute function keep_row_history(${given})`,
  ]
}

interface Present {
  name: string
  /** As SQL says it. */
  type: string
}

/** What is one word in JSON and in SQL alike; of anything else PostgreSQL knows how a row has it. */
const isPlain = (type: string): boolean => !type.endsWith('[]') && !/^jsonb?$/.test(type)

/**
 * What a column was. Each is read for itself, so that a list which orders by two reads two of them; the key is the line's own, which an index knows.
 */
const keptAs = ({ table, key, column }: CompleteResource, { name, type }: Present): string => {
  if (name === key) return `h.record_id as ${id(name)}`
  // What was kept before a column was called otherwise is kept under the name of then.
  const names = [name, ...(column[name]?.spec.was ?? [])]
  const kept = (how: '->' | '->>'): string => {
    const each = names.map((one) => `h.row ${how} ${text(one)}`)
    return each.length === 1 ? `${each}` : `coalesce(${each.join(', ')})`
  }
  const row = names.length === 1 ? 'h.row' : `jsonb_build_object(${text(name)}, ${kept('->')})`
  const value = isPlain(type) ? `(${kept('->>')})::${type}` : `(jsonb_populate_record(null::public.${id(table)}, ${row})).${id(name)}`
  return `${value} as ${id(name)}`
}

/** A table as it stood: rows that have not changed since as they are, and the others as they were. The day is asked for once, not row by row. */
const viewOf = (resource: CompleteResource, columns: readonly Present[]): string => {
  const { table, key } = resource
  return `create view past.${id(table)} as
select ${columns.map(({ name }) => `t.${id(name)}`).join(', ')} from public.${id(table)} t
where t.created_at < (select past.ends()) and not exists (
  select from public.row_history h where h.resource = ${text(table)} and h.record_id = t.${id(key)} and h.until > (select past.day())
)
union all
select ${columns.map((column) => keptAs(resource, column)).join(', ')} from public.row_history h
where h.resource = ${text(table)} and h.since <= (select past.day()) and h.until > (select past.day())`
}

/** Gives what a resource's past is made of: part of what tells whether a store is as the code would make it. */
export const pastStatements = (resource: CompleteResource): string[] =>
  resource.isKept ? [...triggerOf(resource, []), viewOf(resource, [])] : []

const columnsOf = async (db: Queryable, table: string): Promise<Present[]> => {
  const { rows } = await sql<Present>`
    select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
    where attrelid = to_regclass(${`public.${id(table)}`}) and attnum > 0 and not attisdropped order by attnum
  `.execute(db)
  return rows
}

/** Has the past of a resource's rows kept from now on, and read: in the caller's transaction, when its table has all its columns. */
export const bringPast = async (tx: Queryable, resource: CompleteResource): Promise<void> => {
  if (!resource.isKept) return
  const columns = await columnsOf(tx, resource.table)
  const sealed = columns.filter(({ type }) => type === 'bytea').map(({ name }) => name)
  for (const statement of triggerOf(resource, sealed)) await run(tx, statement)
  await run(tx, `drop view if exists past.${id(resource.table)}`)
  await run(tx, viewOf(resource, columns))
}

/**
 * Has the past of a page that was made at run time be read again, where a newer code has taken the views away (`dropPast`): without its own, a day that
 * has passed would show today's rows.
 */
export const bringPastBack = async (tx: Queryable, resource: CompleteResource): Promise<void> => {
  const isThere = async (): Promise<boolean> => {
    const { rows } = await sql<{ there: string | null }>`select to_regclass(${`past.${id(resource.table)}`})::text as there`.execute(tx)
    return rows[0]?.there !== null
  }
  if (!resource.isKept || (await isThere())) return
  // Of several nodes that start at once one does it.
  await sql`select pg_advisory_xact_lock(826101)`.execute(tx)
  if (!(await isThere())) await bringPast(tx, resource)
}

/** Takes the views of the past away, before tables change beneath them. What was kept stays. */
export const dropPast = (tx: Queryable): Promise<void> => run(tx, 'drop schema if exists past cascade')

/**
 * Makes the schema `past`, which has under the same names what the tables and the views of the business were on a day: whoever reads with
 * `past` before `public` (`turnToDay`) reads that day by the same SQL. What has no past there, such as who may do what, is as it is now.
 */
export const bringWholePast = async (tx: Queryable, resources: readonly CompleteResource[], views: Migrations): Promise<void> => {
  await run(tx, 'create schema past')
  await run(tx, 'create function past.day() returns date language sql stable as $$ select public.as_of_day() $$')
  await run(
    tx,
    'create function past.ends() returns bigint language sql stable as $$ select extract(epoch from (past.day() + 1)::timestamptz)::bigint $$',
  )
  for (const resource of resources) await bringPast(tx, resource)
  await run(tx, 'set local search_path = past, public')
  for (const name of Object.keys(views).sort()) await run(tx, (views[name] ?? '').replaceAll('current_date', 'past.day()'))
  await run(tx, 'set local search_path = public')
}
