import { type RawBuilder, sql } from 'kysely'
import { isReadThrough } from '../../src/core/check/checkThrough.ts'
import { CallError } from '../../src/core/errors.ts'
import { nearest } from '../../src/core/nearest.ts'
import type { CompleteColumn, CompleteResource } from '../../src/derive/complete.ts'
import { COUNT_CAP, type Page, TEXT_COUNT_CAP } from '../../src/protocol/envelope.ts'
import { PLANNED_ANEW } from './client.ts'
import type { Queryable } from './database.ts'
import { allOf, type Filters, filtersOf, inScope, type Scope, scopeCondition } from './filters.ts'
import { sexFrom, tell, toldOf } from './told.ts'

export type Row = Record<string, unknown>
type Params = Readonly<Record<string, unknown>>

/** Finds a resource by its name: what references are read through. */
export type Resolve = (name: string) => CompleteResource

/** The column and direction that `order` names, or the declared ones; 400 where the list cannot be sorted by it. */
export const orderOf = (resource: CompleteResource, order: unknown): readonly [string, 'asc' | 'desc'] => {
  if (order === undefined || order === '') return resource.sort
  const text = String(order)
  const name = text.replace(/^-/, '')
  const allowed = resource.columns.filter((column) => column.isSortable || column.name === resource.key).map((column) => column.name)
  if (!allowed.includes(name)) {
    const near = nearest(name, allowed)
    throw new CallError(400, `不能按 ${name} 排序，可用：${allowed.join('、')}${near ? `，是否想写 ${near}` : ''}`, { field: 'order' })
  }
  return [name, text.startsWith('-') ? 'desc' : 'asc']
}

/** Whether a list is searched by a text, which takes longer than any other filter. */
export const isSearched = (resource: CompleteResource, params: Params): boolean =>
  resource.columns.some((column) => column.filter && column.match === 'contains' && params[column.name])

/** How far a list with these filters counts and turns its pages. */
const capOf = (resource: CompleteResource, params: Params): number => (isSearched(resource, params) ? TEXT_COUNT_CAP : COUNT_CAP)

const reach = (params: Params, cap: number): { rows: number; offset: number } => {
  const rows = Number(params.page_rows ?? 20)
  const offset = (Number(params.page ?? 1) - 1) * rows
  if (offset >= cap) throw new CallError(400, `最多翻到第 ${Math.ceil(cap / rows)} 页，请缩小筛选范围或换个方向排序`, { field: 'page' })
  return { rows, offset }
}

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

/** What a list of references names, by key: `<column>_titles`. What all staff may read is known to them, and named there. */
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
export const selection = (
  resource: CompleteResource,
  resolve: Resolve,
  scope: Scope = null,
): { columns: RawBuilder<unknown>; joins: RawBuilder<unknown> } => {
  const refs = referenced(resource, resolve)
  const own = resource.columns.filter(({ spec }) => !spec.via && !spec.reads).map((column) => sql`${sql.ref(`t.${column.name}`)}`)
  const sexes = resource.columns.flatMap((column) => {
    const sex = sexFrom(column)
    return sex ? [sql`${sex} as ${sql.id(column.name)}`] : []
  })
  const sealed = [...new Set(toldOf(resource).map((told) => told.sealed))].map((name) => sql`${sql.ref(`t.${name}`)}`)
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
    .flatMap(({ name, target }) => (target && !resolve(target).isLookup ? [titlesOf(name, resolve(target))] : []))
  const joins = refs.map(joinOf)
  return {
    columns: sql.join([...own, ...sexes, ...sealed, ...titles, ...several, ...through, sql`t.version`], sql`, `),
    joins: joins.length === 0 ? sql`` : sql.join(joins, sql` `),
  }
}

/** The keys of one page in order, and how many rows there are (at most one more than the cap). */
interface Found {
  keys_: number[]
  total_: number
}

/** One filter whose index has the list's order behind the value, or the order's own column: the index alone gives the page. */
const isInOrder = (
  resource: CompleteResource,
  params: Params,
  { conditions, columns: [name = '', ...others] }: Filters,
  sort: string,
): boolean => {
  if (conditions.length === 0) return true
  if (others.length > 0) return false
  if (name === sort) return true
  const value = params[name]
  const match = resource.column[name]?.match
  return match === undefined || match === 'equals' || (match === 'any' && Array.isArray(value) && value.length === 1)
}

