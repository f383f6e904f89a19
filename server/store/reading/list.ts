import { type RawBuilder, sql } from 'kysely'
import { isReadThrough } from '../../../src/core/check/checkThrough.ts'
import { CallError } from '../../../src/core/errors.ts'
import type { CompleteColumn, CompleteResource } from '../../../src/derive/complete.ts'
import type { Page } from '../../../src/protocol/envelope.ts'
import type { Queryable } from '../connection/database.ts'
import { filesOf } from './fileNames.ts'
import { allOf, inScope, type Scope, scopeCondition } from './filters.ts'
import { keyList } from './keyList.ts'
import { keysSay } from './meanings.ts'
import { capOf, type Params, pageQuery } from './pageQuery.ts'
import { reckonedPage } from './reckonedPage.ts'
import { safeSums } from './sums.ts'
import { sexFrom, tell, toldWith } from './told.ts'

export type Row = Record<string, unknown>

/** Finds a resource by its name: what references are read through. */
export type Resolve = (name: string) => CompleteResource

/** A reference that is read along with the rows: its column, the alias of the joined table, and whose rows those are. */
export interface Joined {
  column: CompleteColumn
  alias: string
  target: CompleteResource
}

export const referenced = (resource: CompleteResource, resolve: Resolve): Joined[] =>
  resource.columns
    .filter(
      (column) => column.is === 'ref' && column.target && !column.spec.via && (column.shown !== 'never' || usesVia(resource, column.name)),
    )
    .map((column, index) => ({ column, alias: `r${index}`, target: resolve(column.target ?? '') }))

const usesVia = (resource: CompleteResource, name: string): boolean =>
  resource.columns.some((column) => column.spec.via?.startsWith(`${name}.`))

export const joinOf = ({ column, alias, target }: Joined): RawBuilder<unknown> =>
  sql`left join ${sql.table(target.table)} as ${sql.id(alias)} on ${sql.ref(`${alias}.${target.key}`)} = ${sql.ref(`t.${column.name}`)}`

/** What a list of references names, by key: `<column>_titles`. */
const titlesOf = (name: string, target: CompleteResource): RawBuilder<unknown> => {
  const [key, title] = [sql.ref(`x.${target.key}`), sql.ref(`x.${target.title}`)]
  return sql`(select json_object_agg(${key}, ${title}) from ${sql.table(target.table)} as x where ${key} = any(${sql.ref(`t.${name}`)})) as ${sql.id(`${name}_titles`)}`
}

/** What is read through a reference as the target stands now, under the name that it has there: of the caller's projects alone. */
const guarded = ({ alias, target }: Joined, field: string, scope: Scope): RawBuilder<unknown> => {
  const column = target.column[field] ?? target.column[target.former[field] ?? '']
  if (!column || !isReadThrough(column.spec)) return sql`null`
  const value = sql.ref(`${alias}.${column.name}`)
  return scope && target.scope ? sql`case when ${inScope(scope, `${alias}.${target.scope}`)} then ${value} end` : value
}

/** The columns that a row has on the wire, the texts of its references as `<column>_title`, and its version. */
const selection = (
  resource: CompleteResource,
  resolve: Resolve,
  scope: Scope = null,
): { columns: RawBuilder<unknown>; joins: RawBuilder<unknown> } => {
  const refs = referenced(resource, resolve)
  const own = resource.columns
    .filter(({ spec }) => !spec.via && !spec.reads && spec.derived !== 'counted')
    .map((column) => sql`${sql.ref(`t.${column.name}`)}`)
  const sexes = resource.columns.flatMap((column) => {
    const sex = sexFrom(column)
    return sex ? [sql`${sex} as ${sql.id(column.name)}`] : []
  })
  const titles = refs.map(({ column, alias, target }) => sql`${sql.ref(`${alias}.${target.title}`)} as ${sql.id(`${column.name}_title`)}`)
  const through = resource.columns.flatMap((column) => {
    const [ref, field] = (column.spec.via ?? '').split('.')
    const found = refs.find((other) => other.column.name === ref)
    if (!found || !field) return []
    const value = column.isGuarded ? guarded(found, field, scope) : sql.ref(`${found.alias}.${field}`)
    return [sql`${value} as ${sql.id(column.name)}`]
  })
  const several = resource.columns
    .filter(({ is, shown, isStored }) => is === 'refs' && shown !== 'never' && isStored)
    .flatMap(({ name, target }) => (target ? [titlesOf(name, resolve(target))] : []))
  const files = resource.columns.filter(({ is, spec }) => is === 'files' && !spec.via).map(({ name }) => filesOf(resource, name))
  const joins = refs.map(joinOf)
  return {
    columns: sql.join([...own, ...sexes, ...toldWith(resource), ...titles, ...several, ...files, ...through, sql`t.version`], sql`, `),
    joins: joins.length === 0 ? sql`` : sql.join(joins, sql` `),
  }
}

