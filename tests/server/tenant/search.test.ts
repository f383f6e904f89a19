import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { addAccount, addRow, addTenant, cardOf, fillGround, flat, tokenOf } from '../../help/store/ground.ts'
import { startTestServer, type TestServer } from '../../help/testServer.ts'

const READ = ['/api/lessee/index', '/api/org/list', '/api/contract/index', '/api/bill/index']
const PHONE = '13876543210'
/**
 * The newest rows, so many and no more: a limit stands right above, and nothing of the walk itself is filtered (newestFound.ts). Of a table as small as here they may
 * be sorted as well.
 */
const SHORT_WALK =
  /-> {2}Limit [^\n]*\n(?: *-> {2}Index Scan Backward using \w+_pkey| *-> {2}Sort [^\n]*\n *Sort Key: \w+\.\w+_id DESC\n *-> {2}Seq Scan on) [^\n]*\n *Disabled: true(?!\n *Filter)/g

let server: TestServer
let admin: string
/** The tenant looked for, the room, the contract and the bill. */
const ids = { person: 0, room: 0, contract: 0, bill: 0 }
beforeAll(async () => {
  server = await startTestServer()
  admin = await tokenOf(server)
  const ground = await fillGround(server)
  ids.room = (await server.call('/api/org/add', flat(ground), admin)).data.org_id[0]
  await sql`update org set p_id = 1`.execute(server.db)
  ids.person = await addTenant(server, { name: '王小明', card: cardOf(1), phone: PHONE })
  await addTenant(server, { name: '王小明', card: cardOf(2), phone: '13800001111' })
  await addTenant(server, { name: '李王', card: cardOf(3), phone: '13800003210' })
  await addTenant(server, { name: '王小明', card: cardOf(4), phone: '13811113210', p_id: 2 })
  const lease = { org_id: ids.room, start_date: '2026-01-01', end_date: '2026-12-31', rent: 100000, deposit: 1, p_id: 1 }
  ids.contract = await addRow(server, 'contract', { ...lease, sn: 'HT20260101000007', custom_id: ids.person, status: 7 })
  const due = { from: 2, from_id: ground.cost, price: 100, bill_date: '2026-02-01', payer: 1, payment_ratio: 100 }
  const whose = { org_id: ids.room, custom_name: '王小明', custom_id: ids.person, start_date: '2026-01-01', end_date: '2026-01-31' }
  ids.bill = (await server.call('/api/bill/create', { ...due, ...whose }, admin)).data.bill_id
  await sql`update bill set sn = 'ZD20260101000009'`.execute(server.db)
})
afterAll(() => server.close())

const staff = async (name: string, permission: readonly string[], projects: readonly number[] | null = [1]): Promise<string> =>
  tokenOf(server, await addAccount(server, name, permission, projects))

type Ids = Record<'person' | 'room' | 'contract' | 'bill', number[]>
const find = async (keyword: string, token: string): Promise<Ids & { note: string | null }> => {
  const { data, msg } = await server.call('/api/search/find', { keyword }, token)
  expect(msg).toBe('')
  const idsOf = (found: { id: number }[]): number[] => found.map(({ id }) => id)
  const { person, room, contract, bill, note } = data
  return { person: idsOf(person), room: idsOf(room), contract: idsOf(contract), bill: idsOf(bill), note }
}

test('people, rooms, contracts and bills are found by number, by name, and by name and the last four of a phone', async () => {
  const clerk = await staff('finder', READ)
  const { room, note: _none, ...his } = await find('王小明 3210', clerk)
  expect({ ...his, room }).toEqual({ person: [ids.person], room: [], contract: [ids.contract], bill: [ids.bill] })
  expect((await find(PHONE, clerk)).person).toEqual([ids.person])
  expect((await find(cardOf(1), clerk)).contract).toEqual([ids.contract])
  expect(await find('王小明', clerk)).toMatchObject({ person: [ids.person + 1, ids.person], contract: [ids.contract], bill: [ids.bill] })
  expect((await find('ht20260101', clerk)).contract).toEqual([ids.contract])
  expect((await find('ZD2026010100000', clerk)).bill).toEqual([ids.bill])
  expect((await find('ＨＴ２０２６０１', clerk)).contract).toEqual([ids.contract])
  const { rows } = await sql<{ unit_floor: string }>`select unit_floor from org where org_id = ${ids.room}`.execute(server.db)
  const unit_floor = rows[0]?.unit_floor ?? ''
  // As an input method types it, too; so in a list's filter.
  const wide = unit_floor.replaceAll(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0))
  for (const typed of [unit_floor, wide]) {
    expect((await find(typed, clerk)).room).toEqual([ids.room])
    expect((await server.call('/api/org/list', { unit_floor: typed }, clerk)).data.list).toMatchObject([{ org_id: ids.room }])
  }
  expect(JSON.stringify((await server.call('/api/search/find', { keyword: '王小明 3210' }, clerk)).data)).toContain('138****3210')
})

