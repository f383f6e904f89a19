import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { registry } from '../../server/calls/registry.ts'
import { goodParams } from '../help/declared/examples.ts'
import { addAccount, addTenant, fillGround, flat, flowOf, type Ground, tokenOf } from '../help/store/ground.ts'
import { type Answer, signed, startTestServer, type TestServer } from '../help/testServer.ts'

const CARD = '310101199003070019'
const PHONE = '13812345678'

let server: TestServer
let ground: Ground
/** An account of its own: among the calls there are those that disable account 1 or end its sessions. */
let keeper: number
let admin: string

beforeAll(async () => {
  server = await startTestServer()
  ground = await fillGround(server)
  keeper = await addAccount(server, 'keeper', ['*'])
  await addTenant(server, { name: '王小明', card: CARD, phone: PHONE })
  await server.call('/api/org/add', flat(ground), await tokenOf(server, keeper))
})
beforeEach(async () => {
  admin = await tokenOf(server, keeper)
})
afterAll(() => server.close())

/** Every row that is kept for replays, as who holds the table or a backup of it could read it. */
const keptTexts = async (): Promise<string[]> => {
  const { rows } = await sql<Record<string, unknown>>`select * from replay`.execute(server.db)
  return rows.map((row) =>
    Object.values(row)
      .map((value) => (Buffer.isBuffer(value) ? value.toString('latin1') : JSON.stringify(value)))
      .join('\n'),
  )
}

/** What an answer said that is long enough not to be met by chance. */
const saidIn = (value: unknown): string[] =>
  typeof value === 'object' && value !== null
    ? Object.values(value).flatMap(saidIn)
    : typeof value === 'string' && value.length >= 6
      ? [value]
      : []

test('whatever calls have answered, no row that is kept for replays shows a number or any other text of it', async () => {
  const said: string[] = [CARD, PHONE]
  const revealed = await server.call('/api/lessee/reveal', { custom_id: 1 }, admin)
  expect(revealed).toMatchObject({ code: 200, data: { card: CARD, phone: PHONE } })
  let done = 0
  for (const call of registry().values()) {
    if (call.writes !== true || call.leaves || call.path === '/api/sample/clear') continue
    const answer: Answer = await server.call(
      call.path,
      { ...goodParams(call, ground), request_id: `kept-${call.path}` },
      await tokenOf(server, keeper),
    )
    if (answer.code !== 200) continue
    done++
    said.push(...saidIn(answer.data))
  }
  expect(done).toBeGreaterThan(15)
  expect(said.length).toBeGreaterThan(5)
  const kept = await keptTexts()
  expect(kept.length).toBeGreaterThan(done)
  expect([...new Set(said)].filter((text) => kept.some((row) => row.includes(text)))).toEqual([])
})

test('the caller who sends the same call again still reads the same answer', async () => {
  const logged = async (): Promise<number> => {
    const { rows } = await sql<{ n: number }>`select count(*) as n from operation_log where path = '/api/lessee/reveal'`.execute(server.db)
    return rows[0]?.n ?? -1
  }
  const before = await logged()
  const card = '110105199001010010'
  // One of its own: among the calls there is the one that deletes a tenant.
  const custom_id = await addTenant(server, { card })
  const body = signed({ custom_id, request_id: 'again' }, admin)
  const first = await server.send('/api/lessee/reveal', body)
  expect(first).toMatchObject({ code: 200, data: { card } })
  expect(await server.send('/api/lessee/reveal', body)).toEqual(first)
  expect(await logged()).toBe(before + 1)
})

test('an answer that was kept before answers were sealed is gone, and its write is still not done again', async () => {
  const body = signed(flowOf(ground, { custom_name: '从前', request_id: 'before' }), admin)
  const first = await server.send('/api/flow/add', body)
  expect(first).toMatchObject({ code: 200, data: { flow_id: expect.any(Number) } })
  await sql`update replay set sealed = null`.execute(server.db)
  expect(await server.send('/api/flow/add', body)).toMatchObject({ code: 200, data: null })
  const { rows } = await sql<{ n: number }>`select count(*) as n from flow where custom_name = '从前'`.execute(server.db)
  expect(rows[0]?.n).toBe(1)
})
