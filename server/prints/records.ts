import { sql } from 'kysely'
import { CallError } from '../../src/core/errors.ts'
import type { CompleteAction } from '../../src/derive/actions.ts'
import type { CompleteResource } from '../../src/derive/complete.ts'
import type { Queryable } from '../store/connection/database.ts'
import { allOf, type Scope, scopeCondition } from '../store/reading/filters.ts'
import { someUnfit } from '../store/writing/someOf.ts'
import { whenConditions } from '../store/writing/write.ts'

/** A record that is to be printed, as it stands now. */
export interface PrintedRecord {
  key: number
  title: string
  version: number
  p_id: number | null
}

interface Found extends PrintedRecord {
  is_fit: boolean
}

/**
 * Gives the records with these keys, each with its version, in the order asked for. Throws 404 where one is not there in scope, 409 where one is not
 * in the state that the action needs.
 */
export const printedRecords = async (
  tx: Queryable,
  resource: CompleteResource,
  action: Pick<CompleteAction, 'label' | 'when'>,
  keys: readonly number[],
  scope: Scope,
): Promise<PrintedRecord[]> => {
  const key = sql.ref(`t.${resource.key}`)
  const project = resource.scope ? sql.ref(`t.${resource.scope}`) : sql`null::integer`
  const { rows } = await sql<Found>`
    select ${key} as key, coalesce(${sql.ref(`t.${resource.title}`)}::text, '') as title, t.version, ${project} as p_id,
      coalesce(${allOf(whenConditions(action.when))}, false) as is_fit
    from unnest(${keys}::integer[]) with ordinality as asked (key, place) join ${sql.table(resource.source)} as t on ${key} = asked.key
    where ${allOf(scopeCondition(resource, scope))} order by asked.place
  `.execute(tx)
  if (rows.length !== keys.length) throw new CallError(404)
  const unfit = rows.filter(({ is_fit }) => !is_fit)
  if (unfit.length > 0)
    throw keys.length === 1
      ? new CallError(409, `当前状态不能${action.label}，请刷新后重试`)
      : someUnfit(
          resource,
          unfit.map(({ title }) => ({ [resource.title]: title })),
          action.label,
        )
  return rows
}
