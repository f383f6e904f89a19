import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, today } from '../../../src/protocol/dates.ts'
import type { Timeline } from '../../../src/protocol/timeline.ts'
import { addAccount, addRow, addTenant, fillGround, roomsInTwoProjects, tokenOf } from '../../help/store/ground.ts'
import { startTestServer, type TestServer } from '../../help/testServer.ts'

let server: TestServer
let admin: string
let room: number
let tenant: number
let contract: number
let left: number

const day = (after: number): string => addDays(today(), after)

beforeAll(async () => {
  server = await startTestServer()
  admin = await tokenOf(server)
  ;[room = 0] = await roomsInTwoProjects(server, await fillGround(server))
  tenant = await addTenant(server)
  const lease = { kind: 1, custom_id: tenant, org_id: room, rent: 100_000, deposit: 1, status: 4, p_id: 1 }
  contract = await addRow(server, 'contract', { ...lease, sn: 'HT1', start_date: day(-100), end_date: day(200) })
  // What never came about, and what somebody has left, is no life: neither a contract that is void, nor the end that another had agreed.
  await addRow(server, 'contract', { ...lease, sn: 'HT0', status: 8, start_date: day(-90), end_date: day(300) })
  left = await addRow(server, 'contract', {
    ...lease,
    sn: 'HT2',
    status: 7,
    start_date: day(-300),
    end_date: day(250),
    left_on: day(-20),
  })
  const given = {
    contract_id: left,
    custom_name: '租客',
    kind: 1,
    org_id: room,
    ground: 1,
    deposit: 0,
    arrears: 0,
    damages: 0,
    refund: 0,
    p_id: 1,
  }
  await addRow(server, 'surrender', { ...given, planned_date: day(-110), left_on: day(-120), status: 4 })
  await sql`
    with made as (
      insert into bill (sn, custom_name, type, payer, payment_ratio, "from", contract_id, custom_id, org_id, p_id, price, paid, bill_date, start_date, end_date)
      select 'ZD' || n, '租客', 1, 1, 100, 1, ${contract}::integer, ${tenant}::integer, ${room}::integer, 1, 100000 + n, 0,
        ${day(-1)}::date - n, ${day(-1)}::date - n, ${day(-1)}::date - n from generate_series(1, 45) n returning bill_id, price
    )
    insert into bill_share (bill_id, party, price, paid, p_id) select bill_id, 1, price, 0, 1 from made
  `.execute(server.db)
})
afterAll(() => server.close())

const ask = (resource: string, id: number, token = admin) => server.call('/api/life/timeline', { resource, id }, token)
const lifeOf = async (resource: string, id: number, token = admin): Promise<Timeline> => (await ask(resource, id, token)).data
const told = ({ events }: Timeline) => events.map(({ date, says, of, price }) => [date, says, of?.name, price])

test('a tenant’s life has contracts and bills by day, the newest first, back to where each list reaches', async () => {
  const life = await lifeOf('lessee', tenant)
  expect(told(life).slice(0, 3)).toEqual([
    [day(200), '到期', 'HT1', null],
    [day(-2), '应付', 'ZD1', 100_001],
    [day(-3), '应付', 'ZD2', 100_002],
  ])
  expect(life.since).toBe(day(-41))
  expect(life.events.length).toBe(41)
})

test('each record tells what its own lists have, and its own moves to who may read the journal', async () => {
  expect(told(await lifeOf('org', room))).toContainEqual([day(200), '到期', 'HT1', null])
  // Whoever gave the room back did so on the day that he left, whatever day he had named.
  const gone = (await lifeOf('contract', left)).events.filter(({ says }) => says === '退租')
  expect(gone.map(({ date }) => date)).toEqual([day(-120)])
  const { events } = await lifeOf('contract', contract)
  expect(events.some(({ says, of }) => says === '应付' && of?.resource === 'bill')).toBe(true)
  expect((await server.call('/api/org/repair', { org_id: room }, admin)).code).toBe(200)
  const moves = (await lifeOf('org', room)).events.filter(({ of }) => of === null)
  expect(moves.map(({ date, says }) => [date, says])).toContainEqual([today(), '维修'])
  const reader = await tokenOf(server, await addAccount(server, 'reader', ['/api/org/detail']))
  expect((await lifeOf('org', room, reader)).events).toEqual([])
})

test('whoever may not read a list is told nothing of it; who may not read the record, nothing at all', async () => {
  const only = ['/api/lessee/detail', '/api/contract/index']
  const keeper = await tokenOf(server, await addAccount(server, 'keeper', only, [1]))
  expect(told(await lifeOf('lessee', tenant, keeper))).toEqual([
    [day(200), '到期', 'HT1', null],
    [day(-100), '起租', 'HT1', null],
    [day(-300), '起租', 'HT2', null],
  ])
  const away = await tokenOf(server, await addAccount(server, 'away', only, [2]))
  const codes = await Promise.all([ask('lessee', tenant, away), ask('org', room, keeper), ask('cost', 1)])
  expect(codes.map(({ code }) => code)).toEqual([404, 403, 400])
})
