import { type RawBuilder, sql } from 'kysely'
import { CallError } from '../../src/core/errors.ts'
import { nearest } from '../../src/core/nearest.ts'
import type { CompleteResource } from '../../src/derive/complete.ts'
import { COUNT_CAP, TEXT_COUNT_CAP } from '../../src/protocol/envelope.ts'
import { PLANNED_ANEW } from './client.ts'
import { allOf, type Filters, filtersOf, type Scope, scopeCondition } from './filters.ts'
import { BAND_BITS, isBanded } from './tables.ts'

export type Params = Readonly<Record<string, unknown>>

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
export const capOf = (resource: CompleteResource, params: Params): number => (isSearched(resource, params) ? TEXT_COUNT_CAP : COUNT_CAP)

const reach = (params: Params, cap: number): { rows: number; offset: number } => {
  const rows = Number(params.page_rows ?? 20)
  const offset = (Number(params.page ?? 1) - 1) * rows
  if (offset >= cap) throw new CallError(400, `最多翻到第 ${Math.ceil(cap / rows)} 页，请缩小筛选范围或换个方向排序`, { field: 'page' })
  return { rows, offset }
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

/** A list page's question, in the parts of its SQL. */
interface Asked {
  source: RawBuilder<unknown>
  /** The key, and what the list is sorted by. */
  key: RawBuilder<unknown>
  by: RawBuilder<unknown>
  isDescending: boolean
  way: RawBuilder<unknown>
  /** As an index finds rows, and as rows are tested that come in order. */
  where: RawBuilder<unknown>
  tests: RawBuilder<unknown>
  rows: number
  offset: number
  cap: number
}

/**
 * The keys of a page in the order of the key, out of rows found by a text: band of keys by band of keys, from the list's beginning
 * until the page is full. The index has the band beside the text (tables.ts), so that a band without a hit is passed in a moment and
 * where the hits lie does not matter. The next band is that of the next key there is: gaps cost nothing.
 */
const keysInBands = ({ source, key, isDescending, way, where, rows, offset }: Asked): RawBuilder<unknown> => {
  const bits = sql.lit(BAND_BITS)
  const ending = isDescending ? sql`max` : sql`min`
  const behind = isDescending ? sql`${key} < (n << ${bits})` : sql`${key} > (n << ${bits}) + ${sql.lit(2 ** BAND_BITS - 1)}`
  return sql`array(
    with recursive band as (
      select ${ending}(${key}) >> ${bits} as n from ${source} as t
      union all select (select ${ending}(${key}) >> ${bits} from ${source} as t where ${behind}) from band where n is not null
    )
    select key_ from band, lateral (
      select key_ from (select ${key} as key_ from ${source} as t where ${where} and ${key} >> ${bits} = n offset 0) as held
      order by key_ ${way} limit ${rows + offset}
    ) as page limit ${rows} offset ${offset})`
}

const isBySearch = (resource: CompleteResource, filters: Filters, sort: string): boolean =>
  sort === resource.key &&
  !filters.needsView &&
  isBanded(resource) &&
  filters.columns.some((name) => resource.column[name]?.match === 'contains')

/**
 * Up to the cap of the rows found are put in order. When there are more, a short walk in the list's order finds the page's rows soon,
 * unless they lie together elsewhere: then all are found and put in order. The planner cannot be left to choose: it reckons with rows
 * spread evenly, and where they are not it walks the whole table.
 */
const ofFound = (asked: Asked, beyondCap: { keys: RawBuilder<unknown>; from?: RawBuilder<unknown> }): RawBuilder<Found> => {
  const { source, key, by, way, where, rows, offset, cap } = asked
  return sql<Found>`${PLANNED_ANEW}
    with found as materialized (select ${key} as key_, ${by} as by_ from ${source} as t where ${where} limit ${cap + 1}),
      counted as (select count(*) as total_ from found)
    select total_, case when total_ <= ${cap}
      then array(select key_ from found order by by_ ${way}, key_ ${way} limit ${rows} offset ${offset})
      else ${beyondCap.keys} end as keys_
    from counted${beyondCap.from ?? sql``}`
}

const walked = ({ source, key, by, way, where, tests, rows, offset, cap }: Asked, order: RawBuilder<unknown>) => {
  const reached = sql`limit ${rows} offset ${offset}`
  return {
    keys: sql`case when cardinality(walked_) = ${rows} then walked_
      else array(select key_ from (select ${key} as key_, ${by} as by_ from ${source} as t where ${where} offset 0) as every order by by_ ${way}, key_ ${way} ${reached}) end`,
    from: sql`, lateral (select case when total_ > ${cap} then array(
      select ${key} from (select t.* from ${source} as t order by ${order} limit ${WALK}) as t
      where ${tests} order by ${order} ${reached}) end as walked_ offset 0) as walk`,
  }
}

/** Gives the query for the keys of a list page and the count, which stops at the cap. */
export const pageQuery = (resource: CompleteResource, params: Params, scope: Scope): RawBuilder<Found> => {
  const filters = filtersOf(resource, params)
  const [sort, direction] = orderOf(resource, params.order)
  const cap = capOf(resource, params)
  const { rows, offset } = reach(params, cap)
  const isDerived = resource.column[sort]?.isStored === false
  const limits = scopeCondition(resource, scope)
  const way = direction === 'desc' ? sql`desc` : sql`asc`
  const [key, by] = [sql.ref(`t.${resource.key}`), sql.ref(`t.${sort}`)]
  const asked: Asked = {
    source: sql.table(filters.needsView || isDerived ? resource.source : resource.table),
    key,
    by,
    isDescending: direction === 'desc',
    way,
    where: allOf([...filters.conditions, ...limits]),
    tests: allOf([...filters.tests, ...limits]),
    rows,
    offset,
    cap,
  }
  const order = sort === resource.key ? sql`${key} ${way}` : sql`${by} ${way}, ${key} ${way}`
  if (isInOrder(resource, params, filters, sort)) {
    const { source, where } = asked
    return sql<Found>`${PLANNED_ANEW}
      select array(select ${key} from ${source} as t where ${where} order by ${order} limit ${rows} offset ${offset}) as keys_,
        (select count(*) from (select 1 from ${source} as t where ${where} limit ${cap + 1}) as counted) as total_`
  }
  // Where no index has the filtered rows in the list's order.
  return ofFound(asked, isBySearch(resource, filters, sort) ? { keys: keysInBands(asked) } : walked(asked, order))
}
