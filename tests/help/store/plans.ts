import type { Database } from '../../../server/store/connection/database.ts'
import type { Scope } from '../../../server/store/reading/filters.ts'
import { type Params, pageQuery } from '../../../server/store/reading/pageQuery.ts'
import type { CompleteResource } from '../../../src/derive/complete.ts'

interface How {
  scope?: Scope
  /** Runs it too, so that the plan says what was never begun. */
  isRun?: boolean
}

/** Gives the plan of a list's first page of 20 rows, without its costs. */
export const planOf = async (db: Database, resource: CompleteResource, params: Params, { scope = null, isRun = false }: How = {}) => {
  const asked = pageQuery(resource, { page: 1, page_rows: 20, ...params }, scope).compile(db)
  const how = isRun ? 'analyze, costs off, timing off, summary off' : 'costs off'
  const { rows } = await db.executeQuery<{ 'QUERY PLAN': string }>({ ...asked, sql: `explain (${how}) ${asked.sql}` } as never)
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}
