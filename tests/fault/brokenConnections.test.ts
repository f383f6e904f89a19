import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Envelope } from '../../src/protocol/envelope.ts'
import type { ExportRecord } from '../../src/protocol/exports.ts'
import { partOf, proof } from '../help/depth.ts'
import { csvRows, fetchFile } from '../help/exports.ts'
import { PASSWORD, type RealServer } from '../help/realServer.ts'
import { cluster, post } from '../help/store/cluster.ts'
import { type StoreProxy, storeProxy } from '../help/store/storeProxy.ts'
import { md5, signed } from '../help/testServer.ts'

const AWAY = /^数据库正在恢复，请稍后再试（编号 [0-9a-f]{8}）$/
const { connection, killStore, startNode } = cluster('broken')

let line: StoreProxy
let node: RealServer
let token: string
/** A connection to the store that does not go by the line. */
let store: pg.Client

const connectStore = async (): Promise<void> => {
  store = new pg.Client(connection())
  store.on('error', () => {})
  await store.connect()
}

beforeAll(async () => {
  line = await storeProxy(connection)
  await connectStore()
  node = await startNode(line.url())
  token = (await post<{ token: string }>(node, '/login', { userName: 'admin', password: md5(PASSWORD) })).data.token
})
afterAll(async () => {
  await store.end().catch(() => {})
  await line.close()
})
// Whatever broke: the same process is there, and the same session is good.
afterEach(async () => {
  await expect.poll(async () => (await fetch(`${node.url}/readyz`)).status, { interval: 20, timeout: 20_000 }).toBe(200)
  expect((await call('/get_info')).code).toBe(200)
  expect([node.child.exitCode, node.child.signalCode]).toEqual([null, null])
})

const call = <T>(path: string, params: Record<string, unknown> = {}): Promise<Envelope<T>> => post<T>(node, path, signed(params, token))
const busy = (where: string) => `from pg_stat_activity where pid <> pg_backend_pid() and ${where}`
/** How many are busy so now: within a transaction PostgreSQL says for ever what it said first, unless that is cleared. */
const manyBusy = async (where: string): Promise<number> => {
  await store.query('select pg_stat_clear_snapshot()')
  return (await store.query(`select count(*)::int as n ${busy(where)}`)).rows[0].n
}
const eventually = (where: string): Promise<void> => expect.poll(() => manyBusy(where), { interval: 5, timeout: 20_000 }).toBeGreaterThan(0)
const terminate = (where: string) => store.query(`select pg_terminate_backend(pid) ${busy(where)}`)
const names = async (): Promise<string[]> => (await store.query('select name from cost order by id')).rows.map(({ name }) => name)

test.each(['by its server', 'by the network'])('a connection that breaks %s in a transaction costs that call and no other', async (how) => {
  const name = `持有${how}`
  const write = signed({ name }, token)
  await store.query('begin')
  try {
    await store.query('lock table cost')
    const hit = post(node, '/api/cost/add', write)
    const early = hit.then((answer) => expect.unreachable(`it did not wait for the lock, and was answered ${JSON.stringify(answer)}`))
    await Promise.race([eventually(`application_name = 'anju' and wait_event_type = 'Lock'`), early])
    if (how === 'by its server') await terminate(`application_name = 'anju' and wait_event_type = 'Lock'`)
    else line.cutAll()
    expect(await hit).toMatchObject({ code: 500, msg: expect.stringMatching(AWAY), data: { id: expect.any(String) } })
  } finally {
    // Whatever failed: what comes after does not wait for this lock.
    await store.query('rollback')
  }
  expect((await post(node, '/api/cost/add', write)).code).toBe(200)
  expect((await names()).filter((known) => known === name)).toEqual([name])
})

test('a commit whose answer is lost is answered at the second time, and done once', async () => {
  const write = signed({ name: '答复丢失' }, token)
  const lost = line.loseCommitOf('答复丢失')
  const [first] = await Promise.all([post(node, '/api/cost/add', write), lost])
  expect(first).toMatchObject({ code: 500, msg: expect.stringMatching(AWAY) })
  expect(await names()).toContain('答复丢失')
  expect((await post(node, '/api/cost/add', write)).code).toBe(200)
  expect((await names()).filter((known) => known === '答复丢失')).toEqual(['答复丢失'])
})

