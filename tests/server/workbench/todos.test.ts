import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { knownTodos } from '../../../server/calls/todos.ts'
import { byDayQuery } from '../../../server/store/reading/byDay.ts'
import type { Scope } from '../../../server/store/reading/filters.ts'
import { firstQuery } from '../../../server/store/reading/first.ts'
import { resourceNamed } from '../../../src/declared/declared.ts'
import { filterDay } from '../../../src/derive/dayFilter.ts'
import { lastOfMonth } from '../../../src/derive/plots/monthDays.ts'
import { addDays, secondsOf, today } from '../../../src/protocol/dates.ts'
import type { QueueMonth } from '../../../src/protocol/types.ts'
import type { EndingDays, TodoRows } from '../../../src/protocol/workbench.ts'
import { addAccount, addRow, addTenant, cardOf, fillGround, flat, type Ground, tokenOf } from '../../help/store/ground.ts'
import { startTestServer, type TestServer } from '../../help/testServer.ts'

let server: TestServer
let admin: string
let org: number
let ground: Ground

const day = (after: number): string => addDays(today(), after)
const noon = (date: string): number => (secondsOf(date) ?? 0) + 12 * 3600

const addContract = (sn: string, custom_id: number, end: number, changes: Record<string, unknown> = {}): Promise<number> =>
  addRow(server, 'contract', {
    sn,
    kind: 1,
    custom_id,
    org_id: org,
    start_date: day(end - 360),
    end_date: day(end),
    rent: 100_000,
    deposit: 100_000,
    status: 4,
    p_id: 1,
    ...changes,
  })

beforeAll(async () => {
  server = await startTestServer()
  ground = await fillGround(server)
  admin = await tokenOf(server)
  org = (await server.call('/api/unit/add', flat(ground), admin)).data.org_id[0]
  const tenant = await addTenant(server)
  const billed = (n: number, bill_date: string, p_id: number, paid = 0) =>
    sql`
      with made as (
        insert into bill (sn, custom_name, type, payer, payment_ratio, "from", from_id, custom_id, org_id, p_id, price, paid, bill_date, start_date, end_date)
        values (${`ZD${n}`}, '租客', 2, 1, 100, 2, ${n}::integer, ${tenant}::integer, ${org}::integer, ${p_id}::integer, 100000, ${paid}::bigint,
          ${bill_date}::date, ${bill_date}::date, ${bill_date}::date) returning bill_id
      )
      insert into bill_share (bill_id, party, price, paid, p_id) select bill_id, 1, 100000, ${paid}::bigint, ${p_id}::integer from made
    `.execute(server.db)
  for (const n of [1, 2, 3, 4, 5, 6, 7]) await billed(n, day(-n), 1)
  await billed(8, day(-90), 2)
  await billed(9, day(-100), 1, 100_000)
  await billed(10, day(3), 1)
  await addContract('HT1', tenant, 10)
  await addContract('HT2', tenant, 500, { start_date: day(100) })
  const viewing = { custom_name: '看房人', phone: '13812345678', org_id: org, p_id: 1 }
  for (const [after, status] of [
    [0, 1],
    [1, 1],
  ])
    await addRow(server, 'reserve', { ...viewing, status, start_time: noon(day(after ?? 0)), end_time: noon(day(after ?? 0)) + 1800 })
})
afterAll(() => server.close())

const vacantRoom = async (): Promise<number> => (await server.call('/api/org/add', flat(ground, { p_id: 1 }), admin)).data.org_id[0]

const todosOf = async (token: string, params = {}): Promise<TodoRows[]> => {
  const { code, msg, data } = await server.call('/api/workbench/todos', params, token)
  expect([code, msg]).toEqual([200, ''])
  return data
}