test('one letter finds names that begin with it', async () => {
  expect(await find('王', await staff('letter', READ))).toMatchObject({
    person: [ids.person + 1, ids.person],
    room: [],
    contract: [],
    bill: [],
  })
})

test('the last four alone find only for who may see numbers; others are told what is missing, and are answered of the rest', async () => {
  expect(await find('3210', await staff('ends', READ))).toMatchObject({ person: [], contract: [], note: '按末四位查找须同时填写姓名' })
  const revealer = await staff('reveals', [...READ, '/api/lessee/reveal'])
  expect(await find('3210', revealer)).toMatchObject({ person: [ids.person + 2, ids.person], contract: [ids.contract], note: null })
})

test('only what the role may read is found, and a number tells nothing through a bill', async () => {
  const none: Ids = { person: [], room: [], contract: [], bill: [] }
  expect(await find('王小明', await staff('nobody', []))).toMatchObject(none)
  const biller = await staff('biller', ['/api/bill/index', '/api/contract/index'])
  expect(await find('王小明', biller)).toMatchObject({ ...none, contract: [ids.contract], bill: [ids.bill] })
  expect(await find(PHONE, biller)).toMatchObject(none)
  expect(await find('王小明', await staff('elsewhere', READ, [2]))).toMatchObject({ ...none, person: [ids.person + 3] })
})

test('a search by a number counts once; numbers of contracts, bills and rooms are none of a person', async () => {
  const id = await addAccount(server, 'counted', READ, [1])
  const token = await tokenOf(server, id)
  const counted = async (): Promise<number> => {
    const { rows } = await sql<{ n: number }>`select count(*)::integer as n from number_search where user_id = ${id}`.execute(server.db)
    return rows[0]?.n ?? 0
  }
  for (const typed of ['HT2026', 'ZD20260101000009', '12号-1501', 'AJ00000001']) await find(typed, token)
  for (const keyword of ['HT20260101', '12号-1501']) await server.call('/api/lessee/find', { keyword }, token)
  expect(await counted()).toBe(0)
  await find(PHONE, token)
  expect(await counted()).toBe(1)
  for (let search = 1; search < 100; search += 1) await find('王小明 3210', token)
  expect(await find(PHONE, token)).toMatchObject({ person: [], contract: [], note: expect.stringMatching(/^按号码查找过于频繁/) })
})

test('each kind is found by an index', async () => {
  // Of all projects: else the index of projects would serve.
  const clerk = await staff('indexed', READ, null)
  const asked = vi.spyOn(pg.Client.prototype, 'query')
  for (const typed of ['王', '王小明', 'HT2026', 'ZD2026', '12号-1501']) await find(typed, clerk)
  // A statement that is kept prepared comes as one, any other as its text and values.
  const texts = (asked.mock.calls as unknown as [string | { text: string; values: unknown[] }, unknown[]?][]).map(([sent, values = []]) =>
    typeof sent === 'string' ? { text: sent, values } : sent,
  )
  asked.mockRestore()
  const queries = ['lessee', 'org', 'contract', 'bill'].map((table) => {
    const found = texts.filter(({ text }) => new RegExp(`\\sfrom ${table}\\s`).test(text))
    return found.length > 0 ? found : expect.fail(`nothing was asked of ${table}`)
  })
  // What is left is to look up in an index what is asked for: neither a look at all rows nor a walk along a key.
  const client = new pg.Client({ ...server.connection })
  await client.connect()
  await client.query('set enable_seqscan = off; set enable_indexscan = off; set enable_indexonlyscan = off')
  for (const { text, values } of queries.flat()) {
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain ${text}`, values)
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan.replaceAll(SHORT_WALK, '')).not.toMatch(/Disabled: true/)
  }
  await client.end()
})

test('two Latin letters are how a number begins, or a name does', async () => {
  const named = await addTenant(server, { name: 'HT Lee', card: cardOf(8) })
  const clerk = await staff('latin', READ)
  expect(await find('HT', clerk)).toMatchObject({ person: [named], contract: [ids.contract], bill: [] })
  await sql`update bill set custom_name = 'HT Lee'`.execute(server.db)
  expect(await find('HT', clerk)).toMatchObject({ person: [named], contract: [ids.contract], bill: [ids.bill] })
  expect((await find('zd', clerk)).bill).toEqual([ids.bill])
})
