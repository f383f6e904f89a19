import { type RawBuilder, sql } from 'kysely'
import type { CompleteResource } from '../../../src/derive/complete.ts'
import { COUNT_CAP } from '../../../src/protocol/envelope.ts'
import { TODO_ROWS } from '../../../src/protocol/workbench.ts'
import { PLANNED_ANEW } from '../connection/client.ts'
import type { Queryable } from '../connection/database.ts'
import { allOf, filtersOf, type Scope, scopeCondition } from './filters.ts'
import { type Resolve, type Row, rowsOfKeys } from './list.ts'
import type { Params } from './pageQuery.ts'

/** Which rows of a resource, by filters of its list, and in which order. */
interface Wanted {
  filters: Params
  sort: readonly [string, 'asc' | 'desc']
}

/** Gives the query for the first keys of what is wanted, and how many there are, at most one more than the cap. */
export const firstQuery = (
  resource: CompleteResource,
  { filters, sort: [column, direction] }: Wanted,
  scope: Scope,
): RawBuilder<{ keys: number[]; total: number }> => {
  const { conditions, needsView } = filtersOf(resource, filters)
  const source = sql.table(needsView ? resource.source : resource.table)
  const where = allOf([...conditions, ...scopeCondition(resource, scope)])
  const [key, by, way] = [sql.ref(`t.${resource.key}`), sql.ref(`t.${column}`), direction === 'desc' ? sql`desc` : sql`asc`]
  return sql`${PLANNED_ANEW}
    select array(select ${key} from ${source} as t where ${where} order by ${by} ${way}, ${key} ${way} limit ${TODO_ROWS}) as keys,
      (select count(*) from (select 1 from ${source} as t where ${where} limit ${COUNT_CAP + 1}) as counted)::integer as total`
}

/** Gives the first rows of what is wanted, as its list shows them, and how many there are. */
export const readFirst = async (
  db: Queryable,
  resource: CompleteResource,
  wanted: Wanted,
  scope: Scope,
  resolve: Resolve,
): Promise<{ rows: Row[]; count: number; more: boolean }> => {
  const { keys, total } = (await firstQuery(resource, wanted, scope).execute(db)).rows[0] ?? { keys: [], total: 0 }
  return { rows: await rowsOfKeys(db, resource, keys, scope, resolve), count: Math.min(total, COUNT_CAP), more: total > COUNT_CAP }
}
