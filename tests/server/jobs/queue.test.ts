import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { writeXlsx } from '../../../server/exports/writeXlsx.ts'
import { downloadFolder } from '../../../server/files/downloads.ts'
import { defineJob, type JobContext, type RunJob } from '../../../server/jobs/defineJob.ts'
import { addJob, cancelJob, giveTryBack } from '../../../server/jobs/queue.ts'
import { type Jobs, startJobs } from '../../../server/jobs/startJobs.ts'
import { openOwn } from '../../../server/store/connection/ownConnection.ts'
import { readSealer } from '../../../server/store/sealing/sealer.ts'
import { CallError } from '../../../src/core/errors.ts'
import { ended, recordOf, startTestJobs, xlsxRows } from '../../help/exports.ts'
import { fillGround, tokenOf } from '../../help/store/ground.ts'
import { storeProxy } from '../../help/store/storeProxy.ts'
import { startTestServer, type TestServer } from '../../help/testServer.ts'

let server: TestServer
const nodes: Jobs[] = []

beforeAll(async () => {
  server = await startTestServer()
})
afterEach(async () => {
  await Promise.all(nodes.splice(0).map((node) => node.stop()))
  await sql`delete from job`.execute(server.db)
})
afterAll(() => server.close())

const quiet = { info: () => {}, warn: () => {}, error: () => {} }
const node = (kinds: Record<string, RunJob>, atOnce = 1): Jobs => {
  const { db, open, config } = server
  const jobs = Object.entries(kinds).map(([name, run]) => defineJob({ name, label: name, run }))
  const made = startJobs({ db, open, config, atOnce, beatMs: 20, log: quiet }, jobs)
  nodes.push(made)
  return made
}
const add = (kind: string): Promise<number> =>
  server.db.transaction().execute((tx) => addJob(tx, { name: kind }, { msg: kind, type: 1, params: {}, userId: 1 }))
const jobOf = async (id: number): Promise<Record<string, unknown>> =>
  (await sql<Record<string, unknown>>`select * from job where job_id = ${id}`.execute(server.db)).rows[0] ?? {}
const becomes = (id: number, state: string) =>
  expect.poll(async () => (await jobOf(id)).state, { timeout: 20_000, interval: 10 }).toBe(state)

/** Works until it is told to stop. */
const endless =
  (seen: JobContext[]): RunJob =>
  async (context) => {
    seen.push(context)
    context.tell(3, 10)
    if (!context.signal.aborted) await once(context.signal, 'abort')
    throw new Error('aborted')
  }

test('of many nodes one does each job, and once', async () => {
  const done: number[] = []
  const work: RunJob = async ({ job }) => {
    done.push(job.job_id)
    return { total: 1, result: { by: job.job_id }, said: '' }
  }
  const ids: number[] = []
  for (let n = 0; n < 20; n++) ids.push(await add('work'))
  for (let n = 0; n < 4; n++) node({ work }, 2)
  for (const id of ids) await becomes(id, 'done')
  expect(done.toSorted((a, b) => a - b)).toEqual(ids)
})

test('a running job tells its progress, and a cancelled one stops', async () => {
  const seen: JobContext[] = []
  node({ endless: endless(seen) })
  const id = await add('endless')
  await expect.poll(async () => (await jobOf(id)).progress, { interval: 10, timeout: 10_000 }).toBe(3)
  expect(await jobOf(id)).toMatchObject({ state: 'running', total: 10 })
  expect(await server.db.transaction().execute((tx) => cancelJob(tx, id, 2))).toBe(false)
  expect(await server.db.transaction().execute((tx) => cancelJob(tx, id, 1))).toBe(true)
  await expect.poll(() => seen[0]?.signal.aborted).toBe(true)
  await nodes[0]?.stop()
  expect(await jobOf(id)).toMatchObject({ state: 'cancelled', result: null, error: null })
})

test('a node that stops hands its job back, and another goes on at once', async () => {
  const seen: JobContext[] = []
  const first = node({ work: endless(seen) })
  const id = await add('work')
  await expect.poll(() => seen.length).toBe(1)
  await first.stop()
  expect(await jobOf(id)).toMatchObject({ state: 'queued', attempt: 1, tries_left: 3 })
  node({ work: async () => ({ total: 2, result: 'second', said: '' }) })
  await becomes(id, 'done')
  expect(await jobOf(id)).toMatchObject({ attempt: 2, result: 'second', total: 2 })
})

