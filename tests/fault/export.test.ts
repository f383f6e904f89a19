import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Embedded, startEmbedded } from '../../server/store/embedded/index.ts'
import type { Envelope } from '../../src/protocol/envelope.ts'
import type { ExportRecord } from '../../src/protocol/exports.ts'
import { csvRows, fetchFile } from '../help/exports.ts'
import { PASSWORD, type RealServer, startRealServer } from '../help/realServer.ts'
import { md5, signed } from '../help/testServer.ts'

const folder = mkdtempSync(join('/var/tmp', 'anju-export-store-'))
const dataDir = mkdtempSync(join('/var/tmp', 'anju-export-nodes-'))
const quiet = { info: () => {}, warn: () => {}, error: () => {} }
const ROWS = 200_000
let store: Embedded
const nodes: RealServer[] = []

const post = async <T>(node: RealServer, path: string, params: Record<string, unknown>): Promise<Envelope<T>> => {
  const response = await fetch(node.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(params),
  })
  return (await response.json()) as Envelope<T>
}

/** A node on the shared PostgreSQL and the shared folder of files. */
const startNode = async (): Promise<RealServer> => {
  const { user, password, host, port, database } = store.connection
  const DATABASE_URL = `postgres://${user}:${encodeURIComponent(password)}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`
  const node = await startRealServer({ SAMPLE_DATA: 'none', DATABASE_URL }, 'dist', dataDir)
  nodes.push(node)
  return node
}

beforeAll(async () => {
  store = await startEmbedded({ dataDir: folder, log: quiet })
})
afterAll(async () => {
  for (const node of nodes) await node.stop()
  await store?.stop()
  for (const made of [folder, dataDir]) rmSync(made, { recursive: true, force: true })
})

test('an export whose node is killed is finished by another, as one file with every row once', async () => {
  const first = await startNode()
  const { token } = (await post<{ token: string }>(first, '/login', { userName: 'admin', password: md5(PASSWORD) })).data
  const client = new pg.Client(store.connection)
  client.on('error', () => {})
  await client.connect()
  await client.query(`insert into cost (name) values ('房租')`)
  await client.query(`
    insert into flow (sn, type, price, custom_name, "from", from_id, way, deal_time, start_date, end_date)
    select 'SJ' || n, 1, n, '王' || n, 2, 1, 3, 1760000000 + n, '2026-01-01', '2026-01-31' from generate_series(1, ${ROWS}) n`)
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
  const { rows } = await client.query('select attempt, tries_left, state, total from job')
  expect(rows).toEqual([{ attempt: 2, tries_left: 1, state: 'done', total: String(ROWS) }])
  expect(readdirSync(join(dataDir, 'files', 'exports'))).toEqual(['1-2.xlsx'])

  // The survivor's next one, as CSV, is read back whole.
  expect((await post(second, '/api/flow/export', signed({ format: 2, columns: 'sn,price', order: 'price' }, token))).code).toBe(200)
  await expect.poll(async () => (await record(second))?.state, { interval: 100, timeout: 60_000 }).toBe('done')
  const file = Buffer.from(await (await fetchFile(second, (await record(second))?.handle ?? '', token)).arrayBuffer())
  const lines = csvRows(file)
  expect(lines.length).toBe(ROWS + 1)
  expect([lines[1], lines.at(-1)]).toEqual([
    ['SJ1', '0.01'],
    [`SJ${ROWS}`, '2000.00'],
  ])
  await client.end()
})
