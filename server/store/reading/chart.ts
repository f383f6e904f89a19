import { uniqBy } from 'es-toolkit'
import { type RawBuilder, sql } from 'kysely'
import type { Chart } from '../../../src/core/chart.ts'
import type { CompleteColumn, CompleteResource } from '../../../src/derive/complete.ts'
import type { ChartData, ChartPart } from '../../../src/protocol/chart.ts'
import type { Queryable } from '../connection/database.ts'
import { allOf, filtersOf, type Scope, scopeCondition } from './filters.ts'
import type { Resolve } from './list.ts'

type Params = Readonly<Record<string, unknown>>

/** As many months or records as are drawn, and days. */
const MOST = 24
const MOST_DAYS = 31
/** As many parts as are told apart; the smaller ones are one. */
const MOST_PARTS = 6

interface Group {
  at: string | number | null
  at_title: string | null
  part: number | null
  part_title: string | null
  values_: readonly string[]
  many: number
}

/** What is summed of each group, in the order of the parts: of a rate both of its sides. */
const sumsOf = ({ rates = [], amounts = [] }: Chart): RawBuilder<unknown>[] => [
  ...amounts.map((name) => sql`${sql.ref(`t.${name}`)}`),
  ...rates.flatMap(({ of, per, weight = '' }) =>
    per === undefined
      ? [
          sql`${sql.ref(`t.${of}`)}::bigint * ${sql.ref(`t.${weight}`)}`,
          sql`case when ${sql.ref(`t.${of}`)} is not null then ${sql.ref(`t.${weight}`)} * 100 end`,
        ]
      : [sql`${sql.ref(`t.${of}`)}`, sql`${sql.ref(`t.${per}`)}`],
  ),
]

const titleOf = (column: CompleteColumn | undefined, value: string, resolve: Resolve): RawBuilder<unknown> => {
  if (!column?.target) return sql`null::text`
  const { table, key, title } = resolve(column.target)
  return sql`(select ${sql.ref(`x.${title}`)}::text from ${sql.table(table)} as x where ${sql.ref(`x.${key}`)} = ${sql.ref(`g.${value}`)})`
}

/** What counts where nothing is said of the column that it is about. */
const usual = ({ where = {} }: Chart, params: Params): RawBuilder<unknown>[] =>
  Object.entries(where).flatMap(([name, values]) =>
    params[name] === undefined ? [sql`${sql.ref(`t.${name}`)} = any(${values}::integer[])`] : [],
  )

const mostOf = (along: CompleteColumn | undefined): number => (along?.is === 'date' ? MOST_DAYS : MOST)

/** That a row is of the latest days there are, and one more: found by their index alone, so that what is older is not summed. Nothing where no index tells. */
const latestOf = (resource: CompleteResource, chart: Chart, params: Params, where: RawBuilder<unknown>): RawBuilder<unknown>[] => {
  const along = resource.column[chart.along]
  const asked = [...filtersOf(resource, params).columns, ...Object.keys(chart.where ?? {}), chart.along]
  if (!resource.isStored || along?.is !== 'date' || !along.spec.required || asked.some((name) => !resource.column[name]?.isStored))
    return []
  const at = sql.ref(`t.${chart.along}`)
  const days = sql`select distinct ${at} as at from ${sql.table(resource.table)} as t where ${where} order by at desc limit ${mostOf(along) + 1}`
  return [sql`${at} >= (select min(at) from (${days}) latest)`]
}

const query = (resource: CompleteResource, chart: Chart, params: Params, scope: Scope, resolve: Resolve): RawBuilder<Group> => {
  const along = resource.column[chart.along]
  const found = [...filtersOf(resource, params).conditions, ...usual(chart, params), ...scopeCondition(resource, scope)]
  const where = allOf([...found, ...latestOf(resource, chart, params, allOf(found))])
  const part = chart.by ? sql.ref(`t.${chart.by}`) : sql`null::integer`
  const size = sql`sum((select sum(abs(v::numeric)) from unnest(g.values_) v))`
  const order = along?.is === 'ref' ? sql`${size} desc nulls last` : sql`g.at desc`
  return sql<Group>`
    with g as (
      select ${sql.ref(`t.${chart.along}`)} as at, ${part} as part, array[${sql.join(sumsOf(chart).map((value) => sql`coalesce(sum(${value}), 0)::text`))}] as values_
      from ${sql.table(resource.source)} as t where ${where} group by 1, 2
    ),
    drawn as (select g.at, row_number() over (order by ${order}) as place, count(*) over ()::integer as many from g group by g.at)
    select g.at, ${titleOf(along, 'at', resolve)} as at_title, g.part, ${titleOf(chart.by ? resource.column[chart.by] : undefined, 'part', resolve)} as part_title, g.values_, d.many
    from drawn d join g on g.at is not distinct from d.at
    where d.place <= ${mostOf(along)} order by ${along?.is === 'ref' ? sql`d.place` : sql`g.at`}, g.part`
}

