import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, dateOf, secondsOf } from '../../../src/protocol/dates.ts'
import { type HousingStatistics, type MemberStatistics, vacancyAges } from '../../../src/protocol/statistics.ts'
import { rounds } from '../../help/depth.ts'
import { addAccount, addRow, addTenant, cardOf, fillGround, flat, type Ground, tokenOf } from '../../help/store/ground.ts'
import { nowSeconds, startTestServer, type TestServer } from '../../help/testServer.ts'

const ROOMS = 6
const today = dateOf(nowSeconds())

interface Lease {
  room: number
  status: number
  /** Days before today. */
  start: number
  length: number
  /** The days before its end on which it was given up; null: no surrender that is done. */
  given: number | null
}

let server: TestServer
let ground: Ground
let admin: string
let rooms: { org_id: number; p_id: number; kind_id: number }[]
const tenants: Record<number, number> = {}

const ask = async <T>(path: string, params: object = {}, token = admin): Promise<T> => {
  const { code, msg, data } = await server.call(path, params as Record<string, unknown>, token)
  if (code !== 200) throw new Error(`${path}: ${msg}`)
  return data
}

beforeAll(async () => {
  server = await startTestServer()
  ground = await fillGround(server)
  admin = await tokenOf(server)
  rooms = []
  for (let n = 0; n < ROOMS; n++) {
    const p_id = 1 + (n % 2)
    const { org_id } = await ask<{ org_id: number[] }>('/api/org/add', flat(ground, { p_id, region_name: `小区 ${p_id}` }))
    rooms.push({ org_id: org_id[0] ?? 0, p_id, kind_id: ground.kind[2] })
    if (n > 1) await sql`update org set standard_rent = ${100_003 * n} where org_id = ${org_id[0]}`.execute(server.db)
  }
  for (const p_id of [1, 2]) {
    tenants[p_id] = await addTenant(server, { card: cardOf(p_id), p_id })
  }
})
afterAll(() => server.close())

/** Contracts one after another in each room, as the store accepts them. */
const leases: fc.Arbitrary<Lease[]> = fc
  .array(
    fc.record({
      room: fc.nat(ROOMS - 1),
      status: fc.constantFrom(1, 3, 4, 5, 6, 7, 7, 8),
      start: fc.integer({ min: -20, max: 300 }),
      length: fc.integer({ min: 1, max: 120 }),
      given: fc.option(fc.nat(40)),
    }),
    { maxLength: 14 },
  )
  .map((list) => {
    const taken = new Map<number, [number, number][]>()
    return list.filter(({ room, status, start, length }) => {
      if (![3, 4, 6].includes(status)) return true
      const spans = taken.get(room) ?? []
      const span: [number, number] = [-start, -start + length - 1]
      if (spans.some(([from, to]) => span[0] <= to && from <= span[1])) return false
      taken.set(room, [...spans, span])
      return true
    })
  })

interface Stored extends Lease {
  contract_id: number
  from: string
  to: string
}

const store = async (made: readonly Lease[], created: readonly number[]): Promise<Stored[]> => {
  await sql`delete from surrender`.execute(server.db)
  await sql`delete from contract`.execute(server.db)
  for (const [index, { org_id }] of rooms.entries())
    await sql`update org set created_at = ${(secondsOf(addDays(today, -(created[index] ?? 0))) ?? 0) + 3600} where org_id = ${org_id}`.execute(
      server.db,
    )
  const stored: Stored[] = []
  for (const [index, lease] of made.entries()) {
    const room = rooms[lease.room]
    if (!room) throw new Error('no room')
    const [from, to] = [addDays(today, -lease.start), addDays(today, -lease.start + lease.length - 1)]
    const { rows: keys } = await sql<{ contract_id: number }>`
      insert into contract (sn, org_id, custom_id, p_id, start_date, end_date, rent, deposit, status)
      values (${`HT${index}`}, ${room.org_id}, ${tenants[room.p_id]}, ${room.p_id}, ${from}, ${to}, 100, 100, ${lease.status}) returning contract_id
    `.execute(server.db)
    const contract_id = keys[0]?.contract_id ?? 0
    if (lease.status === 7 && lease.given !== null)
      await sql`
        insert into surrender (contract_id, custom_name, kind, org_id, ground, planned_date, deposit, arrears, damages, refund, status, p_id)
        values (${contract_id}, '租客', 1, ${room.org_id}, 1, ${addDays(to, -lease.given)}, 0, 0, 0, 0, 4, ${room.p_id})
      `.execute(server.db)
    stored.push({ ...lease, contract_id, from, to })
  }
  return stored
}

