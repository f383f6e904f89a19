import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import type { CompleteColumn, CompleteResource } from '../../../src/derive/complete.ts'
import type { Tx } from '../connection/database.ts'
import { allOf, type Scope, scopeCondition } from '../reading/filters.ts'
import { keyList } from '../reading/keyList.ts'
import type { Resolve } from '../reading/list.ts'

type Values = Readonly<Record<string, unknown>>

/** What the references of a row say of it, or why it cannot be. */
export type Belonging = Record<string, number> | CallError

const named = (column: CompleteColumn, values: Values): number[] => {
  const value = values[column.name]
  return value === undefined || value === null ? [] : ([value].flat() as number[])
}

/** Gives those of the records that are there in scope, each with the project it belongs to. */
const thereOf = async (tx: Tx, target: CompleteResource, keys: readonly number[], scope: Scope): Promise<Map<number, number | null>> => {
  const belongs = target.scope ? sql`${sql.ref(`t.${target.scope}`)}` : sql`null::integer`
  const key = sql.ref(`t.${target.key}`)
  const where = allOf([sql`${key} = any(${keyList(keys)})`, ...scopeCondition(target, scope)])
  const { rows } = await sql<{ key: number; belongs: number | null }>`
    select ${key} as key, ${belongs} as belongs from ${sql.table(target.table)} as t where ${where}
  `.execute(tx)
  return new Map(rows.map((row) => [row.key, row.belongs]))
}

/**
 * Gives for each of many rows what its references say of it: the project of the first record that it names, where the row has a project
 * and none was given; or the refusal of one that names a record that is not there or is none of the caller's projects. One query a column.
 */
const belongingOfMany = async (
  tx: Tx,
  resource: CompleteResource,
  rows: readonly Values[],
  scope: Scope,
  resolve: Resolve,
): Promise<Belonging[]> => {
  const found: (number | null)[] = rows.map(() => null)
  const refused: (CallError | undefined)[] = []
  for (const column of resource.columns) {
    const keys = column.isStored && column.target ? [...new Set(rows.flatMap((values) => named(column, values)))] : []
    if (keys.length === 0 || !column.target) continue
    const target = resolve(column.target)
    const there = await thereOf(tx, target, keys, scope)
    for (const [index, values] of rows.entries()) {
      const own = named(column, values)
      if (own.some((key) => !there.has(key)))
        refused[index] ??= new CallError(400, `${column.label}不存在，或不在您负责的项目内`, { field: column.name })
      // A page made at run time may call its project's column otherwise.
      if (target.scope && resource.scope) found[index] ??= there.get(own[0] ?? 0) ?? null
    }
  }
  return rows.map((values, index) => {
    const project = found[index] ?? null
    return (
      refused[index] ?? (resource.scope && project !== null && values[resource.scope] === undefined ? { [resource.scope]: project } : {})
    )
  })
}

/** Gives what is said of a row, or throws its refusal. */
export const orThrow = (belonging: Belonging = {}): Record<string, number> => {
  if (belonging instanceof CallError) throw belonging
  return belonging
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
): Promise<Record<string, number>> => orThrow((await belongingOfMany(tx, resource, [values], scope, resolve))[0])

/** What a row in the caller's projects names now, by column. */
const namedNow = async (tx: Tx, resource: CompleteResource, key: number, scope: Scope): Promise<Values> => {
  const names = resource.columns.flatMap(({ name, isStored, target }) => (isStored && target ? [sql.ref(`t.${name}`)] : []))
  const where = allOf([sql`${sql.ref(`t.${resource.key}`)} = ${key}`, ...scopeCondition(resource, scope)])
  const { rows } = await sql<Values>`select ${sql.join(names)} from ${sql.table(resource.table)} as t where ${where}`.execute(tx)
  return rows[0] ?? {}
}

/**
 * The same as `belongingOf` of a row that is edited: it throws where the row would name something anew that its editor may not. What it named before may
 * stay, be it of a project that he does not see: the dialog sends it along with whatever else he changes, and the row stays where it is.
 */
export const belongingOfEdited = async (
  tx: Tx,
  resource: CompleteResource,
  key: number,
  values: Values,
  scope: Scope,
  resolve: Resolve,
): Promise<Record<string, number>> => {
  const [belonging = {}] = await belongingOfMany(tx, resource, [values], scope, resolve)
  if (!(belonging instanceof CallError)) return belonging
  const before = await namedNow(tx, resource, key, scope)
  const anew = resource.columns.flatMap((column): [string, number[]][] => {
    const had = named(column, before)
    return column.isStored && column.target ? [[column.name, named(column, values).filter((one) => !had.includes(one))]] : []
  })
  await belongingOf(tx, resource, Object.fromEntries(anew), scope, resolve)
  return {}
}

/**
 * Gives the project of a row of which neither who writes it nor what it names says one: the only one of whoever has but one; nothing for whoever has all, whose row is then of none.
 * The refusal of whoever has several: it is asked, never guessed, and a row of none he would not see again.
 */
export const writersProject = (resource: CompleteResource, scope: Scope): Belonging => {
  const { scope: column } = resource
  if (!column || column === resource.key || scope === null) return {}
  const [only] = scope
  if (only !== undefined && scope.length === 1) return { [column]: only }
  return new CallError(400, only === undefined ? '请选择您负责的所属项目' : '您负责多个项目，请选择项目', { field: column })
}

/** The same as `belongingOfMany` of rows that are to be added: one of no project said is of its writer's (`writersProject`). */
export const belongingOfNew = async (
  tx: Tx,
  resource: CompleteResource,
  rows: readonly Values[],
  scope: Scope,
  resolve: Resolve,
): Promise<Belonging[]> => {
  const named = await belongingOfMany(tx, resource, rows, scope, resolve)
  return named.map((belonging, index) => {
    const isSaid = belonging instanceof CallError || { ...rows[index], ...belonging }[resource.scope ?? ''] !== undefined
    return isSaid ? belonging : writersProject(resource, scope)
  })
}