describe('今日待办', () => {
  test('says what is overdue longest, and of each part as much as its list does', async () => {
    const todos = await todosOf(admin)
    expect(todos.map(({ name, count }) => [name, count])).toEqual([
      ['overdue', 8],
      ['viewings', 1],
      ['ends', 1],
    ])
    expect(todos[0]?.rows.map(({ sn }) => sn)).toEqual(['ZD8', 'ZD7', 'ZD6', 'ZD5', 'ZD4'])
    for (const { resource, filters, sort, count, rows } of todos) {
      const order = `${sort[1] === 'desc' ? '-' : ''}${sort[0]}`
      const { data } = await server.call(resourceNamed(resource).calls.index ?? '', { ...filters, order, page: 1, page_rows: 5 }, admin)
      expect([resource, data.count, data.list]).toEqual([resource, count, rows])
    }
  })

  test('has nothing of lists that someone may not read, and nothing of other projects', async () => {
    const only = ['/api/workbench/index', '/api/bill/index']
    const other = await tokenOf(server, await addAccount(server, 'other', only, [2]))
    expect((await todosOf(other)).map(({ name, count, rows }) => [name, count, rows.map(({ sn }) => sn)])).toEqual([
      ['overdue', 1, ['ZD8']],
    ])
    const none = await tokenOf(server, await addAccount(server, 'none', ['/api/workbench/index'], [1]))
    expect(await todosOf(none)).toEqual([])
    expect((await todosOf(admin, { p_id: 2 })).map(({ name, count }) => [name, count])).toEqual([['overdue', 1]])
    const unable = await tokenOf(server, await addAccount(server, 'unable', ['/api/bill/index'], [1]))
    expect((await server.call('/api/workbench/todos', {}, unable)).code).toBe(403)
  })
})

describe('到期日历', () => {
  const endingsOf = async (token: string, month: string): Promise<EndingDays[]> =>
    (await server.call('/api/workbench/endings', { month }, token)).data

  test('says by day how much ends and what comes first, month by month', async () => {
    const [ending, ...others] = await endingsOf(admin, day(10).slice(0, 7))
    expect([ending?.name, ending?.days, others]).toEqual([
      'ends',
      [{ date: day(10), count: 1, first: [{ key: expect.any(Number), name: '租客' }] }],
      [],
    ])
    expect(await endingsOf(admin, '2031-01')).toEqual([])
  })

  test('has nothing for who may not read contracts, or sees none of their project', async () => {
    const month = day(10).slice(0, 7)
    const keeper = await tokenOf(server, await addAccount(server, 'keeper', ['/api/workbench/index', '/api/bill/index']))
    expect(await endingsOf(keeper, month)).toEqual([])
    const away = await tokenOf(server, await addAccount(server, 'away', ['/api/workbench/index', '/api/contract/index'], [2]))
    expect(await endingsOf(away, month)).toEqual([])
  })
})

/** The plan of a question where a table is read whole only if there is no other way. */
const planOf = (query: ReturnType<typeof firstQuery> | ReturnType<typeof byDayQuery>): Promise<string> =>
  server.db.transaction().execute(async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx)
    const { sql: text, parameters } = query.compile(tx)
    const { rows } = await tx.executeQuery<{ 'QUERY PLAN': string }>({
      ...sql`select 1`.compile(tx),
      sql: `explain (costs off) ${text}`,
      parameters,
    } as never)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  })

const scopes: [string, Scope][] = [
  ['of all projects', null],
  ['of one', [1]],
  ['of two', [1, 2]],
]

/** Whose rows the query is to have: a session's own where they belong to accounts. */
const own = (of: string, scope: Scope): Scope => (resourceNamed(of).own ? [1] : scope)

test.each(scopes)('each part and each day is asked of an index: %s', async (_name, scope) => {
  const { todos, endings } = knownTodos()
  expect(todos.length).toBeGreaterThan(7)
  for (const { of, name, filters, sort } of todos) {
    const asked = { filters: filters(today(), 1), sort }
    expect([name, await planOf(firstQuery(resourceNamed(of), asked, own(of, scope)))]).not.toEqual([
      name,
      expect.stringMatching(/Seq Scan/),
    ])
  }
  for (const { of, name, day: column, filters } of endings) {
    const within = filterDay(resourceNamed(of).column[column], day(0), day(30))
    const plan = await planOf(
      byDayQuery(resourceNamed(of), { filters: { ...filters(today(), 1), ...within }, day: column }, own(of, scope)),
    )
    expect([name, plan]).not.toEqual([name, expect.stringMatching(/Seq Scan/)])
  }
})