const later = (a: string, b: string): string => (a > b ? a : b)
const sooner = (a: string, b: string): string => (a < b ? a : b)

/** The plain second reckoning: what one room is on one day, by looking at its contracts one after another. */
const stateOn = (day: string, created: number, mine: readonly Stored[]): 'let' | 'vacant' | null => {
  const held = mine
    .filter(({ status }) => [4, 5, 6, 7].includes(status))
    .sort((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : a.contract_id - b.contract_id))
  const isLet = held.some(({ from, to, status, given }, index) => {
    const until = status === 4 || status === 6 ? later(to, today) : status === 7 && given !== null ? addDays(to, -given) : to
    const next = held[index + 1]?.from
    return from <= day && day <= (next ? sooner(until, addDays(next, -1)) : until)
  })
  if (isLet) return 'let'
  return addDays(today, -created) <= day || held.some(({ from }) => from <= day) ? 'vacant' : null
}

/** The spans of two years by month, project and state, each looked at: what their kept sums come to instead. */
const spansLookedAt = sql`
  select m.month, m.last_day - m.month + 1 as in_month, o.p_id, o.state, count(*) filter (where o.last_date >= m.upto) as rooms, sum(d.days) as days,
    coalesce(sum(d.days * o.priced), 0) as rent_days, coalesce(sum(d.days) filter (where o.priced is null), 0) as unpriced_days,
    count(*) filter (where o.start_date >= m.month) as begun, count(*) filter (where o.last_date <= m.last_day) as ended
  from (
    select f::date as month, (f + interval '1 month')::date - 1 as last_day, least((f + interval '1 month')::date - 1, current_date) as upto
    from generate_series(date_trunc('month', current_date::timestamp) - interval '23 months', current_date::timestamp, interval '1 month') f
  ) m join (select o.*, r.standard_rent as priced from occupancy o join org r using (org_id)) o on o.start_date <= m.upto and o.last_date >= m.month
  cross join lateral (select least(o.last_date, m.upto) - greatest(o.start_date, m.month) + 1 as days) d
  group by m.month, m.last_day, o.p_id, o.state order by 1, 3, 4`
const spansKept = sql`
  select * from spans_of((date_trunc('month', current_date::timestamp) - interval '23 months')::date, current_date) where days > 0 or begun > 0 order by 1, 3, 4`

const reckoned = (day: string, created: readonly number[], stored: readonly Stored[]) => {
  const states = rooms.map((_, index) =>
    stateOn(
      day,
      created[index] ?? 0,
      stored.filter(({ room }) => room === index),
    ),
  )
  return { let: states.filter((state) => state === 'let').length, vacant: states.filter((state) => state === 'vacant').length }
}

