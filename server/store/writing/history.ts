import { isMaskedKind, kindFacts } from '../../../src/core/kinds.ts'
import { areas } from '../../../src/core/resource.ts'
import type { CompleteColumn, CompleteResource } from '../../../src/derive/complete.ts'
import { hashName } from '../bringUp/tables.ts'

type Targets = ReadonlyMap<string, CompleteResource>

const id = (name: string): string => `"${name}"`
const text = (value: string): string => `'${value.replaceAll("'", "''")}'`

/** The names of what a reference names, kept with the change: they may be gone when someone reads it. */
const titleOf = (column: CompleteColumn, target: CompleteResource, value: string): string => {
  const [table, key, title] = [target.table, target.key, target.title].map(id)
  return column.is === 'refs'
    ? `(select string_agg(t.${title}::text, '、' order by array_position(${value}, t.${key})) from ${table} t where t.${key} = any(${value}))`
    : `(select t.${title}::text from ${table} t where t.${key} = ${value})`
}

/** Gives the SQL for the name of what a column's value in `row` (old, new) names; null where it names nothing. */
const namedBy = (column: CompleteColumn, targets: Targets, row: string, value: string): string | null => {
  const target = column.is === 'ref' || column.is === 'refs' ? targets.get(column.target ?? '') : undefined
  if (target) return titleOf(column, target, value)
  if (column.is === 'files')
    return `(select string_agg(f.name, '、' order by array_position(${value}, f.img_id)) from file f where f.img_id = any(${value}))`
  if (!column.spec.names) return null
  const { by, of } = column.spec.names
  const cases = Object.entries(of).flatMap(([choice, name]) => {
    const named = targets.get(name)
    return named ? [`when ${choice} then ${titleOf(column, named, value)}`] : []
  })
  return cases.length > 0 ? `case ${row}.${id(by)} ${cases.join(' ')} end` : null
}

/** One column's part of a change: null where it stayed as it was. */
const changeOf = (column: CompleteColumn, targets: Targets): string => {
  // To the log a list that holds nothing is the same as none at all.
  const { empty } = kindFacts[column.is]
  const [before, after] = ['old', 'new'].map((row) =>
    empty ? `nullif(${row}.${id(column.name)}, ${empty})` : `${row}.${id(column.name)}`,
  ) as [string, string]
  const [titleBefore, titleAfter] = [namedBy(column, targets, 'old', before), namedBy(column, targets, 'new', after)]
  const titles = titleBefore && titleAfter ? `, 'before_title', ${titleBefore}, 'after_title', ${titleAfter}` : ''
  // Two numbers may look the same where only a few characters are shown.
  const told = (row: string): string => `${row}.${id(isMaskedKind(column.is) ? hashName(column.name) : column.name)}`
  const isChanged = empty ? `${before} is distinct from ${after}` : `${told('old')} is distinct from ${told('new')}`
  return `case when ${isChanged} then jsonb_strip_nulls(jsonb_build_object('column', ${text(column.name)}, 'before', ${before}, 'after', ${after}${titles})) end`
}

/** The same of a row that comes, which was nothing before: only what it holds. */
const holdingOf = (column: CompleteColumn, targets: Targets): string => {
  const { empty } = kindFacts[column.is]
  const name = `kept.${id(column.name)}`
  const value = empty ? `nullif(${name}, ${empty})` : name
  const title = namedBy(column, targets, 'kept', value)
  const held = `jsonb_build_object('column', ${text(column.name)}, 'after', ${value}${title ? `, 'after_title', ${title}` : ''})`
  const told = empty ? value : `kept.${id(isMaskedKind(column.is) ? hashName(column.name) : column.name)}`
  return `case when ${told} is not null then jsonb_strip_nulls(${held}) end`
}

const isLogged = ({ key }: CompleteResource, column: CompleteColumn): boolean =>
  column.isStored &&
  !column.spec.kept &&
  !column.spec.unlogged &&
  column.name !== key &&
  !['created_by', 'created_at', 'updated_at'].includes(column.name)

