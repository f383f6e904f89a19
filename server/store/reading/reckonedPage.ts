import { type RawBuilder, sql } from 'kysely'
import type { CompleteResource } from '../../../src/derive/complete.ts'
import { SUM_CAP } from '../../../src/protocol/envelope.ts'
import { PLANNED_ANEW } from '../connection/client.ts'
import type { Queryable } from '../connection/database.ts'
import { allOf, filtersOf, type Scope, scopeCondition } from './filters.ts'
import { orderOf, type Params, reach } from './pageQuery.ts'
import { summingAlong } from './sums.ts'

/** A page's rows in their order, how many there are in all, and their sums (fen, as text) where these are few. */
interface Reckoned {
  rows: Record<string, unknown>[]
  total: number
  sums: readonly string[] | null
}

interface Line extends Record<string, unknown> {
  total_: number
  sums_?: readonly string[]
  /** Null of the one line that there is where the page has no row. */
  place_: number | null
}

/**
 * Gives a page of a view that reckons all its rows at once: it is reckoned once, and counted, summed, put in order and cut from that. `columns` and `joins` are
 * what a row called `t` is shown by. Throws as a list's page does.
 */
export const reckonedPage = async (
  db: Queryable,
  resource: CompleteResource,
  params: Params,
  scope: Scope,
  cap: number,
  { columns, joins }: { columns: RawBuilder<unknown>; joins: RawBuilder<unknown> },
): Promise<Reckoned> => {
  const { rows, offset } = reach(params, cap)
  const [sort, direction] = orderOf(resource, params.order)
  const way = direction === 'desc' ? sql`desc` : sql`asc`
  const key = sql`${sql.ref(`t.${resource.key}`)} ${way}`
  const order = sort === resource.key ? key : sql`${sql.ref(`t.${sort}`)} ${way}, ${key}`
  const where = allOf([...filtersOf(resource, params).conditions, ...scopeCondition(resource, scope)])
  const { parts, counted } = summingAlong(resource)
  const found = await sql<Line>`${PLANNED_ANEW}
    with found as materialized (select t.* from ${sql.table(resource.source)} as t where ${where}),
      counted as (select count(*) as total_${counted} from (select 1 as one_${parts} from found as t) as summed),
      page as (select t.*, row_number() over (order by ${order}) as place_ from found as t order by ${order} limit ${rows} offset ${offset})
    select counted.*, shown.* from counted left join (select ${columns}, t.place_ from page as t ${joins}) as shown on true order by shown.place_
  `.execute(db)
  const [{ total_: total, sums_: sums = null } = { total_: 0 }] = found.rows
  return {
    rows: found.rows.flatMap(({ total_: _total, sums_: _sums, place_, ...row }) => (place_ === null ? [] : [row])),
    total,
    sums: total <= SUM_CAP ? sums : null,
  }
}
