import { type RawBuilder, sql } from 'kysely'
import { type HousingStatistics, type Period, type Share, vacancyAges } from '../../../src/protocol/statistics.ts'
import occupancy from '../../../src/resources/property/occupancy.ts'
import { natures } from '../../../src/schemas/common.ts'
import type { Queryable } from '../../store/connection/database.ts'
import { inState } from '../../store/reading/states.ts'

/** Rooms that are alike in all that is told apart. `age` is a place in `vacancyAges`, null for those that are let. */
interface Alike {
  p_id: number
  project: string
  kind_id: number
  kind: string
  nature: keyof typeof natures
  age: number | null
  count: number
}

const ageOf = (asOf: string): RawBuilder<unknown> => {
  const cases = vacancyAges.map(
    ({ least }, index) => sql`when ${asOf}::date - t.start_date + 1 >= ${sql.lit(least)} then ${sql.lit(index)}`,
  )
  return sql`case when t.state = ${inState(occupancy, 'vacant')} then case ${sql.join(cases.reverse(), sql` `)} end end`
}

/** Gives both halves of the page from one look at the spans, which is what costs: who was where on a day, and the count of each day. */
const spansOf = async (
  db: Queryable,
  { from, to, as_of }: Period,
  limits: RawBuilder<unknown>,
): Promise<{ alike: Alike[]; days: HousingStatistics['days'] }> => {
  const { rows } = await sql<{ alike: Alike[]; days: HousingStatistics['days'] }>`
    with spans as materialized (
      select t.p_id, t.kind_id, t.nature, t.state, t.start_date, t.last_date from occupancy t
      where t.start_date <= greatest(${to}::date, ${as_of}::date) and t.last_date >= least(${from}::date, ${as_of}::date) and ${limits}
    ),
    groups as (
      select t.p_id, t.kind_id, t.nature, ${ageOf(as_of)} as age, count(*) as count
      from spans t
      where t.start_date <= ${as_of}::date and t.last_date >= ${as_of}::date
      group by 1, 2, 3, 4
    ),
    alike as (
      select g.*, p.name as project, k.name as kind
      from groups g
      join project p on p.p_id = g.p_id
      join kind k on k.id = g.kind_id
    ),
    -- Spans enter on the day they begin (or the first day) and leave on the day after their last.
    turns as (
      select greatest(start_date, ${from}::date) as day, state, 1 as turn, (start_date >= ${from}::date)::integer as is_new
      from spans where start_date <= ${to}::date and last_date >= ${from}::date
      union all
      select last_date + 1, state, -1, 0 from spans where last_date >= ${from}::date and last_date < ${to}::date
    ),
    daily as (
      select day, sum(turn) filter (where state = ${inState(occupancy, 'let')}) as let, sum(turn) filter (where state = ${inState(occupancy, 'vacant')}) as vacant,
        sum(is_new) filter (where state = ${inState(occupancy, 'let')}) as begun, sum(is_new) filter (where state = ${inState(occupancy, 'vacant')}) as emptied
      from turns group by day
    ),
    days as (
      select to_char(d, 'YYYY-MM-DD') as day, coalesce(sum(daily.let) over past, 0)::integer as let, coalesce(sum(daily.vacant) over past, 0)::integer as vacant,
        coalesce(daily.begun, 0)::integer as begun, coalesce(daily.emptied, 0)::integer as emptied
      from generate_series(${from}::date::timestamp, ${to}::date::timestamp, interval '1 day') d
      left join daily on daily.day = d::date
      window past as (order by d)
    )
    select
      (select coalesce(jsonb_agg(alike order by p_id, kind_id, nature), '[]') from alike) as alike,
      (select jsonb_agg(days order by day) from days) as days
  `.execute(db)
  return rows[0] ?? { alike: [], days: [] }
}

const sharesBy = (rows: readonly Alike[], idOf: (row: Alike) => number, titleOf: (row: Alike) => string): Share[] => {
  const shares = new Map<number, Share>()
  for (const row of rows) {
    const share = shares.get(idOf(row)) ?? { id: idOf(row), title: titleOf(row), let: 0, vacant: 0 }
    share[row.age === null ? 'let' : 'vacant'] += row.count
    shares.set(share.id, share)
  }
  return [...shares.values()].sort((a, b) => a.id - b.id)
}

const sum = (rows: readonly Alike[]): number => rows.reduce((total, { count }) => total + count, 0)

/** Gives the numbers of 房源统计 for the rooms within the limits (a condition on `t`): one query over the spans of occupancy. */
export const housingStatistics = async (db: Queryable, period: Period, limits: RawBuilder<unknown>): Promise<HousingStatistics> => {
  const { alike: rows, days } = await spansOf(db, period, limits)
  return {
    ...period,
    let: sum(rows.filter(({ age }) => age === null)),
    vacant: sum(rows.filter(({ age }) => age !== null)),
    projects: sharesBy(
      rows,
      ({ p_id }) => p_id,
      ({ project }) => project,
    ),
    kinds: sharesBy(
      rows,
      ({ kind_id }) => kind_id,
      ({ kind }) => kind,
    ),
    natures: sharesBy(
      rows,
      ({ nature }) => nature,
      ({ nature }) => natures[nature],
    ),
    ages: vacancyAges.map((_, index) => sum(rows.filter(({ age }) => age === index))),
    days,
  }
}
