import { sql } from 'kysely'
import type { Action } from '../../../src/core/action.ts'
import { CallError } from '../../../src/core/errors.ts'
import type { Resource } from '../../../src/core/resource.ts'
import audit from '../../../src/resources/approval/audit.ts'
import type { Queryable } from '../../store/connection/database.ts'
import { inState } from '../../store/reading/states.ts'

const actionsOf = (page: Resource | null): Readonly<Record<string, Action>> => (page?.actions ?? {}) as Readonly<Record<string, Action>>

/** Where an action has its record stand while others are asked, and whence it came. */
const wayOf = (page: Resource | null, name: string): string => {
  const { from, approves } = actionsOf(page)[name] ?? {}
  return JSON.stringify([[from ?? []].flat(), approves?.meanwhile])
}

/**
 * 409 where records of a published page stand aside while others are asked to agree to an action (`approves.meanwhile`), and `next` would not lead them back as it
 * was: it has the action otherwise, or is no page any more (null). They would stand there for ever.
 */
export const refuseStanding = async (tx: Queryable, published: Resource | null, next: Resource | null): Promise<void> => {
  const names = Object.entries(actionsOf(published)).flatMap(([name, { approves }]) =>
    approves?.meanwhile !== undefined && wayOf(published, name) !== wayOf(next, name) ? [name] : [],
  )
  if (!published || names.length === 0) return
  const { rows } = await sql<{ action: string; n: number }>`
    select action, count(*) as n from audit
    where resource = ${published.name} and action = any(${names}::text[]) and status = ${inState(audit, 'asking')} group by action order by 1
  `.execute(tx)
  for (const { action, n } of rows)
    throw new CallError(409, `“${actionsOf(published)[action]?.label ?? action}”有 ${n} 条记录正在审批，请先办结`)
}
