import { type RawBuilder, sql } from 'kysely'
import type { CompleteResource } from '../../../src/derive/complete.ts'
import { DAY_ROWS, type EndingDay } from '../../../src/protocol/workbench.ts'
import { PLANNED_ANEW } from '../connection/client.ts'
import type { Queryable } from '../connection/database.ts'
import { allOf, filtersOf, type Scope, scopeCondition } from './filters.ts'
import { type Resolve, rowsOfKeys } from './list.ts'
import type { Params } from './pageQuery.ts'

/** Rows of a resource that its list's filters find, by the day (Asia/Shanghai) of one of its columns. */
interface Wanted {
  filters: Params
  day: string
}

/** Gives the query for how many rows there are on each day, and the keys of the first. */
export const byDayQuery = (
  resource: CompleteResource,
  { filters, day }: Wanted,
  scope: Scope,
): RawBuilder<{ date: string; count: number; keys: number[] }> => {
  const { conditions, needsView } = filtersOf(resource, filters)
  const source = sql.table(needsView ? resource.source : resource.table)
  const where = allOf([...conditions, ...scopeCondition(resource, scope)])
  const [key, by] = [sql.ref(`t.${resource.key}`), sql.ref(`t.${day}`)]
  const date = resource.column[day]?.is === 'datetime' ? sql`to_timestamp(${by})::date` : by
  return sql`${PLANNED_ANEW}
    select ${date}::text as date, count(*)::integer as count, (array_agg(${key} order by ${by}, ${key}))[1:${sql.lit(DAY_ROWS)}] as keys
    from ${source} as t where ${where} group by 1 order by 1`
}

/** Gives by day how many rows there are, and the first of them by what `shows` says, each day once and in order. */
export const rowsByDay = async (
  db: Queryable,
  resource: CompleteResource,
  wanted: Wanted & { shows: string },
  scope: Scope,
  resolve: Resolve,
): Promise<EndingDay[]> => {
  const days = (await byDayQuery(resource, wanted, scope).execute(db)).rows
  const keys = days.flatMap((one) => one.keys)
  const rows = await rowsOfKeys(db, resource, keys, scope, resolve)
  const names = new Map(rows.map((row) => [Number(row[resource.key]), String(row[`${wanted.shows}_title`] ?? row[wanted.shows] ?? '')]))
  return days.map(({ date, count, keys: first }) => ({ date, count, first: first.map((key) => ({ key, name: names.get(key) ?? '' })) }))
}