/** Rows that a walk in the list's order looks at before it gives up. */
const WALK = 2 * COUNT_CAP

/**
 * Gives the query for the keys of a list page and the count, which stops at the cap. Where no index has the filtered rows in the
 * list's order, up to that many of them are found first and put in order. When there are more, a short walk in that order finds the
 * page's rows soon, unless they lie together elsewhere: then all are found and put in order. The planner cannot be left to choose:
 * it reckons with rows spread evenly, and where they are not it walks the whole table.
 */
export const pageQuery = (resource: CompleteResource, params: Params, scope: Scope): RawBuilder<Found> => {
  const filters = filtersOf(resource, params)
  const [sort, direction] = orderOf(resource, params.order)
  const cap = capOf(resource, params)
  const { rows, offset } = reach(params, cap)
  const isDerived = resource.column[sort]?.isStored === false
  const source = sql.table(filters.needsView || isDerived ? resource.source : resource.table)
  const limits = scopeCondition(resource, scope)
  const where = allOf([...filters.conditions, ...limits])
  const way = direction === 'desc' ? sql`desc` : sql`asc`
  const [key, by] = [sql.ref(`t.${resource.key}`), sql.ref(`t.${sort}`)]
  const order = sort === resource.key ? sql`${key} ${way}` : sql`${by} ${way}, ${key} ${way}`
  const reached = sql`limit ${rows} offset ${offset}`
  if (isInOrder(resource, params, filters, sort))
    return sql<Found>`${PLANNED_ANEW}
      select array(select ${key} from ${source} as t where ${where} order by ${order} ${reached}) as keys_,
        (select count(*) from (select 1 from ${source} as t where ${where} limit ${cap + 1}) as counted) as total_`
  return sql<Found>`${PLANNED_ANEW}
    with found as materialized (select ${key} as key_, ${by} as by_ from ${source} as t where ${where} limit ${cap + 1}),
      counted as (select count(*) as total_ from found)
    select total_, case when total_ <= ${cap}
      then array(select key_ from found order by by_ ${way}, key_ ${way} ${reached})
      when cardinality(walked_) = ${rows} then walked_
      else array(select key_ from (select ${key} as key_, ${by} as by_ from ${source} as t where ${where} offset 0) as every order by by_ ${way}, key_ ${way} ${reached})
    end as keys_
    from counted, lateral (select case when total_ > ${cap} then array(
      select ${key} from (select t.* from ${source} as t order by ${order} limit ${WALK}) as t
      where ${allOf([...filters.tests, ...limits])} order by ${order} ${reached}) end as walked_ offset 0) as walk`
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
  const where = allOf([sql`${sql.ref(`t.${resource.key}`)} = any(${keys}::integer[])`, ...scopeCondition(resource, scope)])
  return sql<Row>`${selectOf(db, resource, scope, resolve)} where ${where}`
}

/** Gives a page of a resource's rows (design.md, Protocol): `count` is exact up to its cap, beyond it `more` is true. */
export const listPage = async (
  db: Queryable,
  resource: CompleteResource,
  params: Params,
  scope: Scope,
  resolve: Resolve,
): Promise<Page<Row>> => {
  const page = await pageQuery(resource, params, scope).execute(db)
  const { keys_: keys, total_: total } = page.rows[0] ?? { keys_: [], total_: 0 }
  const rows = keys.length === 0 ? [] : (await rowsQuery(db, resource, keys, scope, resolve).execute(db)).rows
  const byKey = new Map(tell(db, resource, rows).map((row) => [row[resource.key], row]))
  // A row deleted between the two questions is left out.
  const list = keys.map((key) => byKey.get(key)).filter((row) => row !== undefined)
  const cap = capOf(resource, params)
  return total > cap ? { list, count: cap, more: true } : { list, count: total }
}

/** Gives one row with its references' texts; throws 404 where there is none in scope. */
export const readRow = async (db: Queryable, resource: CompleteResource, key: number, scope: Scope, resolve: Resolve): Promise<Row> => {
  const { rows } = await rowsQuery(db, resource, [key], scope, resolve).execute(db)
  if (!rows[0]) throw new CallError(404)
  tell(db, resource, rows)
  return rows[0]
}