test('a connection that breaks loses the job to another taker, and what the first still writes counts for nothing', async () => {
  const seen: JobContext[] = []
  const second = new AbortController()
  const work: RunJob = async (context) => {
    const turn = seen.push(context)
    if (turn === 1) {
      context.own.cut()
      await expect.poll(() => seen.length, { timeout: 10_000, interval: 10 }).toBe(2)
    } else await once(AbortSignal.any([second.signal, context.signal]), 'abort')
    return { total: turn, result: `turn ${turn}`, said: '' }
  }
  const first = node({ work })
  const id = await add('work')
  await expect.poll(() => seen.length, { timeout: 10_000, interval: 10 }).toBe(1)
  node({ work })
  await first.stop()
  expect(await jobOf(id)).toMatchObject({ state: 'running', attempt: 2, result: null })
  second.abort()
  await becomes(id, 'done')
  expect(await jobOf(id)).toMatchObject({ attempt: 2, result: 'turn 2', total: 2 })
})

test('a refusal is told, a fault is tried three times and then told by a number', async () => {
  let tries = 0
  node({
    refused: async () => {
      throw new CallError(403, '没有权限')
    },
    broken: async () => {
      tries++
      throw new Error('disk on fire')
    },
  })
  const [refused, broken] = [await add('refused'), await add('broken')]
  await becomes(refused, 'failed')
  await becomes(broken, 'failed')
  expect(await jobOf(refused)).toMatchObject({ error: '没有权限', attempt: 1 })
  expect((await jobOf(broken)).error).toMatch(/^系统繁忙，请稍后再试（编号 [0-9a-f]{8}）$/)
  expect(tries).toBe(3)
})

test('a large export is cancelled while it runs: its COPY ends and no file stays', async () => {
  const ground = await fillGround(server)
  await server.db.transaction().execute(async (tx) => {
    // They are only read: what else keeps books of each flow would take ten seconds.
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`
      insert into flow (sn, type, price, custom_name, "from", from_id, way, deal_time, start_date, end_date)
      select 'SJ' || n, 1, n, '王' || n, 2, ${ground.cost}, 3, 1760000000 + n, '2026-01-01', '2026-01-31' from generate_series(1, 40000) n
    `.execute(tx)
  })
  const admin = await tokenOf(server)
  nodes.push(startTestJobs(server))
  const { data } = await server.call('/api/flow/export', { format: 1 }, admin)
  await expect.poll(async () => (await recordOf(server, admin, data.id)).progress, { interval: 20, timeout: 30_000 }).toBeGreaterThan(1000)
  expect(readdirSync(downloadFolder(server.config.dataDir))).toEqual([`${data.id}-1.xlsx.part`])
  expect(await server.call('/api/message/cancel', { id: data.id }, admin)).toMatchObject({ code: 200 })
  await expect.poll(() => readdirSync(downloadFolder(server.config.dataDir)), { timeout: 10_000 }).toEqual([])
  const copies = () =>
    sql<{ n: number }>`select count(*) as n from pg_stat_activity where datname = current_database() and application_name = 'anju job'`
      .execute(server.db)
      .then(({ rows }) => rows[0]?.n)
  await expect.poll(copies, { timeout: 10_000 }).toBe(0)
  expect(await ended(server, admin, data.id)).toMatchObject({ state: 'cancelled', handle: '' })
})