test('rooms let and vacant on any day are what a look at each room’s contracts gives, and the list behind a number has as many rows', async () => {
  await fc.assert(
    fc.asyncProperty(
      leases,
      fc.array(fc.nat(200), { minLength: ROOMS, maxLength: ROOMS }),
      fc.integer({ min: 0, max: 250 }),
      async (made, created, back) => {
        const stored = await store(made, created)
        const [from, to] = [addDays(today, -back - 9), addDays(today, -back)]
        const numbers = await ask<HousingStatistics>('/api/statistics/housing', { from, to })
        expect(numbers.days.map(({ day }) => day)).toEqual(Array.from({ length: 10 }, (_, index) => addDays(from, index)))
        for (const day of numbers.days) expect({ ...day }).toMatchObject(reckoned(day.day, created, stored))
        expect(numbers).toMatchObject({ as_of: to, ...reckoned(to, created, stored) })
        for (const shares of [numbers.projects, numbers.kinds, numbers.natures]) {
          expect(shares.reduce((sum, share) => sum + share.let, 0)).toBe(numbers.let)
          expect(shares.reduce((sum, share) => sum + share.vacant, 0)).toBe(numbers.vacant)
        }
        expect(numbers.ages.reduce((sum, count) => sum + count, 0)).toBe(numbers.vacant)
        const listed = async (filter: object): Promise<number> => (await ask<{ count: number }>('/api/occupancy/index', filter)).count
        const asOf = { start_date_end: to, last_date_start: to }
        expect(await listed({ ...asOf, state: [1] })).toBe(numbers.let)
        for (const { id, vacant } of numbers.projects) expect(await listed({ ...asOf, state: [2], p_id: [id] })).toBe(vacant)
        for (const [index, { least, most }] of vacancyAges.entries()) {
          const since = { start_date_end: addDays(to, 1 - least), ...(most ? { start_date_start: addDays(to, 1 - most) } : {}) }
          expect(await listed({ ...since, last_date_start: to, state: [2] })).toBe(numbers.ages[index])
        }
        expect((await spansKept.execute(server.db)).rows).toEqual((await spansLookedAt.execute(server.db)).rows)
        // 空置损失 of a month has of each day as many rooms, and a room once.
        const month = to.slice(0, 7)
        const days = Array.from({ length: 31 }, (_, index) => addDays(`${month}-01`, index)).filter(
          (day) => day.startsWith(month) && day <= today,
        )
        const told = days.map((day) => reckoned(day, created, stored))
        const { list } = await ask<{ list: Record<'rooms' | 'room_days' | 'vacant_days', number>[] }>('/api/vacancy/index', { month })
        const all = (of: 'rooms' | 'room_days' | 'vacant_days'): number => list.reduce((sum, row) => sum + row[of], 0)
        const vacant = told.reduce((sum, day) => sum + day.vacant, 0)
        const present = rooms.filter((_, room) => {
          const own = stored.filter((one) => one.room === room)
          return days.some((day) => stateOn(day, created[room] ?? 0, own) !== null)
        })
        expect([all('vacant_days'), all('room_days'), all('rooms')]).toEqual([
          vacant,
          vacant + told.reduce((sum, day) => sum + day.let, 0),
          present.length,
        ])
        const began = { start_date_start: from, start_date_end: to }
        expect(await listed({ ...began, state: [1] })).toBe(numbers.days.reduce((sum, { begun }) => sum + begun, 0))
        expect(await listed({ ...began, state: [2] })).toBe(numbers.days.reduce((sum, { emptied }) => sum + emptied, 0))
      },
    ),
    { numRuns: rounds(10, 25), seed: 20_261_121 },
  )
})

test('rooms out of use are not counted; nothing asked is the past seven days ending yesterday', async () => {
  await store([], [30, 30, 30, 30, 30, 30])
  await ask('/api/org/disable', { org_id: rooms[0]?.org_id })
  const numbers = await ask<HousingStatistics>('/api/statistics/housing')
  await ask('/api/org/enable', { org_id: rooms[0]?.org_id })
  expect(numbers).toMatchObject({ from: addDays(today, -7), to: addDays(today, -1), as_of: addDays(today, -1), let: 0, vacant: ROOMS - 1 })
  expect(numbers.ages).toEqual([ROOMS - 1, 0, 0, 0, 0])
})

