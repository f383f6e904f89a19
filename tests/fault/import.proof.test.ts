import { once } from 'node:events'
import pg from 'pg'
import { expect, test } from 'vitest'
import type { ImportDetail } from '../../src/protocol/imports.ts'
import { sendImport } from '../help/imports.ts'
import { PASSWORD, type RealServer } from '../help/realServer.ts'
import { cluster, post } from '../help/store/cluster.ts'
import { companyCode } from '../help/store/ground.ts'
import { md5, signed } from '../help/testServer.ts'

const ROWS = 10_000
const { connection, startNode } = cluster('import')

test('an import whose node is killed is done by another, every row once, and can be taken back', async () => {
  const first = await startNode()
  const { token } = (await post<{ token: string }>(first, '/login', { userName: 'admin', password: md5(PASSWORD) })).data
  const client = new pg.Client(connection())
  client.on('error', () => {})
  await client.connect()
  const lines = Array.from({ length: ROWS }, (_, n) => `企业${n},${companyCode(n)},王,13812345678`)
  const file = Buffer.from(['企业名称,统一社会信用代码,联系人,联系电话', ...lines].join('\n'))
  const { import_id } = (await sendImport(first, '/api/company/import', file, token, '企业.csv')).data
  const record = async (node: RealServer): Promise<ImportDetail> =>
    (await post<ImportDetail>(node, '/api/import/detail', signed({ import_id }, token))).data
  await expect.poll(async () => (await record(first)).state, { interval: 100, timeout: 60_000 }).toBe('right')
  const count = async (): Promise<number> => Number((await client.query('select count(*) from company')).rows[0].count)
  expect(await count()).toBe(0)

  // Only the first is there to take it; the second starts while it works.
  expect((await post(first, '/api/import/run', signed({ import_id }, token))).code).toBe(200)
  await expect.poll(async () => (await record(first)).progress, { interval: 20, timeout: 60_000 }).toBeGreaterThan(0)
  expect(await record(first)).toMatchObject({ state: 'running', is_real: true })
  first.child.kill('SIGKILL')
  if (first.child.signalCode === null) await once(first.child, 'exit')
  expect(await count()).toBe(0)

  const second = await startNode()
  await expect.poll(async () => (await record(second)).state, { interval: 100, timeout: 100_000 }).not.toBe('running')
  expect(await record(second)).toMatchObject({ state: 'done', error: '' })
  const { rows } = await client.query("select attempt, state, total from job where kind = 'import' order by job_id")
  expect(rows).toEqual([
    { attempt: 1, state: 'done', total: String(ROWS) },
    { attempt: 2, state: 'done', total: String(ROWS) },
  ])
  expect(await count()).toBe(ROWS)
  expect((await client.query("select count(*) from operation_log where resource = 'company'")).rows[0].count).toBe(String(ROWS))
  expect(await post(second, '/api/import/undo', signed({ import_id }, token))).toMatchObject({ code: 200, data: { count: ROWS } })
  expect(await count()).toBe(0)
  await client.end()
})
