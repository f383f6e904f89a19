import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Embedded, startEmbedded } from '../../server/store/embedded/index.ts'
import type { Envelope } from '../../src/protocol/envelope.ts'
import type { ExportRecord } from '../../src/protocol/exports.ts'
import { csvRows, fetchFile } from '../help/exports.ts'
import { PASSWORD, type RealServer, startRealServer } from '../help/realServer.ts'
import { post } from '../help/store/cluster.ts'
import { startPooler } from '../help/store/pooler.ts'
import { md5, signed } from '../help/testServer.ts'

const MANY = 64

const folder = mkdtempSync(join('/var/tmp', 'anju-pooled-'))
const nodeFolder = mkdtempSync(join('/var/tmp', 'anju-pooled-nodes-'))
const quiet = { info: () => {}, warn: () => {}, error: () => {} }
let store: Embedded
let pooler: Awaited<ReturnType<typeof startPooler>>
/** Sees what is in the store, past the pooler. */
let seer: pg.Client
const nodes: RealServer[] = []
const tokens: string[] = []

const directUrl = (): string => {
  const { user, password, host, port, database } = store.connection
  return `postgres://${user}:${encodeURIComponent(password)}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`
}
const start = async (env: Record<string, string>): Promise<RealServer> => {
  const node = await startRealServer({ SAMPLE_DATA: 'small', ...env }, 'dist', nodeFolder)
  nodes.push(node)
  return node
}
const nodeOf = (nth: number): RealServer => nodes[nth % nodes.length] as RealServer
const call = <T>(nth: number, path: string, params: Record<string, unknown> = {}): Promise<Envelope<T>> =>
  post<T>(nodeOf(nth), path, signed(params, tokens[nth % tokens.length]))
const many = <T>(work: (nth: number) => Promise<T>): Promise<T[]> => Promise.all(Array.from({ length: MANY }, (_, nth) => work(nth)))
const codes = async (path: string, params: (nth: number) => Record<string, unknown>): Promise<Set<string>> =>
  new Set((await many((nth) => call(nth, path, params(nth)))).map(({ code, msg }) => `${code} ${code === 200 ? '' : msg}`.trim()))
const rows = async <T>(text: string): Promise<T[]> => (await seer.query(text)).rows

beforeAll(async () => {
  store = await startEmbedded({ dataDir: folder, log: quiet })
  pooler = await startPooler(store.connection)
  seer = new pg.Client(store.connection)
  await seer.connect()
})
afterAll(async () => {
  for (const node of nodes) await node.stop()
  await seer?.end()
  await pooler?.stop()
  await store?.stop()
  for (const made of [folder, nodeFolder]) rmSync(made, { recursive: true, force: true })
})

test('a pooler in transaction mode alone, two that lead to different stores, and one by which nothing is direct, are refused in a sentence', async () => {
  await expect(start({ DATABASE_URL: pooler.url })).rejects.toThrow('请另设 DATABASE_DIRECT_URL')
  await expect(start({ DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: pooler.url })).rejects.toThrow(
    'DATABASE_DIRECT_URL 经过事务模式的连接池',
  )
  await expect(start({ DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: directUrl().replace(/\/[^/?]+\?/, '/template1?') })).rejects.toThrow(
    '不是同一个数据库',
  )
})

test('two nodes by a pooler in transaction mode make the store and its sample', { timeout: 300_000 }, async () => {
  const ways = { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: directUrl() }
  await start(ways)
  await start(ways)
  const signedIn = await many((nth) => post<{ token: string }>(nodeOf(nth), '/login', { userName: 'admin', password: md5(PASSWORD) }))
  tokens.push(...signedIn.flatMap(({ data }) => data?.token ?? []))
  expect(tokens.length).toBeGreaterThan(0)
})

test('lists, writes and money: 64 of 64 each, and the books are right', async () => {
  expect(await codes('/get_info', () => ({}))).toEqual(new Set(['200']))
  for (const path of ['/api/cost/index', '/api/flow/index', '/api/bill/index', '/api/contract/index'])
    expect([path, await codes(path, (nth) => ({ page: 1 + (nth % 4), page_rows: 20 }))]).toEqual([path, new Set(['200'])])
  expect(await codes('/api/cost/add', (nth) => ({ name: `池${nth}` }))).toEqual(new Set(['200']))
  expect(await rows("select count(*)::int as n from cost where name like '池%'")).toEqual([{ n: MANY }])
  const bills = await rows<{ bill_id: number; from_id: number; org_id: number }>(
    `select bill_id, from_id, org_id from bill where is_void = 0 and "from" = 2 and type = 1 and paid < price order by bill_id limit ${MANY}`,
  )
  const [cost] = await rows<{ id: number }>("select id from cost where name = '池0'")
  const taken = (nth: number) => ({
    type: 1,
    price: 100 + nth,
    custom_name: '王小明',
    from: 2,
    from_id: cost?.id,
    start_date: '2026-11-01',
    end_date: '2026-11-30',
    way: 3,
    ...(bills[nth] ? { ...bills[nth], bill_id: bills[nth].bill_id } : {}),
    request_id: `taken ${nth}`,
  })
  expect(await codes('/api/flow/add', taken)).toEqual(new Set(['200']))
})

test('an export by a job, and what is announced is heard', async () => {
  const response = await fetch(`${nodeOf(0).url}/events`, { headers: { cookie: `token=${tokens[0]}` } })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let heard = ''
  const hears = async (event: string): Promise<void> => {
    while (!heard.includes(`event: ${event}\n`)) {
      const { value, done } = (await reader?.read()) ?? { done: true }
      if (done) throw new Error(`the line ended: ${response.status}`)
      heard += value
    }
    heard = ''
  }
  await hears('message')
  expect((await call(1, '/api/LogoSetting/save', { logo_name: '新名称', version: 0 })).code).toBe(200)
  await hears('setting')
  const { id } = (await call<{ id: number }>(1, '/api/cost/export', { format: 2, columns: 'name' })).data
  const record = async (): Promise<ExportRecord | undefined> =>
    (await call<{ list: ExportRecord[] }>(0, '/api/message/index')).data?.list.find((one) => one.id === id)
  await expect.poll(async () => (await record())?.state, { interval: 100, timeout: 60_000 }).toBe('done')
  const file = Buffer.from(await (await fetchFile(nodeOf(0), (await record())?.handle ?? '', tokens[0] ?? '')).arrayBuffer())
  expect(csvRows(file).length).toBeGreaterThan(MANY)
  await reader?.cancel()
})

test('a new key is refused while the pooler holds connections that the nodes had, and taken after RECONNECT', async () => {
  for (const node of nodes.splice(0)) await node.stop()
  const env = {
    PATH: process.env.PATH,
    DATA_DIR: nodeFolder,
    LOG_LEVEL: 'warn',
    DATABASE_URL: pooler.url,
    DATABASE_DIRECT_URL: directUrl(),
  }
  const rotate = (): string =>
    spawnSync(process.execPath, [resolve('dist/server/main.js'), '--rotate-key'], { env, encoding: 'utf8' }).stdout
  expect(rotate()).toContain('还有节点在运行：请停掉所有节点，再更换密钥')
  await pooler.reconnect()
  await expect.poll(rotate, { interval: 500, timeout: 30_000 }).toMatch(/^已用新密钥重新封存/)
})
