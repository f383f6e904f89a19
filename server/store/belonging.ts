import { sql } from 'kysely'
import { CallError } from '../../src/core/errors.ts'
import type { CompleteColumn, CompleteResource } from '../../src/derive/complete.ts'
import type { Tx } from './database.ts'
import { allOf, type Scope, scopeCondition } from './filters.ts'
import type { Resolve } from './list.ts'

type Values = Readonly<Record<string, unknown>>

const named = (column: CompleteColumn, values: Values): number[] => {
  const value = values[column.name]
  return value === undefined || value === null ? [] : ([value].flat() as number[])
}

const mustBeThere = async (tx: Tx, column: CompleteColumn, target: CompleteResource, keys: readonly number[], scope: Scope) => {
  const belongs = target.scope ? sql`${sql.ref(`t.${target.scope}`)}` : sql`null::integer`
  const where = allOf([sql`${sql.ref(`t.${target.key}`)} = any(${keys}::integer[])`, ...scopeCondition(target, scope)])
  const { rows } = await sql<{ belongs: number | null }>`
    select ${belongs} as belongs from ${sql.table(target.table)} as t where ${where}
  `.execute(tx)
  if (rows.length < new Set(keys).size) throw new CallError(400, `${column.label}不存在，或不在您负责的项目内`, { field: column.name })
  return rows[0]?.belongs ?? null
}

/**
 * Gives what a row's references say of it: the project of the first record that it names, where the row has a project and none was given.
 * Throws 400, with the field, where it names a record that is not there or is none of the caller's projects.
 */
export const belongingOf = async (
  tx: Tx,
  resource: CompleteResource,
  values: Values,
  scope: Scope,
  resolve: Resolve,
): Promise<Record<string, number>> => {
  let found: number | null = null
  for (const column of resource.columns) {
    const keys = column.isStored && column.target ? named(column, values) : []
    if (keys.length === 0 || !column.target) continue
    const target = resolve(column.target)
    const belongs = await mustBeThere(tx, column, target, keys, scope)
    if (target.scope === resource.scope) found ??= belongs
  }
  return resource.scope && found !== null && values[resource.scope] === undefined ? { [resource.scope]: found } : {}
}
