import { type RawBuilder, sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import { nearest } from '../../../src/core/nearest.ts'
import type { CompleteResource } from '../../../src/derive/complete.ts'
import { COUNT_CAP, TEXT_COUNT_CAP } from '../../../src/protocol/envelope.ts'
import { isBanded, NARROW_BAND_BITS, WIDE_BAND_BITS } from '../bringUp/tables.ts'
import { PLANNED_ANEW } from '../connection/client.ts'
import { allOf, type Filters, filtersOf, type Scope, scopeCondition } from './filters.ts'
import { hasMeaning } from './meanings.ts'
import { type Summing, summingAlong, summingApart } from './sums.ts'

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

/** Whether what is filtered by has to be reckoned for each row that is counted: no index has it, and no stored column tells it. */
const isReckoned = (resource: CompleteResource, params: Params): boolean => {
  const { columns, needsView } = filtersOf(resource, params)
  return needsView || (!resource.isStored && columns.some((name) => hasMeaning(resource.name, name)))
}

/** Whether each row that is counted is put together from several tables: there is no index of the whole. */
const isJoined = ({ isStored, isReckoned }: CompleteResource): boolean => !isStored && !isReckoned

/** How far a list with these filters counts and turns its pages: a text, what is reckoned and what is put together are looked at row by row. */
export const capOf = (resource: CompleteResource, params: Params): number =>
  isJoined(resource) || isSearched(resource, params) || isReckoned(resource, params) ? TEXT_COUNT_CAP : COUNT_CAP

/** Gives how many rows of a page are asked for, and how many are before it; throws 400 beyond the cap. */
export const reach = (params: Params, cap: number): { rows: number; offset: number } => {
  const rows = Number(params.page_rows ?? 20)
  const offset = (Number(params.page ?? 1) - 1) * rows
  if (offset >= cap) throw new CallError(400, `最多翻到第 ${Math.ceil(cap / rows)} 页，请缩小筛选范围或换个方向排序`, { field: 'page' })
  return { rows, offset }
}

/** The keys of one page in order, how many rows there are (at most one more than the cap), and the sums of few rows, where the resource has totals. */
interface Found {
  keys_: number[]
  total_: number
  sums_?: readonly string[] | null
}

/** Whether the index of a filter has the list's own order behind the value, as that of the scope always has: a span of the order's column is then one piece of it. */
const hasOrderBehind = (resource: CompleteResource, name: string): boolean =>
  name === resource.scope || (resource.isStored && resource.column[name]?.isStored === true && !hasMeaning(resource.name, name))

/** Nothing, the order's own column, or one value whose index has the order behind it, with a span of the order's column or without: an index alone gives the page. */
const isInOrder = (resource: CompleteResource, params: Params, { conditions, columns }: Filters, sort: string): boolean => {
  if (conditions.length === 0) return true
  const [name = sort, ...more] = columns.filter((column) => column !== sort)
  if (more.length > 0) return false
  if (name === sort) return true
  if (columns.length > 1) {
    const isSpan = resource.column[sort]?.match !== 'contains'
    if (sort !== resource.sort[0] || !isSpan || !hasOrderBehind(resource, name)) return false
  }
  const value = params[name]
  const match = resource.column[name]?.match
  return match === undefined || match === 'equals' || (match === 'any' && Array.isArray(value) && value.length === 1)
}

/** Whether only what is about one record is asked for: what refers to it, or has its number beside what it is. */
const isAboutOne = (resource: CompleteResource, params: Params, filtered: readonly string[]): boolean => {
  const names = filtered.filter((name) => !Array.isArray(params[name]) || params[name].length === 1)
  const kinds = names.map((name) => resource.column[name]?.is)
  const keys = resource.columns.flatMap(({ leads }) => leads.map(({ key }) => key))
  return names.some((name) => keys.includes(name)) || (kinds.includes('resource') && kinds.includes('int'))
}

/** A list page's question, in the parts of its SQL. */
interface Asked {
  planning: RawBuilder<unknown>
  source: RawBuilder<unknown>
  summing: Summing
  key: RawBuilder<unknown>
  isDescending: boolean
  /** As an index finds rows. */
  where: RawBuilder<unknown>
  /** Which rows a walk in the list's order goes through: of what is people's own, theirs alone, which an index has in that order. */
  walked: RawBuilder<unknown>
  rows: number
  offset: number
  cap: number
}

const wayOf = ({ isDescending }: Asked): RawBuilder<unknown> => (isDescending ? sql`desc` : sql`asc`)

/** A table of bands of keys in the list's order, from the given one on. The next is that of the next key there is: gaps cost nothing. */
const bands = ({ source, key, isDescending }: Asked, name: string, bits: number, first: RawBuilder<unknown>): RawBuilder<unknown> => {
  const shift = sql.lit(bits)
  const next = isDescending
    ? sql`select max(${key}) >> ${shift} from ${source} as t where ${key} < (n << ${shift})`
    : sql`select min(${key}) >> ${shift} from ${source} as t where ${key} > (n << ${shift}) + ${sql.lit(2 ** bits - 1)}`
  return sql`${sql.id(name)} as (${first} union all select (${next}) from ${sql.id(name)} where n is not null)`
}

/**
 * A search by text in the order of the key. The index has the key's bands beside the text (tables.ts), so that a band without a hit is
 * passed in a moment and where the hits lie does not matter: wide bands are looked through until there are more than are counted, then
 * narrow ones, from the first wide one with a hit on, until the page is full. Neither reads more than one band's hits too many. Its plan
 * is the same for all values, and kept.
 */
const searchInBands = (asked: Asked): RawBuilder<Found> => {
  const { source, summing, key, isDescending, where, rows, offset, cap } = asked
  const [wide, narrow, way] = [sql.lit(WIDE_BAND_BITS), sql.lit(NARROW_BAND_BITS), wayOf(asked)]
  const ending = isDescending ? sql`max` : sql`min`
  const within = WIDE_BAND_BITS - NARROW_BAND_BITS
  const firstNarrow = isDescending ? sql`(begins_ << ${sql.lit(within)}) + ${sql.lit(2 ** within - 1)}` : sql`begins_ << ${sql.lit(within)}`
  return sql<Found>`
    with recursive ${bands(asked, 'wide', WIDE_BAND_BITS, sql`select ${ending}(${key}) >> ${wide} as n from ${source} as t`)},
      found as materialized (
        select n, key_${summing.names} from wide, lateral (select ${key} as key_${summing.parts} from ${summing.source ?? source} as t where ${where} and ${key} >> ${wide} = n offset 0) as held
        limit ${cap + 1}
      ),
      counted as (select count(*) as total_, ${ending}(n) as begins_${summing.counted} from found),
      ${bands(asked, 'narrow', NARROW_BAND_BITS, sql`select ${firstNarrow} as n from counted`)}
    select total_${summing.given}, case when total_ <= ${cap}
      then array(select key_ from found order by key_ ${way} limit ${rows} offset ${offset})
      else array(select key_ from narrow, lateral (
        select key_ from (select ${key} as key_ from ${source} as t where ${where} and ${key} >> ${narrow} = n offset 0) as held
        order by key_ ${way} limit ${rows + offset}
      ) as page limit ${rows} offset ${offset})
    end as keys_ from counted`
}

/** Rows that a walk in the list's order looks at before it gives up. */
const WALK = 2 * COUNT_CAP

/**
 * Up to the cap of the rows found are put in order. When there are more, a short walk in the list's order finds the page's rows soon,
 * unless they lie together elsewhere: then all are found and put in order. The planner cannot be left to choose: it reckons with rows
 * spread evenly, and where they are not it walks the whole table. `tests` tell a row at hand.
 */
const findAndWalk = (asked: Asked, by: RawBuilder<unknown>, order: RawBuilder<unknown>, tests: RawBuilder<unknown>): RawBuilder<Found> => {
  const { planning, source, summing, key, where, rows, offset, cap, walked } = asked
  const [way, reached] = [wayOf(asked), sql`limit ${rows} offset ${offset}`]
  return sql<Found>`${planning}
    with found as materialized (select ${key} as key_, ${by} as by_${summing.parts} from ${summing.source ?? source} as t where ${where} limit ${cap + 1}),
      counted as (select count(*) as total_${summing.counted} from found)
    select total_${summing.given}, case when total_ <= ${cap}
      then array(select key_ from found order by by_ ${way}, key_ ${way} ${reached})
      when cardinality(walked_) = ${rows} then walked_
      else array(select key_ from (select ${key} as key_, ${by} as by_ from ${source} as t where ${where} offset 0) as every order by by_ ${way}, key_ ${way} ${reached})
    end as keys_
    from counted, lateral (select case when total_ > ${cap} then array(
      select ${key} from (select t.* from ${source} as t where ${walked} order by ${order} limit ${WALK}) as t
      where ${tests} order by ${order} ${reached}) end as walked_ offset 0) as walk`
}

const isSearchInBands = (resource: CompleteResource, { columns, needsView }: Filters, sort: string): boolean =>
  sort === resource.key &&
  resource.isStored &&
  !needsView &&
  isBanded(resource) &&
  columns.some((name) => resource.column[name]?.match === 'contains' && resource.column[name].isStored)

/** Gives the query for the keys of a list page and the count, which stops at the cap. */
export const pageQuery = (resource: CompleteResource, params: Params, scope: Scope): RawBuilder<Found> => {
  const filters = filtersOf(resource, params)
  const [sort, direction] = orderOf(resource, params.order)
  const cap = capOf(resource, params)
  const isDerived = resource.column[sort]?.isStored === false
  const limits = scopeCondition(resource, scope)
  const [key, by] = [sql.ref(`t.${resource.key}`), sql.ref(`t.${sort}`)]
  const where = allOf([...filters.conditions, ...limits])
  const asked: Asked = {
    // Of what is about one record there is little, whichever it is: to plan it would take longer than to read it. Other filters may find one row or all.
    planning: isAboutOne(resource, params, filters.columns) ? sql`` : PLANNED_ANEW,
    source: sql.table(filters.needsView || isDerived ? resource.source : resource.table),
    // Text is looked at in its row, where the amounts are; other filters are counted by an index alone, up to more rows than are summed.
    summing: isSearched(resource, params) ? summingAlong(resource) : summingApart(resource, filters.needsView, where),
    key,
    isDescending: direction === 'desc',
    where,
    walked: allOf(resource.own ? limits : []),
    cap,
    ...reach(params, cap),
  }
  if (isSearchInBands(resource, filters, sort)) return searchInBands(asked)
  const way = wayOf(asked)
  const order = sort === resource.key ? sql`${key} ${way}` : sql`${by} ${way}, ${key} ${way}`
  if (!isInOrder(resource, params, filters, sort)) return findAndWalk(asked, by, order, allOf([...filters.tests, ...limits]))
  const { planning, source, rows, offset } = asked
  const { given } = summingApart(resource, filters.needsView, where)
  return sql<Found>`${planning}
    select array(select ${key} from ${source} as t where ${where} order by ${order} limit ${rows} offset ${offset}) as keys_,
      total_${given} from (select count(*) as total_ from (select 1 from ${source} as t where ${where} limit ${cap + 1}) as counted) as counted`
}