test('the figures of contracts that end count what the tenants’ list shows, and no whole leases', async () => {
  const { rows } = await sql<{ custom_id: number }>`select custom_id from lessee limit 1`.execute(server.db)
  const tenant = rows[0]?.custom_id ?? 0
  const whole = {
    kind: 2,
    custom_id: null,
    company_id: await addRow(server, 'company', { name: '整租企业', code: '91310000MA1FL0000A', contact: '联系人', phone: '13812345678' }),
    custom_name: '整租企业',
  }
  for (const [n, end, changes] of [
    [1, 0, {}],
    [2, 30, {}],
    [3, 31, {}],
    [4, 90, {}],
    [5, 20, whole],
    [6, 40, whole],
    [7, 25, { status: 6 }],
  ] as const)
    await addContract(`HTF${n}`, tenant, end, { org_id: await vacantRoom(), ...changes })
  // Whose renewal is signed is no case for it; whose is not yet, is.
  const followed = async (sn: string, status: number, former_id: number, end: number) =>
    addContract(sn, tenant, end + 360, { org_id: await vacantRoom(), start_date: day(end + 1), status, former_id })
  await followed('HTG1', 4, await addContract('HTF8', tenant, 20, { org_id: await vacantRoom() }), 20)
  await followed('HTG2', 3, await addContract('HTF9', tenant, 50, { org_id: await vacantRoom() }), 50)
  const listed = async (from: number, to: number): Promise<number> => {
    const filters = { kind: [1], status: [4], followed: [0], end_date_start: day(from), end_date_end: day(to) }
    return (await server.call('/api/contract/index', { ...filters, page: 1, page_rows: 5 }, admin)).data.count
  }
  const { data } = await server.call('/api/workbench/index', {}, admin)
  expect(data.ends).toEqual([await listed(0, 30), await listed(31, 60), await listed(61, 90)])
  expect(data.ends).toEqual([3, 2, 1])
  expect((await todosOf(admin)).find(({ name }) => name === 'ends')?.count).toBe(3)
})

test('what vacant rooms do not bring in a month is the sum of their standard rents, and follows a change of one', async () => {
  const said = async (): Promise<[number, number]> => {
    const { data } = await server.call('/api/workbench/index', {}, admin)
    const { rows } = await sql<{ price: number }>`
      select coalesce(sum(standard_rent), 0)::bigint as price from org where state = 1
    `.execute(server.db)
    return [data.vacant_rent, rows[0]?.price ?? 0]
  }
  const [org_id] = (await server.call('/api/org/add', flat(ground, { p_id: 1 }), admin)).data.org_id
  const before = await said()
  expect(before[0]).toBe(before[1])
  await sql`update org set standard_rent = coalesce(standard_rent, 0) + 12345 where org_id = ${org_id}`.execute(server.db)
  const after = await said()
  expect(after).toEqual([before[0] + 12_345, before[1] + 12_345])
})