/** What an entry says: who, by what, of which record, how (`deed`), what changed; `kept` is the row. */
const entryOf = (resource: CompleteResource, targets: Targets, deed: string, changes: string): string => {
  const kept = (name: string | null | undefined): string | null =>
    name && (name === resource.key || resource.column[name]?.isStored) ? `kept.${id(name)}` : null
  const held = kept(resource.title)
  const titled = resource.column[resource.title]
  // A record that is called by what it refers to has the name of that.
  const title = held === null ? 'null' : ((titled && namedBy(titled, targets, 'kept', held)) ?? `${held}::text`)
  return `insert into operation_log (created_by, address, path, label, resource, record_id, record_title, deed, area, changes, p_id)
  select
    nullif(current_setting('anju.actor', true), '')::integer, current_setting('anju.address', true), current_setting('anju.path', true),
    coalesce(nullif(current_setting('anju.label', true), ''), ${text(resource.label)}), ${text(resource.name)}, ${kept(resource.key)},
    left(${title}, 200),
    ${deed}, ${areas.indexOf(resource.area) + 1}, ${changes}, ${kept(resource.scope)}`
}

const listOf = (parts: readonly string[]): string => `to_jsonb(array_remove(array[
    ${parts.join(',\n    ')}
  ]::jsonb[], null))`

// Quoted as a text, since a label may hold whatever could end a dollar quote.
const makeFunction = (name: string, body: string): string =>
  `create or replace function ${id(name)}() returns trigger language plpgsql as ${text(body)}`

/**
 * The triggers' functions: PL/pgSQL that names the declared columns, since one that reads a declaration row by row takes ten times as
 * long (docs/benchmarks.md). Columns that are not declared (password hashes, sums the store keeps) are not in it, nor is what it keeps from other rows.
 */
const functionsOf = (resource: CompleteResource, targets: Targets): string[] => {
  const columns = resource.columns.filter((column) => isLogged(resource, column))
  return [
    makeFunction(
      nameOf(resource),
      `declare
  kept ${id(resource.table)} := case when tg_op = 'DELETE' then old else new end;
  changes jsonb := ${listOf(columns.map((column) => changeOf(column, targets)))};
begin
  if tg_op = 'UPDATE' and changes = '[]' then return null; end if;
  ${entryOf(resource, targets, "case tg_op when 'UPDATE' then 2 else 3 end", 'changes')};
  return null;
end`,
    ),
    // The rows of a statement, all at once: written one by one, the log of a bill takes longer than the bill.
    makeFunction(
      `${nameOf(resource)}_new`,
      `begin
  ${entryOf(resource, targets, '1', listOf(columns.map((column) => holdingOf(column, targets))))}
  from came kept;
  return null;
end`,
    ),
  ]
}

/** An account does, or the system (transaction.ts). */
export const SOMEONE_ACTS =
  "coalesce(nullif(current_setting('anju.actor', true), ''), nullif(current_setting('anju.system', true), '')) is not null"

const nameOf = ({ table }: CompleteResource): string => `${table}_logged`

/**
 * Gives the statements that have every change of a resource's rows written to 操作日志, or not any more where it is declared so. The
 * trigger does nothing where the transaction does not say who acts (inTransaction): the sample. What jobs do is done by the system, which is no account.
 */
export const historyOf = (resource: CompleteResource, targets: Targets): string[] => {
  const table = id(resource.table)
  if (!resource.isLogged) return [`drop trigger if exists logged on ${table}`, `drop trigger if exists logged_new on ${table}`]
  return [
    ...functionsOf(resource, targets),
    `create or replace trigger logged after update or delete on ${table} for each row ` +
      `when (${SOMEONE_ACTS}) execute function ${id(nameOf(resource))}()`,
    `create or replace trigger logged_new after insert on ${table} referencing new table as came for each statement ` +
      `when (${SOMEONE_ACTS}) execute function ${id(`${nameOf(resource)}_new`)}()`,
  ]
}