test('rows beyond a sheet go on in the next, under the head again', async () => {
  const own = await server.open()
  const path = join(downloadFolder(server.config.dataDir), 'split.xlsx')
  await mkdir(downloadFolder(server.config.dataDir), { recursive: true })
  const signal = new AbortController().signal
  const columns = [
    { head: '号', kind: 'number', width: 70 },
    { head: '名', kind: 'text', width: 70 },
  ] as const
  const rows = sql`select n, 'a<&>"' || n || E'\\u0001' from generate_series(1, 25) n`
  const count = sql<{ n: number }>`select 25 as n`
  await writeXlsx({ label: '表/名', columns, rows, count, total: 25, copy: own.copy, tell: () => {}, signal }, path, 11)
  own.cut()
  const bytes = await readFile(path)
  const sheets = await Promise.all([1, 2, 3].map((sheet) => xlsxRows(bytes, sheet)))
  expect(sheets.map((sheet) => sheet[0])).toEqual([columns, columns, columns].map((all) => all.map(({ head }) => head)))
  expect(sheets.map((sheet) => sheet.length)).toEqual([11, 11, 6])
  expect(sheets[2]?.at(-1)).toEqual([25, 'a<&>"25'])
})

test('however often the store goes away under a job, it loses none of its tries by it', async () => {
  let taken = 0
  const interrupted: RunJob = async ({ own }) => {
    if (++taken <= 4) await sql`select pg_terminate_backend(pg_backend_pid())`.execute(own.db)
    return { total: 1, said: '' }
  }
  const id = await add('interrupted')
  node({ interrupted })
  await becomes(id, 'done')
  expect(await jobOf(id)).toMatchObject({ attempt: 5, tries_left: 2, error: null })
})

test('what a job talks to otherwise may break as the store does: that is a try', async () => {
  const job: RunJob = async () => {
    throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', syscall: 'connect' })
  }
  const id = await add('elsewhere')
  node({ elsewhere: job })
  await becomes(id, 'failed')
  expect(await jobOf(id)).toMatchObject({ attempt: 3, tries_left: 0 })
})

test('a try is given back to whoever has the job by now, and to one that was ended for want of it; what has ended otherwise stays', async () => {
  const taking = { kind: 'x', params: {}, created_by: 1, due: 0, attempt: 1 }
  const standing = async (change: string): Promise<object> => {
    const id = await add('nobody')
    await sql.raw(`update job set ${change} where job_id = ${id}`).execute(server.db)
    await giveTryBack(server.db, { ...taking, job_id: id })
    const { state, tries_left } = await jobOf(id)
    return { state, tries_left }
  }
  expect(await standing("state = 'running', attempt = 1, tries_left = 2")).toEqual({ state: 'queued', tries_left: 3 })
  expect(await standing("state = 'running', attempt = 2, tries_left = 1")).toEqual({ state: 'running', tries_left: 2 })
  expect(await standing("state = 'failed', attempt = 1, tries_left = 0")).toEqual({ state: 'queued', tries_left: 1 })
  expect(await standing("state = 'queued', attempt = 1, tries_left = 3")).toEqual({ state: 'queued', tries_left: 3 })
  expect(await standing("state = 'cancelled', attempt = 1, tries_left = 2")).toEqual({ state: 'cancelled', tries_left: 2 })
})

test('a store that went away as a job was being taken, so that nobody heard that it was, costs it no try', async () => {
  const { db, config, connection } = server
  const line = await storeProxy(() => connection)
  const sealer = await readSealer(config)
  let done = 0
  const work: RunJob = async () => ({ total: ++done, said: '' })
  const id = await add('unheard')
  const taken = line.loseCommitOf("update job set state = 'running'")
  const made = startJobs({ db, open: () => openOwn(line.connection(), sealer), config, atOnce: 1, beatMs: 20, log: quiet }, [
    defineJob({ name: 'unheard', label: 'unheard', run: work }),
  ])
  nodes.push(made)
  await taken
  await becomes(id, 'done')
  expect(await jobOf(id)).toMatchObject({ attempt: 2, tries_left: 2, error: null })
  expect(done).toBe(1)
  await made.stop()
  await line.close()
})

test('a job that another has taken meanwhile, as the store had lost who held it, loses no try by it', async () => {
  const seen: JobContext[] = []
  const first = node({ held: endless(seen) })
  const id = await add('held')
  await expect.poll(() => seen.length).toBe(1)
  // By a node that knows another kind: this one does not take it again.
  await sql`update job set kind = 'elsewhere', attempt = 2, tries_left = 1 where job_id = ${id}`.execute(server.db)
  await expect.poll(() => seen[0]?.signal.aborted).toBe(true)
  await expect.poll(async () => (await jobOf(id)).tries_left).toBe(2)
  await first.stop()
})
