import { type RawBuilder, sql } from 'kysely'
import { CallError } from '../../src/core/errors.ts'
import { codesOf } from '../../src/core/states.ts'
import { resourceNamed, resources } from '../../src/declared/declared.ts'
import type { CompleteResource } from '../../src/derive/complete.ts'
import type { TakesBack } from '../caller/knownCalls.ts'
import type { Adding } from '../caller/session.ts'
import type { Tx } from '../store/connection/database.ts'
import { allOf, type Scope, scopeCondition } from '../store/reading/filters.ts'
import { listsNaming } from '../store/writing/listed.ts'
import { readableProblem, referrerOf } from '../store/writing/problems.ts'
import { firstOf } from '../store/writing/someOf.ts'
import { deleteRows } from '../store/writing/write.ts'
import { addsOf, type Made } from './adder.ts'
import type { Batch } from './batches.ts'

/** Each row that goes is written to the log: one statement for all of them would outlast what a call's statement may take (60 s). */
const AT_ONCE = 2000

interface There {
  key: number
  title: string | null
  is_changed: boolean
}

const isNotGone = ({ states }: CompleteResource, gone: TakesBack['gone']): RawBuilder<unknown> => {
  if (typeof gone !== 'string') return sql`${sql.ref(`t.${gone.column}`)} is distinct from ${gone.is}::integer`
  return states ? sql`${sql.ref(`t.${states.column}`)} <> all(${codesOf({ states }, gone)}::integer[])` : sql`true`
}

/**
 * Gives the keys of a batch's rows that are there still, held until the transaction ends. 409 where one was changed since, or is out of scope.
 * `gone` tells those that somebody has taken back already, where none is deleted.
 */
const untouched = async (
  tx: Tx,
  resource: CompleteResource,
  keys: readonly number[],
  scope: Scope,
  gone?: TakesBack['gone'],
): Promise<number[]> => {
  const title = resource.column[resource.title]?.isStored ? resource.title : resource.key
  const inScope = allOf(scopeCondition(resource, scope))
  const isThere = gone === undefined ? sql`true` : isNotGone(resource, gone)
  const { rows } = await sql<There & { is_mine: boolean }>`
    select ${sql.ref(`t.${resource.key}`)} as key, ${sql.ref(`t.${title}`)}::text as title, t.version > 1 as is_changed, ${inScope} as is_mine
    from ${sql.table(resource.table)} as t where ${sql.ref(`t.${resource.key}`)} = any(${keys}::integer[]) and ${isThere} order by 1 for update
  `.execute(tx)
  const foreign = rows.filter(({ is_mine }) => !is_mine)
  if (foreign.length > 0) throw new CallError(409, `有 ${foreign.length} 条已不在您负责的项目内，不能撤销`)
  const changed = rows.filter(({ is_changed }) => is_changed)
  if (changed.length > 0)
    throw new CallError(
      409,
      `有 ${changed.length} 条在导入后被修改过（${firstOf(changed.map(({ key, title: name }) => name ?? `编号 ${key}`))}），不能撤销`,
    )
  return rows.map(({ key }) => key)
}

const refuseListed = async (tx: Tx, target: CompleteResource, keys: readonly number[]): Promise<void> => {
  for (const { resource, count } of await listsNaming(tx, target, keys))
    throw new CallError(409, `${resource.label}有 ${count} 条用到其中的记录，不能撤销`)
}

/** Rows that cannot be deleted are taken back as the call says that added them. */
const takeBack = async (context: Adding, resource: CompleteResource, keys: readonly number[]): Promise<number | null> => {
  const takesBack = addsOf(resource)?.takesBack
  if (!takesBack) return null
  const there = await untouched(context.tx, resource, keys, context.session.scope, takesBack.gone)
  await takesBack.take(context, there)
  return there.length
}

const take = async (context: Adding, { resource: name, keys }: Made): Promise<number> => {
  const resource = resourceNamed(name)
  const {
    tx,
    session: { scope },
  } = context
  const taken = await takeBack(context, resource, keys)
  if (taken !== null) return taken
  const there = await untouched(tx, resource, keys, scope)
  if (there.length === 0) return 0
  await refuseListed(tx, resource, there)
  for (let start = 0; start < there.length; start += AT_ONCE) await remove(tx, resource, there.slice(start, start + AT_ONCE), scope)
  return there.length
}

const remove = (tx: Tx, resource: CompleteResource, keys: readonly number[], scope: Scope): Promise<void> =>
  deleteRows(tx, resource, keys, scope).catch((error: unknown) => {
    const table = referrerOf(error)
    const referrer = table && resources.find((other) => other.table === table)
    throw table
      ? new CallError(409, `${referrer ? referrer.label : '别的记录'}里有记录用到其中的${resource.label}，不能撤销`)
      : readableProblem(error)
  })

/**
 * Takes back a whole import: the rows that it made, in the reverse order of their making; rows that were deleted meanwhile are gone
 * already. What cannot be deleted is taken back as its subject does it. All or none: 409 with the reason where one was changed since or something refers to it. Gives how many rows went.
 */
export const undoImport = async (context: Adding, batch: Batch): Promise<{ count: number }> => {
  if (batch.state !== 'done') throw new CallError(409, '此导入没有完成，或已经撤销')
  const counts: number[] = []
  for (const made of [...batch.made].reverse()) counts.push(await take(context, made))
  await sql`update import_batch set state = 'undone', undone_at = epoch_now() where import_id = ${batch.import_id}`.execute(context.tx)
  return { count: counts[0] ?? 0 }
}
