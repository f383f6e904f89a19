import { isEqual } from 'es-toolkit'
import { sql } from 'kysely'
import { CallError } from '../../src/core/errors.ts'
import { holds } from '../../src/core/form.ts'
import { codesOf } from '../../src/core/states.ts'
import { resourceNamed } from '../../src/declared/declared.ts'
import type { CompleteAction } from '../../src/derive/actions.ts'
import type { CompleteResource } from '../../src/derive/complete.ts'
import { followMerge } from '../approvals/followMerge.ts'
import { allOf, type Scope, scopeCondition, scopeOf } from '../store/reading/filters.ts'
import { keyList } from '../store/reading/keyList.ts'
import { holdAlone, holdTogether, moveNamings } from '../store/writing/mergeRows.ts'
import { someOvertaken, someUnfit } from '../store/writing/someOf.ts'
import { ownColumns, updateRows } from '../store/writing/write.ts'
import type { Acting } from './defineEffects.ts'
import { effectOf } from './effects.ts'

type Row = Readonly<Record<string, unknown>>

/** What of a move its doing needs: the column values that it wants to find, and those that it leaves. */
type Moving = Pick<CompleteAction, 'name' | 'label' | 'when' | 'set' | 'approves'>

/** What is asked of a move: of which rows, as its caller has seen them (null: whatever they are now), with what. */
interface Asked {
  keys: readonly number[]
  versions: readonly number[] | null
  values: Row
  /** What else may refuse it: asked once it is known that the rows may be moved, before they are written. */
  before?: () => Promise<void>
}

const rowsWhere = (resource: CompleteResource, keys: readonly number[], scope: Scope) =>
  allOf([sql`${sql.ref(`t.${resource.key}`)} = any(${keyList(keys)})`, ...scopeCondition(resource, scope)])

/**
 * Gives the rows, locked in the order of their keys, so that two who move the same rows wait for each other and do not meet. Their keys stay
 * as they are, so whoever refers to them need not wait. What a view derives is read once nobody else can change it.
 */
const lockRows = async (acting: Acting, resource: CompleteResource, keys: readonly number[]): Promise<Row[]> => {
  const { userId, scope } = acting.session
  const where = rowsWhere(resource, keys, userId === null ? null : scopeOf(resource, { userId, scope }))
  const order = sql.ref(`t.${resource.key}`)
  const { rows } = await sql<Row>`
    select ${ownColumns(resource)} from ${sql.table(resource.table)} as t where ${where} order by ${order} for no key update of t
  `.execute(acting.tx)
  if (rows.length === 0 || resource.source === resource.table) return rows
  const derived = resource.columns.filter(({ spec }) => spec.derived === true).map(({ name }) => sql.ref(`t.${name}`))
  const all = sql.join([ownColumns(resource), ...derived])
  return (await sql<Row>`select ${all} from ${sql.table(resource.source)} as t where ${where} order by ${order}`.execute(acting.tx)).rows
}

/** 409 where a row has been changed since its caller saw it. `keys` and `versions` go together, in the caller's order. */
const checkSeen = (resource: CompleteResource, rows: readonly Row[], { keys, versions }: Asked): void => {
  if (!versions) return
  const seen = new Map(keys.map((key, place) => [key, versions[place]]))
  const changed = rows.filter((row) => seen.get(row[resource.key] as number) !== row.version)
  if (changed.length > 0) throw keys.length === 1 ? new CallError(409) : someOvertaken(resource, changed)
}

/** Gives what a move wants to find of a row: one that others have agreed to finds it where it stood while they were asked, too. */
const wantedBy = ({ states }: CompleteResource, { when, approves }: Moving, { isApproved }: Acting): Moving['when'] => {
  if (!isApproved || !states || approves?.meanwhile === undefined) return when
  return { ...when, [states.column]: [...[when?.[states.column] ?? []].flat(), ...codesOf({ states }, approves.meanwhile)] }
}

/** 409 where a row is in a state that the move does not leave. */
const checkStates = (resource: CompleteResource, move: Moving, acting: Acting, rows: readonly Row[]): void => {
  const wanted = wantedBy(resource, move, acting)
  const missed = rows.filter((row) => !holds(wanted as never, row))
  const [first] = missed
  if (!first) return
  if (rows.length > 1) throw someUnfit(resource, missed, move.label)
  throw new CallError(409, effectOf(resource.name, move.name)?.refusal?.(first) ?? `当前状态不能${move.label}，请刷新后重试`)
}

