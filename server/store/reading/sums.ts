import { type RawBuilder, sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import { resourceNamed } from '../../../src/declared/declared.ts'
import type { CompleteColumn, CompleteResource } from '../../../src/derive/complete.ts'
import { sumsFrom, type Total, totalsOf } from '../../../src/derive/totals.ts'
import { SUM_CAP, type Sums } from '../../../src/protocol/envelope.ts'
import { PLANNED_ANEW } from '../connection/client.ts'
import type { Queryable } from '../connection/database.ts'
import { allOf, filtersOf, type Scope, scopeCondition } from './filters.ts'

type Params = Readonly<Record<string, unknown>>

/** The parts of SQL by which a list's query sums its rows as well; each is '' where it does not. */
export interface Summing {
  /** What is scanned in the place of the list's source, where only the view knows what is summed. */
  source: RawBuilder<unknown> | null
  /** What each row called `t` counts, after the other columns of the select that finds it; the same by name, of a select around it. */
  parts: RawBuilder<unknown>
  names: RawBuilder<unknown>
  /** Their sums, after what else is made of the rows found. */
  counted: RawBuilder<unknown>
  /** The sums as `sums_`, after `total_` of the whole query. */
  given: RawBuilder<unknown>
}

const NOTHING: Summing = { source: null, parts: sql``, names: sql``, counted: sql``, given: sql`` }

/** What a row has in a column of choices, also where that is another record's, which it names. */
const choiceOf = (resource: CompleteResource, name: string): RawBuilder<unknown> => {
  const [ref = '', field] = (resource.column[name]?.spec.via ?? '').split('.')
  if (!field) return sql.ref(`t.${name}`)
  const { key, source } = resourceNamed(resource.column[ref]?.target ?? '')
  return sql`(select v.${sql.id(field)} from ${sql.table(source)} as v where v.${sql.id(key)} = ${sql.ref(`t.${ref}`)})`
}

const conditionOf = (resource: CompleteResource, { of, except }: Total): RawBuilder<unknown> =>
  allOf([
    ...(of ? [sql`${sql.ref(`t.${of.column}`)} = ${sql.lit(of.value)}`] : []),
    ...except.map(
      ({ column, values }) => sql`(${choiceOf(resource, column)} in (${sql.join(values.map((value) => sql.lit(value)))})) is not true`,
    ),
  ])

const partOf = (resource: CompleteResource, total: Total): RawBuilder<unknown> => {
  const value = sql.ref(`t.${total.column}`)
  return total.of || total.except.length > 0 ? sql`case when ${conditionOf(resource, total)} then ${value} end` : value
}

/** As text: beyond 2^53 a number would not hold them (`safeSums`). */
const textOf = (sum: RawBuilder<unknown>): RawBuilder<unknown> => sql`coalesce(sum(${sum}), 0)::text`

/** Only the view has it; what is read through a reference the row's own table tells as well. */
const isOfView = (column: CompleteColumn | undefined): boolean => column?.isStored === false && !column.spec.via

const known = new WeakMap<CompleteResource, Summing | null>()

const made = (resource: CompleteResource): Summing | null => {
  const totals = totalsOf(resource)
  if (totals.length === 0) return null
  const columns = totals.flatMap(({ column, of, except }) => [column, ...(of ? [of.column] : []), ...except.map((one) => one.column)])
  const name = (place: number) => sql.id(`sum${place}_`)
  return {
    source: columns.some((name) => isOfView(resource.column[name])) ? sql.table(resource.source) : null,
    parts: sql`, ${sql.join(totals.map((total, place) => sql`${partOf(resource, total)} as ${name(place)}`))}`,
    names: sql`, ${sql.join(totals.map((_total, place) => name(place)))}`,
    counted: sql`, array[${sql.join(totals.map((_total, place) => textOf(name(place))))}] as sums_`,
    given: sql`, sums_`,
  }
}

/** Gives the parts by which the scan that finds and counts a list's rows sums them, too. */
export const summingAlong = (resource: CompleteResource): Summing => {
  const found = known.get(resource)
  const summing = found === undefined ? made(resource) : found
  known.set(resource, summing)
  return summing ?? NOTHING
}

const sourceOf = (resource: CompleteResource, needsView: boolean): RawBuilder<unknown> =>
  summingAlong(resource).source ?? sql.table(needsView ? resource.source : resource.table)

const summed = (resource: CompleteResource, needsView: boolean, where: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`from (select 1 as one_${summingAlong(resource).parts} from ${sourceOf(resource, needsView)} as t where ${where}) as summed`

/**
 * Gives what sums a list's rows once they are counted, and only where they are few: a count goes by the index alone, which has no amounts,
 * and of the rows beyond SUM_CAP none is looked at. Made for the query in which `total_` is their count.
 */
export const summingApart = (resource: CompleteResource, needsView: boolean, where: RawBuilder<unknown>): Summing => {
  if (totalsOf(resource).length === 0) return NOTHING
  const { counted } = summingAlong(resource)
  const sums = sql`(select sums_ from (select 1 as one_${counted} ${summed(resource, needsView, where)}) as sums)`
  return { ...NOTHING, given: sql`, case when total_ <= ${sql.lit(SUM_CAP)} then ${sums} end as sums_` }
}

/** Gives the sums that came as text; null where one is more than a number holds exactly (90 trillion yuan). */
export const safeSums = (resource: CompleteResource, texts: readonly string[]): Sums | null => {
  const fen = texts.map(Number)
  return fen.every((sum) => Number.isSafeInteger(sum)) ? sumsFrom(totalsOf(resource), fen) : null
}

/** Gives the query that counts and sums all rows of a filter in a scope, in one scan. */
const sumsQuery = (resource: CompleteResource, params: Params, scope: Scope): RawBuilder<{ total_: number; sums_: readonly string[] }> => {
  const filters = filtersOf(resource, params)
  const where = allOf([...filters.conditions, ...scopeCondition(resource, scope)])
  return sql`${PLANNED_ANEW}
    select count(*) as total_${summingAlong(resource).counted} ${summed(resource, filters.needsView, where)}`
}

/**
 * Gives how many rows a filter finds and their sums (fen), however many there are. Throws 400 where a sum is more than a number holds
 * exactly.
 */
export const listSums = async (
  db: Queryable,
  resource: CompleteResource,
  params: Params,
  scope: Scope,
): Promise<{ count: number; sums: Sums }> => {
  const { rows } = await sumsQuery(resource, params, scope).execute(db)
  const sums = safeSums(resource, rows[0]?.sums_ ?? [])
  if (!sums) throw new CallError(400, '合计超过 90,071,992,547,409.91 元，请缩小筛选范围', { field: 'sums' })
  return { count: rows[0]?.total_ ?? 0, sums }
}