proof('connections reset again and again under load', async () => {
  const answers: Envelope[] = []
  let isOver = false
  const asking = Array.from({ length: 12 }, async () => {
    while (!isOver) answers.push(await call('/api/cost/index', { page: 1 }))
  })
  for (let round = 1; round <= 8; round++) {
    await expect.poll(() => answers.length, { interval: 1, timeout: 20_000 }).toBeGreaterThan(round * 60)
    if (round % 2) line.cutAll()
    else await terminate(`application_name = 'anju'`)
  }
  isOver = true
  await Promise.all(asking)
  expect(new Set(answers.map(({ code, msg }) => (code === 500 && AWAY.test(msg) ? '正在恢复' : code)))).toEqual(new Set([200, '正在恢复']))
})

test('a store that cannot be reached is said so, and the node goes on by itself when it is back', async () => {
  await line.down()
  expect((await fetch(`${node.url}/readyz`)).status).toBe(503)
  expect((await fetch(`${node.url}/healthz`)).status).toBe(200)
  for (const path of ['/get_info', '/api/cost/index'])
    expect(await call(path)).toMatchObject({ code: 500, msg: expect.stringMatching(AWAY), data: { id: expect.any(String) } })
  const { id } = (await call<{ id: string }>('/get_info')).data
  // Calls, jobs and the clock have all met it by now.
  expect(node.output().split(`"id":"${id}"`).length - 1).toBe(1)
  await line.up()
  await expect.poll(() => node.output().includes('the store is back'), { interval: 50, timeout: 20_000 }).toBe(true)
  expect(node.output()).not.toMatch(/could not be (told|looked for|asked for)/)
})

test('a store killed and started anew', async () => {
  const asking = Array.from({ length: 8 }, () => call('/api/cost/index', { page: 1 }))
  killStore()
  await Promise.all(asking)
  await expect
    .poll(
      () =>
        connectStore()
          .then(() => true)
          .catch(() => false),
      { interval: 50, timeout: 30_000 },
    )
    .toBe(true)
})

test('an open line of events outlives its listening connection', async () => {
  const response = await fetch(`${node.url}/events`, { headers: { cookie: `token=${token}` } })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let heard = ''
  const hears = async (event: string): Promise<void> => {
    while (!heard.includes(`event: ${event}\n`)) {
      const { value, done } = (await reader?.read()) ?? { done: true }
      if (done) throw new Error('the line ended')
      heard += value
    }
    heard = ''
  }
  await hears('message')
  for (const breakIt of [() => terminate(`query like 'listen %'`), async () => line.cutAll()]) {
    await breakIt()
    await hears('declared')
    await store.query(`select pg_notify('anju_setting', '')`)
    await hears('setting')
  }
  await reader?.cancel()
})

test.each(partOf(['by its server', 'by the network'], 2))('an export whose COPY is broken %s is made anew and whole', async (how) => {
  const rows = 60_000
  // Without the triggers: what an export reads is the rows alone, and sixty thousand entries in the books take half a minute.
  await store.query('set session_replication_role = replica')
  await store.query(`insert into flow (sn, type, price, custom_name, "from", from_id, way, deal_time, start_date, end_date)
    select 'SJ' || n, 1, n, '王' || n, 2, (select min(id) from cost), 3, 1760000000 + n, '2026-01-01', '2026-01-31' from generate_series(1, ${rows}) n
    where not exists (select from flow)`)
  await store.query('set session_replication_role = origin')
  const held = line.holdNextCopy()
  const { id } = (await call<{ id: number }>('/api/flow/export', { format: 2, columns: 'sn,price' })).data
  const goOn = await held
  if (how === 'by its server') await terminate(`application_name = 'anju job' and query ilike 'copy%' and state = 'active'`)
  else line.cutAll()
  goOn()
  const record = async (): Promise<ExportRecord | undefined> =>
    (await call<{ list: ExportRecord[] }>('/api/message/index')).data?.list.find((one) => one.id === id)
  await expect.poll(async () => (await record())?.state, { interval: 100, timeout: 60_000 }).toBe('done')
  // Taken twice, and none of its tries is gone by it.
  expect((await store.query('select attempt, tries_left from job where job_id = $1', [id])).rows).toEqual([{ attempt: 2, tries_left: 2 }])
  const file = Buffer.from(await (await fetchFile(node, (await record())?.handle ?? '', token)).arrayBuffer())
  expect(csvRows(file).length).toBe(rows + 1)
})
