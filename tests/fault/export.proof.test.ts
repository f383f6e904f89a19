import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import type { ExportRecord } from '../../src/protocol/exports.ts'
import { addFlows, csvRows, fetchFile } from '../help/exports.ts'
import { PASSWORD, type RealServer } from '../help/realServer.ts'
import { cluster, post } from '../help/store/cluster.ts'
import { md5, signed } from '../help/testServer.ts'

const ROWS = 100_000
const { connection, dataDir, startNode } = cluster('export')

test('an export whose node is killed is finished by another, as one file with every row once', async () => {
  const first = await startNode()
  const { token } = (await post<{ token: string }>(first, '/login', { userName: 'admin', password: md5(PASSWORD) })).data
  const client = new pg.Client(connection())
  client.on('error', () => {})
  await client.connect()
  await addFlows(client, ROWS)
  const record = async (node: RealServer): Promise<ExportRecord | undefined> =>
    (await post<{ list: ExportRecord[] }>(node, '/api/message/index', signed({}, token))).data.list[0]

  // Only the first is there to take it; the second starts while it works.
  expect((await post(first, '/api/flow/export', signed({ format: 1 }, token))).code).toBe(200)
  const second = await startNode()
  await expect.poll(async () => (await record(first))?.progress, { interval: 50, timeout: 60_000 }).toBeGreaterThan(0)
  expect(await record(first)).toMatchObject({ state: 'running' })
  first.child.kill('SIGKILL')
  if (first.child.signalCode === null) await once(first.child, 'exit')

  await expect.poll(async () => (await record(second))?.state, { interval: 100, timeout: 100_000 }).toBe('done')
  const { rows } = await client.query("select job_id, attempt, tries_left, state, total from job where kind = 'export'")
  const [{ job_id }] = rows
  expect(rows).toEqual([{ job_id, attempt: 2, tries_left: 1, state: 'done', total: String(ROWS) }])
  expect(readdirSync(join(dataDir, 'files', 'exports'))).toEqual([`${job_id}-2.xlsx`])

  // The survivor's next one, as CSV, is read back whole.
  expect((await post(second, '/api/flow/export', signed({ format: 2, columns: 'sn,price', order: 'price' }, token))).code).toBe(200)
  await expect.poll(async () => (await record(second))?.state, { interval: 100, timeout: 60_000 }).toBe('done')
  const file = Buffer.from(await (await fetchFile(second, (await record(second))?.handle ?? '', token)).arrayBuffer())
  const lines = csvRows(file)
  expect(lines.length).toBe(ROWS + 1)
  expect([lines[1], lines.at(-1)]).toEqual([
    ['SJ1', '0.01'],
    [`SJ${ROWS}`, '1000.00'],
  ])
  await client.end()
})
