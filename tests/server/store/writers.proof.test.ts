import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillGround, flowOf, type Ground, tokenOf } from '../../help/store/ground.ts'
import { startTestServer, type TestServer } from '../../help/testServer.ts'

const WRITERS = 64
const ROUNDS = 8

let server: TestServer
let ground: Ground
let admin: string

beforeAll(async () => {
  // As many connections as a node has that is told nothing.
  server = await startTestServer({}, { connections: 10 })
  ground = await fillGround(server)
  admin = await tokenOf(server)
  // As the store's own upkeep leaves it within its first minute: tables of a row or two, which are then read whole.
  await record('首笔', 0)
  await sql`analyze`.execute(server.db)
})
afterAll(() => server.close())

const atOnce = <T>(n: number, work: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: n }, (_, index) => work(index)))

const record = async (custom_name: string, round: number): Promise<number> =>
  (await server.call('/api/flow/add', flowOf(ground, { custom_name, request_id: `${custom_name}-${round}` }), admin)).code

test('64 people record money at once in a store that is all but empty: every call is done, and every row is there', async () => {
  const codes = await atOnce(WRITERS, async (writer) => {
    const answered: number[] = []
    for (let round = 0; round < ROUNDS; round++) answered.push(await record(`写者${writer}`, round))
    return answered
  })
  expect(codes.flat().filter((code) => code !== 200)).toEqual([])
  const { rows } = await sql<{ n: number; receipts: number; kept: number }>`
    select count(*) as n, count(distinct sn) as receipts, (select count(*) from replay) as kept from flow
  `.execute(server.db)
  const all = WRITERS * ROUNDS + 1
  expect(rows[0]).toEqual({ n: all, receipts: all, kept: all })
})