test('an account sees its own projects, and one project where it is asked for', async () => {
  await store(
    [0, 1, 2].map((room) => ({ room, status: 4, start: 10, length: 300, given: null })),
    [30, 30, 30, 30, 30, 30],
  )
  const mine = await tokenOf(server, await addAccount(server, 'statistician', ['/api/statistics/housing', '/api/statistics/member'], [1]))
  for (const numbers of [
    await ask<HousingStatistics>('/api/statistics/housing', {}, mine),
    await ask<HousingStatistics>('/api/statistics/housing', { p_id: 1 }),
  ]) {
    expect(numbers).toMatchObject({ let: 2, vacant: 1 })
    expect(numbers.projects).toEqual([{ id: 1, title: '浦东一期', let: 2, vacant: 1 }])
  }
  expect(await ask<HousingStatistics>('/api/statistics/housing', { p_id: 2 }, mine)).toMatchObject({ let: 0, vacant: 0 })
  expect(await ask<MemberStatistics>('/api/statistics/member', {}, mine)).toMatchObject({
    lettings: 2,
    projects: [{ id: 1, title: '浦东一期', count: 2 }],
  })
})

test('a period that cannot be is refused by its field', async () => {
  const bad = async (params: object) => {
    const { code, data } = await server.call('/api/statistics/housing', params as Record<string, unknown>, admin)
    return [code, data?.field]
  }
  expect(await bad({ from: today, to: addDays(today, -1) })).toEqual([400, 'to'])
  expect(await bad({ from: addDays(today, -366), to: today })).toEqual([400, 'to'])
  expect(await bad({ to: addDays(today, 1) })).toEqual([400, 'to'])
  expect(await bad({ as_of: addDays(today, 1) })).toEqual([400, 'as_of'])
  expect(await bad({ as_of: '昨天' })).toEqual([400, 'as_of'])
})

test('who came, applied, queued and looks at rooms is counted on its day in Shanghai, and as the lists behind count it', async () => {
  const midnight = secondsOf(addDays(today, -3)) ?? 0
  const apply = async (at: number, card: string, status: number): Promise<void> => {
    const apply_id = await addRow(server, 'qualification', {
      custom_name: '申请人',
      card,
      phone: '13812345678',
      p_id: 1,
      nature: 1,
      priority: 2,
      room_type: status === 1 ? 1 : 2,
      family_size: 1,
      income: 100,
      housing_area: 10,
      status,
    })
    await sql`update qualification set created_at = ${at} where apply_id = ${apply_id}`.execute(server.db)
  }
  await apply(midnight - 1, '310101199003070019', 1)
  await apply(midnight, '310101199003070027', 1)
  await apply(midnight + 86_399, '310101199003070035', 3)
  await apply(midnight + 86_400, '310101199003070043', 4)
  await sql`update lessee set created_at = ${midnight + 5} where p_id = 1`.execute(server.db)
  const person = { custom_name: '排队人', phone: '13812345678' }
  const card = '310101199003070051'
  await addRow(server, 'waiting', { ...person, card, p_id: 2, nature: 1, room_type: 1, priority: 2, qualified_at: midnight + 6 })
  await addRow(server, 'reserve', { ...person, org_id: rooms[0]?.org_id, p_id: 1, start_time: midnight + 7, end_time: midnight + 8 })
  const day = addDays(today, -3)
  const numbers = await ask<MemberStatistics>('/api/statistics/member', { from: day, to: day })
  expect(numbers).toMatchObject({ days: [{ day, tenants: 1, applications: 2, queued: 1, viewings: 1 }], waiting: 1 })
  expect(numbers.states.map(({ count }) => count)).toEqual([1, 0, 1, 0, 0, 0, 0])
  expect(numbers.roomTypes.map(({ count }) => count)).toEqual([1, 1, 0])
  const of = (at: string) => ({ [`${at}_start`]: midnight, [`${at}_end`]: midnight + 86_399 })
  const listed = async (path: string, filter: object): Promise<number> => (await ask<{ count: number }>(path, filter)).count
  expect(await listed('/api/lessee/index', of('created_at'))).toBe(1)
  expect(await listed('/api/qualification/index', of('created_at'))).toBe(2)
  expect(await listed('/api/Waiting/index', of('qualified_at'))).toBe(1)
  expect(await listed('/api/reserve/index', of('start_time'))).toBe(1)
})