test('what stood empty in each of six months is what one counts day by day, of one’s own projects', async () => {
  for (let n = 0; n < 6; n++)
    await server.call('/api/org/add', flat(ground, { p_id: 1 + (n % 2), region_name: n % 2 ? '徐汇花苑' : '张杨花苑' }), admin)
  await sql`update org set standard_rent = 100000 + org_id * 137, created_at = extract(epoch from current_date - 100 - org_id % 70) where state <> 9`.execute(
    server.db,
  )
  const { rows: spans } = await sql<{ start: string; last: string; rent: number; p_id: number }>`
    select t.start_date::text as start, least(t.last_date, current_date)::text as last, o.standard_rent as rent, t.p_id
    from occupancy t join org o using (org_id) where t.state = 2
  `.execute(server.db)
  expect(spans.length).toBeGreaterThan(3)
  // A project's rent of a month is by the days, and rounded once (docs/decisions/068-kept-vacancy.md).
  const countedOf = (p_id: number) => {
    const months = new Map<string, { days: number; rentDays: number }>()
    for (const { start, last, rent } of spans.filter((one) => one.p_id === p_id))
      for (let at = start; at <= last; at = addDays(at, 1)) {
        const { days, rentDays } = months.get(at.slice(0, 7)) ?? { days: 0, rentDays: 0 }
        months.set(at.slice(0, 7), { days: days + 1, rentDays: rentDays + rent })
      }
    return months
  }
  const counted = (month: string, projects: readonly number[]) => {
    const length = Number(lastOfMonth(month).slice(8))
    const all = projects.flatMap((p_id) => countedOf(p_id).get(month) ?? [])
    return [all.reduce((sum, { days }) => sum + days, 0), all.reduce((sum, { rentDays }) => sum + Math.round(rentDays / length), 0)]
  }
  for (const p_id of [undefined, 1, 2]) {
    const { data } = await server.call('/api/workbench/vacancies', p_id ? { p_id } : {}, admin)
    expect(data).toHaveLength(6)
    const projects = p_id ? [p_id] : [...new Set(spans.map((one) => one.p_id))]
    for (const { month, days, lost } of data) expect([month, days, lost]).toEqual([month, ...counted(month, projects)])
  }
})

test('the queue of six months is who had come and had not left at the end of each, of one’s own projects', async () => {
  await sql`alter table waiting disable trigger waiting_happened`.execute(server.db)
  const lives = Array.from({ length: 40 }, (_, n) => ({
    p_id: 1 + (n % 2),
    came: day(-5 - n * 6),
    left: n % 3 === 0 ? day(-5 - ((n * 5) % (5 + n * 6))) : null,
  }))
  for (const [n, { p_id, came, left }] of lives.entries()) {
    const wait_id = await addRow(server, 'waiting', {
      ...{ custom_name: `轮候${n}`, card: cardOf(7000 + n), phone: '13812345678', nature: 1, room_type: 1, priority: 2 },
      ...{ p_id, qualified_at: noon(came), status: left ? (n % 2 ? 4 : 5) : 1 },
    })
    if (left)
      await sql`insert into waiting_event (wait_id, status, p_id, created_at) values (${wait_id}, ${n % 2 ? 4 : 5}, ${p_id}, ${noon(left)})`.execute(
        server.db,
      )
  }
  await sql`alter table waiting enable trigger waiting_happened`.execute(server.db)
  const { rows: others } = await sql<{ p_id: number; came: string }>`
    select p_id, to_timestamp(qualified_at)::date::text as came from waiting where custom_name not like '轮候%' and status in (1, 2, 3)
  `.execute(server.db)
  const all = [...lives, ...others.map((one) => ({ ...one, left: null }))]
  for (const p_id of [undefined, 1, 2]) {
    const { data } = await server.call('/api/workbench/queue', p_id ? { p_id } : {}, admin)
    expect(data).toHaveLength(6)
    const mine = all.filter((one) => p_id === undefined || one.p_id === p_id)
    // The list as of an evening before this store was made is not there to be led to.
    expect(data.map(({ is_kept }: QueueMonth) => is_kept)).toEqual([false, false, false, false, false, true])
    for (const { month, came, left, waiting } of data)
      expect([month, came, left, waiting]).toEqual([
        month,
        mine.filter((one) => one.came.startsWith(month)).length,
        mine.filter((one) => one.left?.startsWith(month)).length,
        mine.filter((one) => one.came <= lastOfMonth(month) && (one.left === null || one.left > lastOfMonth(month))).length,
      ])
  }
  const elsewhere = await tokenOf(server, await addAccount(server, 'queue_two', ['/api/workbench/index'], [2]))
  expect((await server.call('/api/workbench/queue', {}, elsewhere)).data).toEqual(
    (await server.call('/api/workbench/queue', { p_id: 2 }, admin)).data,
  )
})