const wordOf = (column: CompleteColumn | undefined, value: number | null, title: string | null): string => {
  const spec = column?.spec
  if (value === null) return (spec && 'unset' in spec && spec.unset) || '未填'
  return title ?? (spec?.is === 'enum' ? (spec.of[value] ?? String(value)) : String(value))
}

/** The values of the column by which an amount is parted, the largest first; what is beyond the most is one part by no value. */
const partsOf = (
  groups: readonly Group[],
  column: CompleteColumn | undefined,
): { parts: ChartPart[]; place: (part: number | null) => number } => {
  const sizes = new Map<number | null, { label: string; size: number }>()
  for (const { part, part_title, values_ } of groups) {
    const size = (sizes.get(part)?.size ?? 0) + Math.abs(Number(values_[0] ?? 0))
    sizes.set(part, { label: wordOf(column, part, part_title), size })
  }
  const all = [...sizes].filter(([, { size }]) => size > 0).toSorted(([, a], [, b]) => b.size - a.size)
  const shown = all.length > MOST_PARTS ? all.slice(0, MOST_PARTS - 1) : all
  const places = new Map(shown.map(([value], place) => [value, place]))
  const parts = shown.map(([value, { label }]): ChartPart => ({ label, value }))
  const rest: ChartPart[] = all.length > shown.length ? [{ label: '其他', value: null }] : []
  return { parts: [...parts, ...rest], place: (part) => places.get(part) ?? shown.length }
}

/** The parts that are columns: rates, or several amounts, which are the choices 1, 2, … of what they lead to. */
const columnParts = ({ rates, amounts = [], leads }: Chart, resource: CompleteResource): ChartPart[] =>
  rates
    ? rates.map(({ label }) => ({ label, value: null }))
    : amounts.map((name, place) => ({ label: resource.column[name]?.label ?? name, value: leads?.by ? place + 1 : null }))

/** As the lists have rates: whole percent, what is beyond left off. Nothing of nothing. */
const percent = (of: number, per: number): number | null => (per === 0 ? null : Math.floor((of * 100) / per))

const valuesOf = ({ rates }: Chart, values: readonly string[]): (number | null)[] =>
  rates ? rates.map((_rate, place) => percent(Number(values[place * 2]), Number(values[place * 2 + 1]))) : values.map(Number)

/** Gives what a list's picture is drawn from: one query over all the rows that these filters find in scope, the latest months and days, the largest records. */
export const chartOf = async (
  db: Queryable,
  resource: CompleteResource,
  params: Params,
  scope: Scope,
  resolve: Resolve,
): Promise<ChartData> => {
  const { chart } = resource
  if (!chart) throw new Error(`${resource.name} has no chart`)
  const { rows: groups } = await query(resource, chart, params, scope, resolve).execute(db)
  const along = resource.column[chart.along]
  const byValue = chart.by ? partsOf(groups, resource.column[chart.by]) : null
  const parts = byValue?.parts ?? columnParts(chart, resource)
  const rows = uniqBy(groups, ({ at }) => at).map(({ at }) => {
    const of = groups.filter((group) => group.at === at)
    const label = typeof at === 'string' ? at : wordOf(along, at, of[0]?.at_title ?? null)
    if (!byValue) return { at, label, values: valuesOf(chart, of[0]?.values_ ?? []) }
    const values = parts.map(() => 0)
    for (const { part, values_ } of of) {
      const place = byValue.place(part)
      if (place < values.length) values[place] = (values[place] ?? 0) + Number(values_[0] ?? 0)
    }
    return { at, label, values }
  })
  return { parts, rows, more: (groups[0]?.many ?? 0) > rows.length }
}
