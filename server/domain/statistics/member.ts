import { type RawBuilder, sql } from 'kysely'
import { wordsOf } from '../../../src/core/states.ts'
import type { Counted, MemberStatistics, Period } from '../../../src/protocol/statistics.ts'
import qualification from '../../../src/resources/application/qualification.ts'
import occupancy from '../../../src/resources/property/occupancy.ts'
import waiting from '../../../src/resources/waiting/waiting.ts'
import { contractKinds, natures, roomTypes } from '../../../src/schemas/common.ts'
import type { Queryable } from '../../store/connection/database.ts'
import { inState } from '../../store/reading/states.ts'

/** What is counted by day: its word, its table and the column with the instant. */
const SERIES = [
  { name: 'tenants', table: 'lessee', at: 'created_at' },
  { name: 'applications', table: 'qualification', at: 'created_at' },
  { name: 'queued', table: 'waiting', at: 'qualified_at' },
  { name: 'viewings', table: 'reserve', at: 'start_time' },
] as const

/** The instants of a period, as every list's filter on a time asks for them. */
const within = (at: RawBuilder<unknown>, { from, to }: Period): RawBuilder<unknown> =>
  sql`${at} >= extract(epoch from ${from}::date::timestamptz)::bigint and ${at} < extract(epoch from (${to}::date + 1)::timestamptz)::bigint`

const daysOf = async (db: Queryable, period: Period, limits: RawBuilder<unknown>): Promise<MemberStatistics['days']> => {
  const counted = SERIES.map(
    ({ name, table, at }) => sql`
      select to_timestamp(${sql.ref(`t.${at}`)})::date as day, ${sql.lit(name)} as name, count(*) as n from ${sql.table(table)} t
      where ${within(sql.ref(`t.${at}`), period)} and ${limits} group by 1`,
  )
  const columns = SERIES.map(({ name }) => sql`coalesce(sum(n) filter (where name = ${sql.lit(name)}), 0)::integer as ${sql.id(name)}`)
  const { rows } = await sql<MemberStatistics['days'][number]>`
    with counted as (${sql.join(counted, sql` union all `)})
    select to_char(d, 'YYYY-MM-DD') as day, ${sql.join(columns)}
    from generate_series(${period.from}::date::timestamp, ${period.to}::date::timestamp, interval '1 day') d
    left join counted on counted.day = d::date
    group by d order by d
  `.execute(db)
  return rows
}

interface Application {
  status: number
  nature: number
  room_type: number
  count: number
}

interface Letting {
  p_id: number
  project: string
  lease_kind: number
  count: number
}

interface Standing {
  applications: Application[]
  lettings: Letting[]
  waiting: number
}

const standingOf = async (db: Queryable, period: Period, limits: RawBuilder<unknown>): Promise<Standing> => {
  const { rows } = await sql<Standing>`
    select
      (select coalesce(json_agg(a), '[]') from (
        select t.status, t.nature, t.room_type, count(*) as count from qualification t where ${within(sql.ref('t.created_at'), period)} and ${limits} group by 1, 2, 3
      ) a) as applications,
      (select coalesce(json_agg(l), '[]') from (
        select t.p_id, p.name as project, t.lease_kind, count(*) as count from occupancy t join project p on p.p_id = t.p_id
        where t.state = ${inState(occupancy, 'let')} and t.start_date <= ${period.as_of}::date and t.last_date >= ${period.as_of}::date and ${limits} group by 1, 2, 3
      ) l) as lettings,
      (select count(*) from waiting t where t.status = ${inState(waiting, 'queued')} and ${limits}) as waiting
  `.execute(db)
  return rows[0] as Standing
}

/** Gives how many there are of each id, in the order of the ids; those of `words` are there even where there are none. */
const countedBy = <T extends { count: number }>(
  rows: readonly T[],
  idOf: (row: T) => number,
  words: Readonly<Record<number, string>>,
): Counted[] =>
  Object.entries(words).map(([id, title]) => ({
    id: Number(id),
    title,
    count: rows.filter((row) => idOf(row) === Number(id)).reduce((total, { count }) => total + count, 0),
  }))

/** Gives the numbers of 会员统计 within the limits (a condition on `t`): a query by day, and one of what stands on a day. */
export const memberStatistics = async (db: Queryable, period: Period, limits: RawBuilder<unknown>): Promise<MemberStatistics> => {
  const { applications, lettings, waiting } = await standingOf(db, period, limits)
  return {
    ...period,
    days: await daysOf(db, period, limits),
    states: countedBy(applications, ({ status }) => status, wordsOf(qualification)),
    natures: countedBy(applications, ({ nature }) => nature, natures),
    roomTypes: countedBy(applications, ({ room_type }) => room_type, roomTypes),
    lettings: lettings.reduce((total, { count }) => total + count, 0),
    projects: countedBy(lettings, ({ p_id }) => p_id, Object.fromEntries(lettings.map(({ p_id, project }) => [p_id, project]))),
    leaseKinds: countedBy(lettings, ({ lease_kind }) => lease_kind, contractKinds),
    waiting,
  }
}
