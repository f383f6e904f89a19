import { isMaskedKind, kindFacts } from '../../../src/core/kinds.ts'
import { areas } from '../../../src/core/resource.ts'
import type { CompleteColumn, CompleteResource } from '../../../src/derive/complete.ts'
import { hashName } from '../bringUp/tables.ts'

type Targets = ReadonlyMap<string, CompleteResource>

const DEEDS = {
  new: { on: 'insert', rows: 'new table as came' },
  changed: { on: 'update', rows: 'old table as went new table as came' },
  gone: { on: 'delete', rows: 'old table as went' },
} as const
type Deed = keyof typeof DEEDS

const id = (name: string): string => `"${name}"`
const text = (value: string): string => `'${value.replaceAll("'", "''")}'`

/** The names of what a reference names, kept with the change: they may be gone when someone reads it. */
const titleOf = (column: CompleteColumn, target: CompleteResource, value: string): string => {
  const [table, key, title] = [target.table, target.key, target.title].map(id)
  return column.is === 'refs'
    ? `(select string_agg(t.${title}::text, '、' order by array_position(${value}, t.${key})) from ${table} t where t.${key} = any(${value}))`
    : `(select t.${title}::text from ${table} t where t.${key} = ${value})`
}

/** Gives the SQL for the name of what a column's value in `row` (was, kept) names; null where it names nothing. */
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
  const [before, after] = ['was', 'kept'].map((row) =>
    empty ? `nullif(${row}.${id(column.name)}, ${empty})` : `${row}.${id(column.name)}`,
  ) as [string, string]
  const [titleBefore, titleAfter] = [namedBy(column, targets, 'was', before), namedBy(column, targets, 'kept', after)]
  const titles = titleBefore && titleAfter ? `, 'before_title', ${titleBefore}, 'after_title', ${titleAfter}` : ''
  // Two numbers may look the same where only a few characters are shown.
  const told = (row: string): string => `${row}.${id(isMaskedKind(column.is) ? hashName(column.name) : column.name)}`
  const isChanged = empty ? `${before} is distinct from ${after}` : `${told('was')} is distinct from ${told('kept')}`
  return `case when ${isChanged} then jsonb_strip_nulls(jsonb_build_object('column', ${text(column.name)}, 'before', ${before}, 'after', ${after}${titles})) end`
}

/** The same of a row that comes, which was nothing before, or of one that goes: only what it holds. */
const holdingOf = (column: CompleteColumn, targets: Targets, side: 'before' | 'after'): string => {
  const { empty } = kindFacts[column.is]
  const name = `kept.${id(column.name)}`
  const value = empty ? `nullif(${name}, ${empty})` : name
  const title = namedBy(column, targets, 'kept', value)
  const held = `jsonb_build_object('column', ${text(column.name)}, '${side}', ${value}${title ? `, '${side}_title', ${title}` : ''})`
  const told = empty ? value : `kept.${id(isMaskedKind(column.is) ? hashName(column.name) : column.name)}`
  return `case when ${told} is not null then jsonb_strip_nulls(${held}) end`
}

const isLogged = ({ key }: CompleteResource, column: CompleteColumn): boolean =>
  column.isStored &&
  !column.spec.kept &&
  !column.spec.unlogged &&
  column.name !== key &&
  !['created_by', 'created_at', 'updated_at'].includes(column.name)

/** What entries say of the rows `kept`, which come `from` somewhere: who, by what, of which record, how (`deed`), what changed. */
const entriesOf = (resource: CompleteResource, targets: Targets, deed: number, changes: string, from: string): string => {
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
    ${deed}, ${areas.indexOf(resource.area) + 1}, ${changes}, ${kept(resource.scope)}
  from ${from}`
}

const listOf = (parts: readonly string[]): string => `to_jsonb(array_remove(array[
    ${parts.join(',\n    ')}
  ]::jsonb[], null))`

// Quoted as a text, since a label may hold whatever could end a dollar quote.
const makeFunction = (name: string, statement: string): string =>
  `create or replace function ${id(name)}() returns trigger language plpgsql set enable_nestloop = off as ${text(`begin
  ${statement};
  return null;
end`)}`

const nameOf = ({ table }: CompleteResource, deed: Deed): string => `${table}_logged_${deed}`

/**
 * The triggers' functions: PL/pgSQL that names the declared columns, since one that reads a declaration row by row takes ten times as
 * long (docs/benchmarks.md). Columns that are not declared (password hashes, sums the store keeps) are not in it, nor is what it keeps from other rows.
 * All rows of a statement are written at once: one by one, the log of a bill takes longer than the bill. No nested loop, for the plan is kept: made
 * for one row that changed, it would look for each of ten thousand through all of them.
 */
const functionsOf = (resource: CompleteResource, targets: Targets): string[] => {
  const columns = resource.columns.filter((column) => isLogged(resource, column))
  const held = (side: 'before' | 'after'): string => listOf(columns.map((column) => holdingOf(column, targets, side)))
  const key = id(resource.key)
  const changed = `went was join came kept on kept.${key} = was.${key}
  cross join lateral (select ${listOf(columns.map((column) => changeOf(column, targets)))} as list offset 0) changes
  where changes.list <> '[]' order by kept.${key}`
  return [
    makeFunction(nameOf(resource, 'new'), entriesOf(resource, targets, 1, held('after'), 'came kept')),
    makeFunction(nameOf(resource, 'changed'), entriesOf(resource, targets, 2, 'changes.list', changed)),
    makeFunction(nameOf(resource, 'gone'), entriesOf(resource, targets, 3, held('before'), 'went kept')),
  ]
}

/** An account does, or the system (transaction.ts). */
export const SOMEONE_ACTS =
  "coalesce(nullif(current_setting('anju.actor', true), ''), nullif(current_setting('anju.system', true), '')) is not null"

/**
 * Gives the statements that have every change of a resource's rows written to 操作日志, or not any more where it is declared so. The
 * trigger does nothing where the transaction does not say who acts (inTransaction): the sample. What jobs do is done by the system, which is no account.
 */
export const historyOf = (resource: CompleteResource, targets: Targets): string[] => {
  const table = id(resource.table)
  // What wrote row by row, in a store of a former version.
  const former = `drop function if exists ${id(`${resource.table}_logged`)}() cascade`
  if (!resource.isLogged) return [former, ...Object.keys(DEEDS).map((deed) => `drop trigger if exists logged_${deed} on ${table}`)]
  return [
    ...functionsOf(resource, targets),
    former,
    ...Object.entries(DEEDS).map(
      ([deed, { on, rows }]) =>
        `create or replace trigger logged_${deed} after ${on} on ${table} referencing ${rows} for each statement ` +
        `when (${SOMEONE_ACTS}) execute function ${id(nameOf(resource, deed as Deed))}()`,
    ),
  ]
}
