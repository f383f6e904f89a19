import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { containsText, holdsText } from '../../../server/store/reading/filters.ts'
import { newestFound } from '../../../server/store/reading/newestFound.ts'
import { TEXT_COUNT_CAP } from '../../../src/protocol/envelope.ts'
import { startTestServer, type TestServer } from '../../help/testServer.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  const fill = (name: string, from: number, count: number) =>
    sql`insert into role (role_id, name) select n, ${name} || n from generate_series(${from}::integer, ${from + count - 1}::integer) n`.execute(
      server.db,
    )
  // Of some there are more than are counted: among the newest, and only among the oldest, behind more than are looked through.
  await fill('远处', 1_000, TEXT_COUNT_CAP + 500)
  await fill('少有', 5_000, 30)
  await fill('隔开', 10_000, 10_000)
  await fill('近处', 30_000, TEXT_COUNT_CAP + 500)
  await fill('少有', 50_000, 3)
})
afterAll(() => server.close())

const found = async (typed: string, limit = 5) => {
  const name = sql.ref('t.name')
  const newest = newestFound({ table: 'role', key: 'role_id', where: containsText(name, typed), test: holdsText(name, typed), limit })
  const { rows } = await sql<{ keys: number[] }>`select ${newest} as keys`.execute(server.db)
  return rows[0]?.keys
}

test('of few the newest are given, wherever they lie', async () => {
  expect(await found('少有')).toEqual([50_002, 50_001, 50_000, 5_029, 5_028])
  expect(await found('少有', 40)).toHaveLength(33)
  expect(await found('没有')).toEqual([])
})

test('of many the newest are given where the newest rows have some, and otherwise as many', async () => {
  expect(await found('近处')).toEqual([32_499, 32_498, 32_497, 32_496, 32_495])
  const far = (await found('远处')) ?? []
  expect(far).toHaveLength(5)
  for (const key of far) expect(key).toBeLessThan(4_000)
})
