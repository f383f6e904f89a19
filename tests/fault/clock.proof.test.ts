import { rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { connectionOf } from '../../server/store/embedded/index.ts'
import { secondOf } from '../../src/protocol/dates.ts'
import { signOf } from '../../src/protocol/sign.ts'
import { toWire } from '../../src/protocol/wire.ts'
import { backedStore } from '../help/backups.ts'
import { callsAt } from '../help/calls.ts'
import { fetchFile } from '../help/exports.ts'
import { fakeClock } from '../help/fakeClock.ts'
import { type Answer, md5, nowSeconds } from '../help/testServer.ts'

const HOUR = 3600
const clock = fakeClock()
const backups = join(clock.folder, 'backups')
const at = backedStore('clock', { BACKUP_DIR: backups, BACKUP_PASSPHRASE: 'correct-horse-battery', ...clock.env })
afterAll(() => rmSync(clock.folder, { recursive: true, force: true }))

type Params = Record<string, unknown>
/** The session that was there before the clock was put back. */
let token = ''
let cost = 0
let serial = 0
const sent: { params: Params; sn: string }[] = []
/** A moment between deeds before the clock was ever put back. */
let moment = 0

/** What the server's clock says. */
const thereNow = (): number => nowSeconds() + clock.offset()
/** Sends as a client whose clock says `stime`. */
const callAt = (stime: number, path: string, params: Params): Promise<Answer> => {
  const full = { stime, token, ...params }
  return callsAt(at.server.url).send(path, { ...full, sign: signOf(toWire(full), md5, '') })
}
// biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape
const ask = async (path: string, params: Params = {}): Promise<any> => {
  const { code, msg, data } = await callAt(thereNow(), path, params)
  expect([path, code, msg]).toEqual([path, 200, ''])
  return data
}

/** Money comes in, and a receipt is printed for it. */
const receive = async (): Promise<void> => {
  const days = { start_date: '2026-01-01', end_date: '2026-01-31' }
  const params = { type: 1, price: 12_345, custom_name: '王小明', from: 2, from_id: cost, ...days, way: 3, request_id: `money-${++serial}` }
  const { flow_id } = await ask('/api/flow/add', params)
  const { number } = await ask('/api/flow/receipt', { flow_id, request_id: `print-${serial}` })
  sent.push({ params, sn: number })
}
const flows = async (): Promise<number> => (await ask('/api/flow/index', { page: 1, page_rows: 100 })).count

const storeAsk = async (text: string): Promise<Record<string, unknown>[]> => {
  const client = new pg.Client({ ...connectionOf(at.dataDir) })
  await client.connect()
  const { rows } = await client.query(text).finally(() => client.end())
  return rows
}
const newestRun = async (): Promise<number> => Number((await storeAsk('select max(job_id) as n from job'))[0]?.n)
/** How often each job has run for the clock since that run. */
const runsSince = async (job_id: number): Promise<Record<string, number>> => {
  const rows = await storeAsk(`select kind, count(*)::integer as n from job where job_id > ${job_id} and due_at is not null group by 1`)
  return Object.fromEntries(rows.map(({ kind, n }) => [kind, n]))
}

/** What has to hold on an hour that is gone through a second time. */
const holds = async (before: number): Promise<void> => {
  // The store's clock is the node's.
  const [{ now = 0 } = {}] = await storeAsk('select epoch_now()::integer as now')
  expect(Math.abs(Number(now) - thereNow())).toBeLessThan(3)
  // A clock that was not put back is told so, with the server's time; with that it goes on, in the session that it had.
  const refused = await callAt(nowSeconds() + clock.offset() + HOUR, '/api/flow/index', { page: 1, page_rows: 1 })
  expect(refused).toMatchObject({ code: 401, msg: '本机时间与服务器相差超过10分钟，请校准时间' })
  expect(Math.abs(refused.data.time - thereNow())).toBeLessThan(5)
  expect(await callAt(refused.data.time, '/api/flow/index', { page: 1, page_rows: 1 })).toMatchObject({ code: 200 })

  // What was sent before is the same deed, and what is new gets a number of its own.
  const count = await flows()
  for (const { params } of sent) await ask('/api/flow/add', params)
  expect(await flows()).toBe(count)
  await receive()
  await receive()
  expect(await flows()).toBe(count + 2)
  const numbers = sent.map(({ sn }) => Number(/\d+$/.exec(sn)?.[0]))
  expect(numbers).toEqual(numbers.map((_, index) => (numbers[0] ?? 0) + index))

  // An export ends and is fetched.
  expect(await callAt(thereNow(), '/api/flow/export', { format: 2, request_id: `export-${++serial}` })).toMatchObject({ code: 200 })
  const record = async () => (await ask('/api/message/index', { page: 1, page_rows: 1 })).list[0]
  await expect.poll(async () => (await record()).state, { timeout: 30_000, interval: 200 }).toBe('done')
  expect((await fetchFile(at.server, (await record()).handle, token)).status).toBe(200)

  // What is due each minute goes on; an hour's and a night's work is not done again.
  await expect.poll(async () => (await runsSince(before)).send_outbox ?? 0, { timeout: 60_000, interval: 500 }).toBeGreaterThan(1)
  await expect.poll(async () => (await runsSince(before)).archive_log ?? 0, { timeout: 130_000, interval: 500 }).toBeGreaterThan(0)
  const again = await runsSince(before)
  expect(again).not.toHaveProperty('clean_up')
  expect(again).not.toHaveProperty('check_books')
  expect(again).not.toHaveProperty('backup')
}

/** The books are right, and the copies are listed. */
const agrees = async (): Promise<void> => {
  expect(await at.run(['--audit'], clock.env)).toMatchObject({ status: 0 })
  const { stdout, status } = await at.run(['--restore', '--from', backups, '--list'], clock.env)
  expect([status, stdout]).toEqual([0, expect.stringContaining('密钥已封存在内')])
}

test('people work while the clock goes back one hour: all goes on, nothing twice', { timeout: 400_000 }, async () => {
  ;({ token } = at)
  await at.runJob('归档数据库日志与文件')
  cost = (await ask('/api/cost/add', { name: '维修' })).id
  await receive()
  moment = thereNow() + 1
  await expect.poll(thereNow, { interval: 50 }).toBeGreaterThan(moment + 1)
  await receive()
  await at.runJob('归档数据库日志与文件')
  // The hour's and the night's, of its first start, are over.
  const open = () => storeAsk(`select from job where state in ('queued', 'running')`)
  await expect.poll(async () => (await open()).length, { timeout: 60_000, interval: 20 }).toBe(0)
  const before = await newestRun()
  await clock.put(-HOUR)
  await holds(before)
  await agrees()
})

test('the clock goes back another hour between a stop and a start', { timeout: 400_000 }, async () => {
  const before = await newestRun()
  await at.stop()
  await clock.put(-2 * HOUR)
  const former = token
  await at.start()
  token = former
  await holds(before)
  await agrees()
})

test('a moment of before is not brought back until the clock has come that far again: it is said how far it goes', async () => {
  await at.stop()
  const { status, stdout } = await at.run(['--restore', '--from', backups, '--at', secondOf(moment)], {
    ...clock.env,
    DATA_DIR: join(at.folder, 'then'),
  })
  expect([status, stdout]).toEqual([1, expect.stringContaining('最晚只能恢复到')])
})