const selects = new WeakMap<CompleteResource, RawBuilder<unknown>>()

/** The part of a rows query that never changes, as text: making it from its names on each call took as long as reading its rows. */
const selectOf = (db: Queryable, resource: CompleteResource, scope: Scope, resolve: Resolve): RawBuilder<unknown> => {
  if (scope && resource.columns.some(({ isGuarded }) => isGuarded)) {
    const { columns, joins } = selection(resource, resolve, scope)
    return sql`select ${columns} from ${sql.table(resource.source)} as t ${joins}`
  }
  const known = selects.get(resource)
  if (known) return known
  const { columns, joins } = selection(resource, resolve)
  const made = sql.raw(sql`select ${columns} from ${sql.table(resource.source)} as t ${joins}`.compile(db).sql)
  selects.set(resource, made)
  return made
}

/**
 * Gives the query for rows by their keys, with the texts of their references, in any order. Apart from the page's query, because it
 * joins many tables and its plan is always the same: planning it took three times as long as running it.
 */
export const rowsQuery = (
  db: Queryable,
  resource: CompleteResource,
  keys: readonly number[],
  scope: Scope,
  resolve: Resolve,
): RawBuilder<Row> => {
  const said = keysSay(resource.name, keyList(keys))
  const where = allOf([
    sql`${sql.ref(`t.${resource.key}`)} = any(${keyList(keys)})`,
    ...(said ? [said] : []),
    ...scopeCondition(resource, scope),
  ])
  return sql<Row>`${selectOf(db, resource, scope, resolve)} where ${where}`
}

/** Gives rows by their keys, in the order of these, as a list shows them. One that was deleted since its key was asked for is left out. */
export const rowsOfKeys = async (
  db: Queryable,
  resource: CompleteResource,
  keys: readonly number[],
  scope: Scope,
  resolve: Resolve,
): Promise<Row[]> => {
  if (keys.length === 0) return []
  const { rows } = await rowsQuery(db, resource, keys, scope, resolve).execute(db)
  const byKey = new Map(tell(db, resource, rows).map((row) => [row[resource.key], row]))
  return keys.map((key) => byKey.get(key)).filter((row) => row !== undefined)
}

type Asked = readonly [db: Queryable, resource: CompleteResource, params: Params, scope: Scope, resolve: Resolve]

interface Listed {
  list: Row[]
  total: number
  texts: readonly string[] | null
}

const foundPage = async (...[db, resource, params, scope, resolve]: Asked): Promise<Listed> => {
  const page = await pageQuery(resource, params, scope).execute(db)
  const { keys_: keys, total_: total, sums_: texts = null } = page.rows[0] ?? { keys_: [], total_: 0 }
  return { list: await rowsOfKeys(db, resource, keys, scope, resolve), total, texts }
}

const cutPage = async (...[db, resource, params, scope, resolve, cap]: readonly [...Asked, cap: number]): Promise<Listed> => {
  const { rows, total, sums } = await reckonedPage(db, resource, params, scope, cap, selection(resource, resolve, scope))
  tell(db, resource, rows)
  return { list: rows, total, texts: sums }
}

/** Gives a page of a resource's rows (design.md, Protocol): `count` is exact up to its cap, beyond it `more` is true; `sums` are those of all rows found, where these are few. */
export const listPage = async (
  db: Queryable,
  resource: CompleteResource,
  params: Params,
  scope: Scope,
  resolve: Resolve,
): Promise<Page<Row>> => {
  const cap = capOf(resource, params)
  const { list, total, texts } = resource.isReckoned
    ? await cutPage(db, resource, params, scope, resolve, cap)
    : await foundPage(db, resource, params, scope, resolve)
  if (total > cap) return { list, count: cap, more: true }
  const sums = texts ? safeSums(resource, texts) : null
  return { list, count: total, ...(sums ? { sums } : {}) }
}

/** Gives one row with its references' texts; throws 404 where there is none in scope. */
export const readRow = async (db: Queryable, resource: CompleteResource, key: number, scope: Scope, resolve: Resolve): Promise<Row> => {
  const { rows } = await rowsQuery(db, resource, [key], scope, resolve).execute(db)
  if (!rows[0]) throw new CallError(404)
  tell(db, resource, rows)
  return rows[0]
}