/**
 * Holds rows that are to be edited or deleted, where their resource says in which states that can be (`actions.edit.from`): 409 for one in another, as a
 * move of it would be refused. Those that are not there in scope are the matter of what follows.
 */
export const holdStanding = async (
  acting: Acting,
  resource: CompleteResource,
  name: 'edit' | 'del',
  keys: readonly number[],
): Promise<void> => {
  const action = resource.actions.find((one) => one.name === name)
  if (action?.from === undefined) return
  checkStates(resource, action, acting, await lockRows(acting, resource, keys))
}

/** Writes what each row gets: one UPDATE for all whose values are alike. */
const writeRows = async (
  acting: Acting,
  resource: CompleteResource,
  rows: readonly Row[],
  valuesOf: (row: Row) => Promise<Row>,
): Promise<Row[]> => {
  const groups: { values: Row; keys: number[] }[] = []
  for (const row of rows) {
    const values = await valuesOf(row)
    const group = groups.find((other) => isEqual(other.values, values))
    if (group) group.keys.push(row[resource.key] as number)
    else groups.push({ values, keys: [row[resource.key] as number] })
  }
  const written = new Map<unknown, Row>()
  for (const { values, keys } of groups)
    for (const row of await updateRows(acting.tx, resource, keys, values)) written.set(row[resource.key], row)
  return rows.map((row) => ({ ...row, ...written.get(row[resource.key]) }))
}

/** The record that stays, where the move has others become one with it (`merges`); null where it does not. 400 for one that would become one with itself. */
const mergesInto = ({ merges, states }: CompleteResource, { set }: Moving, { keys, values }: Asked): number | null => {
  if (!merges || !states || set?.[states.column] !== merges.as) return null
  const into = values[merges.into] as number
  if (keys.includes(into)) throw new CallError(400, '不能与自己合并', { field: merges.into })
  return into
}

/**
 * Moves rows, all or none, and gives the call's answer. 404 where one is not there in scope; 409 where one was changed since it was seen, or
 * is in another state; whatever the move's effect throws.
 */
const move = async (acting: Acting, resource: CompleteResource, moving: Moving, asked: Asked): Promise<object> => {
  const effect = effectOf(resource.name, moving.name)
  await effect?.holds?.(acting, asked.keys, asked.values)
  const into = mergesInto(resource, moving, asked)
  if (into !== null) await holdTogether(acting.tx, resource, [...asked.keys, into])
  const rows = await lockRows(acting, resource, asked.keys)
  if (rows.length !== asked.keys.length) throw new CallError(404)
  checkSeen(resource, rows, asked)
  checkStates(resource, moving, acting, rows)
  if (into !== null) await holdAlone(acting.tx, resource, asked.keys)
  await effect?.check?.(acting, rows, asked.values)
  await asked.before?.()
  const sets = Object.entries(effect?.sets ?? {})
  const valuesOf = async (row: Row): Promise<Row> => {
    const given: [string, unknown][] = []
    for (const [name, give] of sets) given.push([name, await give(acting, row, asked.values)])
    return { ...asked.values, ...moving.set, ...Object.fromEntries(given) }
  }
  const now = moving.set || sets.length > 0 ? await writeRows(acting, resource, rows, valuesOf) : rows
  if (into !== null)
    for (const key of asked.keys) await followMerge(acting.tx, await moveNamings(acting.tx, resource, key, into, acting.session.scope))
  return (await effect?.after?.(acting, now, asked.values, rows)) ?? { count: rows.length }
}

/** Does an action of a person to rows. Throws as `move` does. */
export const act = (acting: Acting, resource: CompleteResource, action: CompleteAction, asked: Asked): Promise<object> =>
  move(acting, resource, action, asked)

/** Makes a move that the system makes of a resource's records (`states.moves`); `values` are what else they get, by column. Throws as `move` does, and where no such move is declared. */
export const moveBySystem = async (
  acting: Acting,
  resourceName: string,
  name: string,
  keys: readonly number[],
  values: Row = {},
): Promise<void> => {
  const resource = resourceNamed(resourceName)
  const { states } = resource
  const declared = states?.moves?.[name]
  if (!states || !declared) throw new Error(`${resourceName} has no move ${name}`)
  const when = { [states.column]: codesOf({ states }, declared.from) }
  const set = { [states.column]: codesOf({ states }, declared.to)[0] ?? 0 }
  await move(acting, resource, { name, label: declared.label, when, set }, { keys, versions: null, values })
}
