import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addAccount, addTenant, cardOf, fillGround, permit, roomsInTwoProjects, tokenOf } from '../../help/store/ground.ts'
import { startTestServer, type TestServer } from '../../help/testServer.ts'

let server: TestServer
let admin: string
let room: number
let tenant: number
let staff: number
let token: string

const run = async (text: string): Promise<Record<string, number>[]> => (await sql.raw<Record<string, number>>(text).execute(server.db)).rows
const call = (path: string, params: Record<string, unknown>, as = token) => server.call(path, params, as)
const opened = async (path: string, params: Record<string, unknown>, as = token) =>
  (await call(path, { ...params, related: 1 }, as)).data.lists as { resource: string; params: Record<string, unknown>; page: unknown }[]

const ROOM = ['/api/org/list', '/api/org/detail']
const TENANT = ['/api/lessee/index', '/api/lessee/detail']

beforeAll(async () => {
  server = await startTestServer()
  admin = await tokenOf(server)
  const rooms = await roomsInTwoProjects(server, await fillGround(server))
  room = rooms[0]
  tenant = await addTenant(server, { card: cardOf(1) })
  for (const [place, org_id] of rooms.entries()) {
    const p_id = place + 1
    const [made] = await run(`insert into contract (sn, org_id, custom_id, p_id, start_date, end_date, rent, deposit, status)
      values ('HT${place}', ${org_id}, ${tenant}, ${p_id}, '2026-01-01', '2099-12-31', 180000, 100, 4) returning contract_id`)
    await run(`with made as (insert into bill (sn, custom_id, custom_name, org_id, contract_id, type, payer, payment_ratio, "from", p_id, price, bill_date, start_date, end_date)
      values ('ZD${place}', ${tenant}, '租客', ${org_id}, ${made?.contract_id}, 1, 1, 100, 1, ${p_id}, 500, '2026-02-01', '2026-02-01', '2026-02-28') returning bill_id, price)
      insert into bill_share (bill_id, party, price, paid) select bill_id, 1, price, 0 from made returning 1 as one`)
  }
  staff = await addAccount(server, 'steward', [], [1])
  token = await tokenOf(server, staff)
})
afterAll(() => server.close())

test('a detail that asks for it gives the first list and the way of the record, each as its own call answers the same person', async () => {
  await permit(server, staff, [...ROOM, '/api/contract/index', '/api/bill/index', '/api/operation_log/index'])
  await call('/api/org/repair', { org_id: room }, admin)
  const plain = await call('/api/org/detail', { org_id: room })
  const { data } = await call('/api/org/detail', { org_id: room, related: 1 })
  expect(data.record).toEqual(plain.data)
  expect(data.lists.map(({ resource }: { resource: string }) => resource)).toEqual(['contract', 'operation_log'])
  for (const { resource, params, page } of data.lists) {
    expect((await call(`/api/${resource}/index`, params)).data).toEqual(page)
    expect(page.list.length).toBeGreaterThan(0)
  }
  // A detail that the domain answers.
  await permit(server, staff, [...TENANT, '/api/contract/index', '/api/operation_log/index'])
  const lists = await opened('/api/lessee/detail', { custom_id: tenant })
  expect(lists.map(({ resource }) => resource)).toEqual(['contract', 'operation_log'])
  // Both contracts are his; one is in a project that this person sees.
  expect(lists[0]?.page).toMatchObject({ list: [{ sn: 'HT0' }], count: 1 })
  expect((await opened('/api/lessee/detail', { custom_id: tenant }, admin))[0]?.page).toMatchObject({ count: 2 })
  // One whose records have no states has no way either.
  expect((await opened('/api/bill/detail', { bill_id: 1 }, admin)).map(({ resource }) => resource)).not.toContain('operation_log')
})

test('who may not read a list is given none of it, but the next that may be read', async () => {
  await permit(server, staff, [...ROOM, '/api/bill/index'])
  expect((await opened('/api/org/detail', { org_id: room })).map(({ resource }) => resource)).toEqual(['bill'])
  await permit(server, staff, ROOM)
  const { data } = await call('/api/org/detail', { org_id: room, related: 1 })
  expect([data.lists, JSON.stringify(data).includes('ZD0')]).toEqual([[], false])
  // A record out of scope is none, whatever is asked beside it.
  expect((await call('/api/org/detail', { org_id: room + 1, related: 1 })).code).toBe(404)
  expect((await call('/api/org/detail', { org_id: room, related: 2 })).code).toBe(400)
})
