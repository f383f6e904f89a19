import { type RawBuilder, sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import { isMaskedKind, kindFacts, type MaskedKind } from '../../../src/core/kinds.ts'
import { storedDefault } from '../../../src/core/knownDefaults.ts'
import type { CompleteAction } from '../../../src/derive/actions.ts'
import type { CompleteColumn, CompleteResource } from '../../../src/derive/complete.ts'
import { companionsOf } from '../bringUp/tables.ts'
import type { Tx } from '../connection/database.ts'
import { allOf, type Scope, scopeCondition } from '../reading/filters.ts'
import { keyList } from '../reading/keyList.ts'
import { sealerOf } from '../sealing/sealer.ts'
import { mustBeUnnamed } from './named.ts'
import { checkServing } from './serving.ts'
import { someOvertaken } from './someOf.ts'

type Values = Readonly<Record<string, unknown>>

const cell = (resource: CompleteResource, name: string, value: unknown): RawBuilder<unknown> =>
  resource.column[name]?.is === 'rows' ? sql`${JSON.stringify(value)}::jsonb` : sql`${value}`

/** Gives what the store's columns get: a personal number comes as what is shown, the whole sealed, and its hash. */
export const storedEntries = (tx: Tx, resource: CompleteResource, values: Values): [string, unknown][] =>
  Object.entries(values)
    .filter(([name, value]) => resource.column[name]?.isStored && name !== resource.key && value !== undefined)
    .flatMap(([name, value]): [string, unknown][] => {
      const is = resource.column[name]?.is
      return isMaskedKind(is) ? sealedEntries(tx, { name, is }, value) : [[name, value]]
    })

const sealedEntries = (tx: Tx, column: { name: string; is: MaskedKind }, value: unknown): [string, unknown][] => {
  const { shown, sealed, hash } =
    value === null || value === '' ? { shown: null, sealed: null, hash: null } : sealerOf(tx).seal(column.is, String(value))
  return [shown, sealed, hash].map((part, index) => [companionsOf(column)[index] ?? '', part])
}

const writtenIn = (values: Values): string[] => Object.keys(values).filter((name) => values[name] !== undefined)

/**
 * Adds one row and gives the columns that are wanted of it, as the store has them then: a value may be SQL, such as the next number of a
 * series, which costs no question of its own.
 */
export const insertGiving = async <Name extends string>(
  tx: Tx,
  resource: CompleteResource,
  values: Values,
  userId: number | null,
  wanted: readonly Name[],
): Promise<Record<Name, unknown>> => {
  const entries = storedEntries(tx, resource, values)
  const names = sql.join([...entries.map(([name]) => sql.id(name)), sql.id('created_by')], sql`, `)
  const cells = sql.join([...entries.map(([name, value]) => cell(resource, name, value)), sql`${userId}`], sql`, `)
  const { rows } = await sql<Record<Name, unknown>>`
    insert into ${sql.table(resource.table)} (${names}) values (${cells}) returning ${sql.join([...new Set<string>([resource.key, ...wanted])].map((name) => sql.id(name)))}
  `.execute(tx)
  if (!rows[0]) throw new Error(`${resource.name}: nothing was added`)
  await checkServing(tx, resource, [(rows[0] as Values)[resource.key] as number], writtenIn(values))
  return rows[0]
}

/** Adds one row and gives its key. `values` may hold fixed columns; only declared ones are written. */
export const insertRow = async (tx: Tx, resource: CompleteResource, values: Values, userId: number | null): Promise<number> => {
  const { [resource.key]: key } = await insertGiving(tx, resource, values, userId, [resource.key])
  return key as number
}

/** What the table itself puts where a row says nothing (server/store/bringUp/tables.ts). */
const unsaid = ({ is, spec }: CompleteColumn): unknown => storedDefault(spec) ?? (kindFacts[is].empty ? [] : null)

/** PostgreSQL reads bytes out of JSON in the form in which it writes them. */
const asJson = (value: unknown): unknown => (Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : value)

/** Adds many rows by one statement and gives their keys, in the rows' order. Each is written as `insertRow` would write it. */
export const insertRows = async (tx: Tx, resource: CompleteResource, rows: readonly Values[], userId: number | null): Promise<number[]> => {
  const columns = resource.columns.filter(
    ({ name, isStored }) => isStored && name !== resource.key && rows.some((row) => row[name] !== undefined),
  )
  const names = columns.flatMap((column) => companionsOf(column).map((name) => sql.id(name)))
  const types = columns.flatMap((column) =>
    companionsOf(column).map((name, place) => sql`${sql.id(name)} ${sql.raw(place === 0 ? kindFacts[column.is].sql : 'bytea')}`),
  )
  const said = rows.map((row, index) => {
    const values = Object.fromEntries(columns.map((column) => [column.name, row[column.name] ?? unsaid(column)]))
    return [['n_', index], ...storedEntries(tx, resource, values).map(([name, value]) => [name, asJson(value)])]
  })
  const text = JSON.stringify(said.map((entries) => Object.fromEntries(entries)))
  const made = await sql<{ key: number }>`
    insert into ${sql.table(resource.table)} (${sql.join([...names, sql.id('created_by')])})
    select ${sql.join([...names.map((name) => sql`r.${name}`), sql`${userId}::integer`])}
    from json_to_recordset(${text}::json) as r (n_ integer, ${sql.join(types)}) order by r.n_
    returning ${sql.id(resource.key)} as key
  `.execute(tx)
  const keys = made.rows.map(({ key }) => key)
  await checkServing(
    tx,
    resource,
    keys,
    columns.map(({ name }) => name),
  )
  return keys
}

const exists = async (tx: Tx, resource: CompleteResource, keys: readonly number[], scope: Scope): Promise<boolean> => {
  const where = allOf([sql`${sql.ref(`t.${resource.key}`)} = any(${keyList(keys)})`, ...scopeCondition(resource, scope)])
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(resource.table)} as t where ${where}`.execute(tx)
  return rows[0]?.n === keys.length
}

/**
 * Changes one row. With `version` the row must still be as the caller read it: otherwise 409, and nothing is written. 404 where there
 * is no such row in scope.
 */
export const updateRow = async (
  tx: Tx,
  resource: CompleteResource,
  key: number,
  version: number | undefined,
  values: Values,
  scope: Scope,
): Promise<void> => {
  const sets = storedEntries(tx, resource, values).map(([name, value]) => sql`${sql.id(name)} = ${cell(resource, name, value)}`)
  const where = allOf([
    sql`${sql.ref(`t.${resource.key}`)} = ${key}`,
    ...(version === undefined ? [] : [sql`t.version = ${version}`]),
    ...scopeCondition(resource, scope),
  ])
  const { numAffectedRows } = await sql`
    update ${sql.table(resource.table)} as t set ${sql.join([...sets, sql`version = t.version + 1`, sql`updated_at = epoch_now()`], sql`, `)} where ${where}
  `.execute(tx)
  if (numAffectedRows === 1n) return checkServing(tx, resource, [key], writtenIn(values))
  throw (await exists(tx, resource, [key], scope)) ? new CallError(409) : new CallError(404)
}

/** Gives what an action needs of a row (`when`) as conditions on the row `t`. */
export const whenConditions = (when: CompleteAction['when']): RawBuilder<unknown>[] =>
  Object.entries(when ?? {}).map(([name, wanted]) => {
    const values = Array.isArray(wanted) ? wanted : [wanted]
    // As `holds` reads it: '' is a row that has none.
    return sql`coalesce(${sql.ref(`t.${name}`)}::text, '') = any(${values.map(String)}::text[])`
  })

/** The columns that a row itself has, by name: a statement that asks for all of them, whatever they are, fails where one has come since it was prepared. */
export const ownColumns = ({ key, columns }: CompleteResource): RawBuilder<unknown> => {
  const names = columns.flatMap((column) => (column.isStored ? [column.name] : []))
  return sql.join([...new Set([key, 'version', ...names])].map((name) => sql.ref(`t.${name}`)))
}

/** Gives rows that the caller has locked the same values, and gives them as they are then. */
export const updateRows = async (tx: Tx, resource: CompleteResource, keys: readonly number[], values: Values): Promise<Values[]> => {
  const sets = storedEntries(tx, resource, values).map(([name, value]) => sql`${sql.id(name)} = ${cell(resource, name, value)}`)
  const { rows } = await sql<Values>`
    update ${sql.table(resource.table)} as t set ${sql.join([...sets, sql`version = t.version + 1`, sql`updated_at = epoch_now()`], sql`, `)}
    where ${sql.ref(`t.${resource.key}`)} = any(${keyList(keys)}) returning ${ownColumns(resource)}
  `.execute(tx)
  await checkServing(tx, resource, keys, writtenIn(values))
  return rows
}

/**
 * Locks rows that the caller read at these versions, in the order of their keys; 409 where someone has changed one since. Rows that are
 * not there, or not in scope, are the matter of what follows: a version tells nobody that there is a row which he may not see.
 */
export const holdAsSeen = async (
  tx: Tx,
  resource: CompleteResource,
  keys: readonly number[],
  versions: readonly number[],
  scope: Scope,
): Promise<void> => {
  const key = sql.ref(`t.${resource.key}`)
  const { rows } = await sql<{ is_as_seen: boolean }>`
    select ${ownColumns(resource)}, t.version = seen.version as is_as_seen from ${sql.table(resource.table)} as t
    join unnest(${keys}::integer[], ${versions}::integer[]) as seen (key, version) on seen.key = ${key}
    where ${allOf(scopeCondition(resource, scope))} order by ${key} for update of t
  `.execute(tx)
  const changed = rows.filter(({ is_as_seen }) => !is_as_seen)
  if (changed.length > 0) throw keys.length === 1 ? new CallError(409) : someOvertaken(resource, changed)
}

/** Deletes rows, all or none; 404 where one is not there in scope, 409 where another record names one. */
export const deleteRows = async (tx: Tx, resource: CompleteResource, keys: readonly number[], scope: Scope): Promise<void> => {
  const where = allOf([sql`${sql.ref(`t.${resource.key}`)} = any(${keyList(keys)})`, ...scopeCondition(resource, scope)])
  const { numAffectedRows = 0n } = await sql`delete from ${sql.table(resource.table)} as t where ${where}`.execute(tx)
  if (Number(numAffectedRows) !== keys.length) throw new CallError(404)
  // As a reference refuses it: a list, or a document, would go on naming what is not there.
  await mustBeUnnamed(tx, resource, keys)
}
