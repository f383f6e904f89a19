import { intersection, pick } from 'es-toolkit'
import { fileResources } from '../../src/declared/declared.ts'
import type { CompleteResource } from '../../src/derive/complete.ts'
import { scopeOf } from '../store/reading/filters.ts'
import { type Resolve, type Row, readRow } from '../store/reading/list.ts'
import type { Context } from './defineCall.ts'
import type { Count } from './defineCount.ts'
import { codesHeld } from './findable.ts'
import { readableBy } from './readable.ts'
import { together } from './together.ts'

let known: readonly Count[] = []

const counted = ({ name, columns }: CompleteResource): string[] =>
  columns.flatMap(({ name: column, spec }) => (spec.derived === 'counted' ? [`${name}.${column}`] : []))

/** Takes what the domains count (server/wiring.ts). Throws where a column that is declared as counted is counted by none, or by two. */
export const provideCounts = (counts: readonly Count[]): void => {
  const given = counts.flatMap(({ of, columns }) => columns.map((column) => `${of}.${column}`))
  const declared = fileResources.flatMap(counted)
  for (const column of declared)
    if (given.filter((one) => one === column).length !== 1) throw new Error(`${column} is counted by no counts.ts, or by two`)
  for (const column of given) if (!declared.includes(column)) throw new Error(`${column} is not declared as derived: 'counted'`)
  known = counts
}

/** The codes of which one is enough to read a resource; none where all staff may. */
const readingCodes = ({ isLookup, calls: { index, detail } }: CompleteResource): string[] =>
  isLookup ? [] : [index, detail].filter((code) => code !== null)

/** Gives which of some resources the caller may read, by their lists or their details: one query, or none where all staff may read them. */
export const readableAmong = async (
  context: Pick<Context, 'tx' | 'session' | 'rights'>,
  some: readonly CompleteResource[],
): Promise<(resource: CompleteResource) => boolean> => {
  const codes = [...new Set(some.flatMap(readingCodes))]
  const held = codes.length > 0 ? await codesHeld(context, codes) : new Set<string>()
  return (resource) => readingCodes(resource).length === 0 || readingCodes(resource).some((code) => held.has(code))
}

type Values = Readonly<Record<string, unknown>>

/** Gives by key what is counted of records: those columns of `wanted` that the caller may read, and of others nothing. */
const countedOf = async (
  context: Pick<Context, 'tx' | 'session'>,
  resource: CompleteResource,
  keys: readonly number[],
  resolve: Resolve,
  wanted: readonly string[] = resource.columns.map(({ name }) => name),
): Promise<ReadonlyMap<number, Values>> => {
  const asked = known.filter(({ of, columns }) => of === resource.name && columns.some((column) => wanted.includes(column)))
  if (asked.length === 0 || keys.length === 0) return new Map()
  const mayRead = await readableAmong(
    context,
    asked.flatMap(({ tells }) => tells.map(resolve)),
  )
  const told = asked.filter(({ tells }) => tells.every((name) => mayRead(resolve(name))))
  const found = await together(told.map(({ rows }) => rows(context.tx, keys, context.session.scope)))
  const byKey = new Map<number, Values>()
  for (const [place, { columns }] of told.entries())
    for (const { key, ...values } of found[place] ?? [])
      byKey.set(key, { ...byKey.get(key), ...pick(values, intersection(columns, wanted)) })
  return byKey
}

/**
 * Puts into rows what is counted of their records: those of `wanted`, and of them those that the caller may read. Others are not in the
 * rows at all.
 */
export const addCounted = async (
  context: Pick<Context, 'tx' | 'session'>,
  resource: CompleteResource,
  rows: readonly Row[],
  resolve: Resolve,
  wanted?: readonly string[],
): Promise<void> => {
  const keyOf = (row: Row): number => Number(row[resource.key])
  const counted = await countedOf(context, resource, rows.map(keyOf), resolve, wanted)
  for (const row of rows) Object.assign(row, counted.get(keyOf(row)))
}

/** Gives one record as the caller may read it, with what is counted of it; throws 404 where there is none in scope. */
export const readRecord = async (context: Context, resource: CompleteResource, key: number, resolve: Resolve): Promise<Row> => {
  const asShown = async (): Promise<Row> =>
    readRow(context.tx, await readableBy(context, resource, resolve), key, scopeOf(resource, context.session), resolve)
  const [row, counted] = await together([asShown(), countedOf(context, resource, [key], resolve)])
  return Object.assign(row, counted.get(key))
}
