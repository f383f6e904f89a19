import { once } from 'node:events'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { cleanUp } from '../../../server/domain/system/cleanUp.ts'
import { defineJob, type JobContext, type JobSpec } from '../../../server/jobs/defineJob.ts'
import { everyInWords, lastDue, nextDue } from '../../../server/jobs/due.ts'
import { inOneCommit } from '../../../server/jobs/inOneCommit.ts'
import { addJob } from '../../../server/jobs/queue.ts'
import { jobsByName, provideJobs } from '../../../server/jobs/registry.ts'
import { type Jobs, startJobs } from '../../../server/jobs/startJobs.ts'
import { inTransaction } from '../../../server/store/connection/transaction.ts'
import { dateOf, secondsOf } from '../../../src/protocol/dates.ts'
import { adminServer } from '../../help/adminServer.ts'
import { csvRows, exported, startTestJobs } from '../../help/exports.ts'
import { addAccount, tokenOf } from '../../help/store/ground.ts'

const ground = adminServer()
const { call, ask } = ground
const nodes: Jobs[] = []
const declared = [...jobsByName().values()]

const rowsOf = async <T = Record<string, unknown>>(text: string): Promise<T[]> => (await sql.raw<T>(text).execute(ground.server.db)).rows
const log = { info: () => {}, warn: () => {}, error: () => {} }
/** Starts a node that knows these jobs; the page knows them too. */
const start = (...jobs: JobSpec[]): Jobs => {
  provideJobs([...declared, ...jobs])
  const { db, open, config } = ground.server
  const node = startJobs({ db, open, config, atOnce: 2, beatMs: 20, log }, jobs)
  nodes.push(node)
  return node
}
const listed = async (name: 'job_kind' | 'job_run', params = {}) => (await call(`/api/${name}/index`, { page: 1, ...params })).data.list
/** The page's line of a job, once it is as expected. */
const becomes = (label: string, expected: object) =>
  expect
    .poll(async () => (await listed('job_kind')).find((row: { label: string }) => row.label === label), { timeout: 10_000 })
    .toMatchObject(expected)
const FAILED = 4
const DONE = 3

beforeAll(() => rowsOf('create table effect (key text not null, attempt integer not null)'))
beforeEach(() => rowsOf('delete from effect; delete from job; delete from job_kind'))
afterEach(async () => {
  await Promise.all(nodes.splice(0).map((node) => node.stop()))
  provideJobs(declared)
})

/** Notes in one commit with its end for which time it ran. */
const noting = ({ own, job }: JobContext) =>
  sql`insert into effect (key, attempt) values (${String(job.due)}, ${job.attempt})`.execute(own.db)

describe('when a job is due', () => {
  const every = fc.oneof(
    fc.integer({ min: 1, max: 100_000 }),
    fc
      .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
      .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':') as `${number}:${number}`),
  )
  const now = fc.integer({ min: 1_700_000_000, max: 2_000_000_000 })

  test('the last time is past or now, the next to come, and nothing lies between', () => {
    fc.assert(
      fc.property(every, now, (one, at) => {
        const [last, next] = [lastDue(one, at), nextDue(one, at)]
        expect(last <= at && at < next).toBe(true)
        expect(lastDue(one, next - 1)).toBe(last)
        expect(lastDue(one, next)).toBe(next)
      }),
    )
  })
  test('a time of day is that of Shanghai, in words', () => {
    const at = (text: string) => secondsOf(text) ?? 0
    expect(lastDue('03:10', at('2026-11-23 03:09'))).toBe(at('2026-11-22 03:10'))
    expect(lastDue('03:10', at('2026-11-23 03:10'))).toBe(at('2026-11-23 03:10'))
    expect(['03:10', 3600, 7200, 60, 300, 90, null].map((one) => everyInWords(one as number))).toEqual([
      '每天 03:10',
      '每小时',
      '每 2 小时',
      '每分钟',
      '每 5 分钟',
      '每 90 秒',
      '有人发起时',
    ])
  })
  test('what is neither a time of day nor a number of seconds is refused at start, and so are two of one name', () => {
    const make = (wrong: object) => () => defineJob({ name: 'a', label: 'a', run: async () => ({ total: 0, said: '' }), ...wrong })
    for (const wrong of [{ every: '24:00' }, { every: 0 }, { every: 1.5 }, { name: 'A b' }]) expect(make(wrong)).toThrow('任务')
    expect(() => provideJobs([make({})(), make({})()])).toThrow('任务 a 声明了两次')
  })
})

test('two nodes started at once do each time that is due exactly once, also where one loses its connection in the middle', async () => {
  let cut = 0
  const tick = defineJob({
    name: 'tick',
    label: '每秒一次',
    every: 1,
    run: (context) =>
      inOneCommit(context, async () => {
        await noting(context)
        if (context.job.attempt === 1 && cut < 2) {
          cut++
          context.own.cut()
        }
        return { total: 1, said: `第 ${context.job.attempt} 次` }
      }),
  })
  start(tick)
  start(tick)
  await expect.poll(() => rowsOf('select from effect').then((rows) => rows.length), { timeout: 20_000 }).toBeGreaterThan(4)
  await Promise.all(nodes.splice(0).map((node) => node.stop()))
  const effects = await rowsOf<{ key: string; attempt: number }>('select key, attempt from effect')
  const done = await rowsOf(`select once as key, attempt from job where state = 'done'`)
  expect(cut).toBe(2)
  expect(effects.some(({ attempt }) => attempt > 1)).toBe(true)
  expect(new Set(effects.map(({ key }) => key)).size).toBe(effects.length)
  expect(effects.map(({ key }) => key).sort()).toEqual(done.map(({ key }) => key).sort())
})

test('a time of day that was missed is made up for; an hour that is moved does not bring what was done that day again', async () => {
  let hour = '00:00'
  const seen: number[] = []
  const daily = defineJob({
    name: 'daily',
    label: '每日一次',
    every: async () => hour as `${number}:${number}`,
    once: ({ now }) => dateOf(now),
    async run({ job }) {
      seen.push(job.due)
      return { total: 1, said: '办了' }
    },
  })
  const first = start(daily)
  await becomes('每日一次', { every: '每天 00:00', state: DONE, done: '办了', is_periodic: 1 })
  await first.stop()
  const now = Math.floor(Date.now() / 1000)
  expect(seen).toEqual([lastDue('00:00', now)])
  hour = '00:01'
  const second = start(daily)
  await becomes('每日一次', { every: '每天 00:01', next_at: nextDue('00:01', now) })
  await second.stop()
  expect(seen).toHaveLength(1)
})

test('a job that throws is told and tried again after a while, and what failed stands on the page, from where it is run again', async () => {
  let works = false
  const tries: number[] = []
  const frail = defineJob({
    name: 'frail',
    label: '不稳的任务',
    every: 86_400,
    async run() {
      tries.push(Date.now())
      if (!works) throw new Error('disk on fire')
      return { total: 2, said: '办了 2 件' }
    },
  })
  start(frail)
  await becomes('不稳的任务', { state: 1, error: expect.stringMatching(/^系统繁忙，请稍后再试（编号 [0-9a-f]{8}）$/) })
  await becomes('不稳的任务', { state: FAILED, error: expect.stringMatching(/编号/) })
  expect(tries).toHaveLength(3)
  const [first = 0, second = 0, third = 0] = tries
  expect([second - first >= 100, third - second >= 600]).toEqual([true, true])
  const [run] = await listed('job_run', { state: [FAILED] })
  expect(run).toMatchObject({ msg: '不稳的任务', may_run: 1, attempt: 3, created_by: null })

  const clerk = await tokenOf(ground.server, await addAccount(ground.server, 'jobless', ['/api/job_run/index']))
  expect(await ask('/api/job_run/again', { job_id: run.job_id }, clerk)).toMatchObject({ code: 403, msg: '没有权限：再次运行' })
  works = true
  expect(await ask('/api/job_run/again', { job_id: run.job_id })).toMatchObject({ code: 200 })
  await becomes('不稳的任务', { state: DONE, error: null, done: '办了 2 件' })
  expect(await rowsOf('select from job')).toHaveLength(1)
  const [logged] = (await call('/api/operation_log/index', { resource: 'job_run', page: 1 })).data.list
  expect(logged).toMatchObject({ label: '再次运行', record_title: '不稳的任务', created_by: 1 })

  // What is done is done once more, beside the run of its time.
  expect(await ask('/api/job_run/again', { job_id: run.job_id })).toMatchObject({ code: 200 })
  await expect.poll(() => rowsOf(`select from job where state = 'done'`).then((rows) => rows.length), { timeout: 10_000 }).toBe(2)
  expect(await rowsOf('select created_by, due_at is null as by_hand from job order by job_id')).toEqual([
    { created_by: null, by_hand: false },
    { created_by: 1, by_hand: true },
  ])
})

test('who may cancels what runs, whoever asked for it; neither what has ended nor what nobody declares is run again', async () => {
  const seen: JobContext[] = []
  const endless = defineJob({
    name: 'endless',
    label: '没完没了',
    every: 86_400,
    async run(context) {
      seen.push(context)
      context.tell(3, 10)
      if (!context.signal.aborted) await once(context.signal, 'abort')
      throw new Error('aborted')
    },
  })
  start(endless)
  await expect.poll(async () => (await listed('job_run'))[0]?.progress, { timeout: 10_000 }).toBe('3 / 10')
  const [{ job_id }] = await listed('job_run')
  const [{ job_kind_id }] = await listed('job_kind')
  expect(await ask('/api/job_kind/run', { job_kind_id })).toMatchObject({ code: 409, msg: '这项任务正在排队或运行，请等它结束' })
  expect(await ask('/api/job_run/again', { job_id })).toMatchObject({ code: 409 })
  const clerk = await tokenOf(ground.server, await addAccount(ground.server, 'idler', ['/api/job_run/again']))
  expect(await ask('/api/job_run/cancel', { job_id }, clerk)).toMatchObject({ code: 403, msg: '没有权限：取消' })
  expect(await ask('/api/job_run/cancel', { job_id })).toMatchObject({ code: 200 })
  await expect.poll(() => seen[0]?.signal.aborted).toBe(true)
  await becomes('没完没了', { state: 5, error: null })
  expect(await ask('/api/job_run/cancel', { job_id })).toMatchObject({ code: 409, msg: '该任务已经结束' })
  await nodes.pop()?.stop()
  provideJobs(declared)
  expect(await ask('/api/job_run/again', { job_id })).toMatchObject({ code: 409, msg: '此版本没有这项任务' })
})

test('a request with a key that was asked for before is the same job', async () => {
  const keyed = { name: 'keyed', once: ({ params }: { params: Readonly<Record<string, unknown>> }) => String(params.of) }
  const add = (of: number) =>
    ground.server.db.transaction().execute((tx) => addJob(tx, keyed, { msg: '', type: 1, params: { of }, userId: 1 }))
  const [first, second, third] = [await add(7), await add(7), await add(8)]
  expect(second).toBe(first)
  expect(third).not.toBe(first)
})

test('what a job writes stands in 操作日志 as done by the system, whether in a transaction of its own or not; nobody’s is not there', async () => {
  const kind = ground.ground.kind[1]
  const rename = (name: string) => sql`update kind set name = ${name} where id = ${kind}`
  const writing = defineJob({
    name: 'writing',
    label: '改名',
    every: 86_400,
    async run(context) {
      await rename('甲').execute(context.own.db)
      await inTransaction(context.own.db, null, (tx) => rename('乙').execute(tx))
      return inOneCommit(context, async (tx) => {
        await rename('丙').execute(tx)
        return { total: 1, said: '改了' }
      })
    },
  })
  start(writing)
  await becomes('改名', { state: DONE })
  const { list } = (await call('/api/operation_log/index', { resource: 'kind', record_id: kind, page: 1 })).data
  const told = list.map(({ created_by, label, path, changes }: Record<string, unknown>) => [
    created_by,
    label,
    path,
    (changes as { after: string }[])[0]?.after,
  ])
  expect(told).toEqual([
    [null, '改名', 'job:writing', '丙'],
    [null, '改名', 'job:writing', '甲'],
  ])
  nodes.push(startTestJobs(ground.server))
  const file = await exported(
    ground.server,
    '/api/operation_log/export',
    { format: 2, columns: 'created_by', record_id: kind, resource: 'kind' },
    ground.admin,
  )
  expect(csvRows(file)).toEqual([['账号'], ['系统'], ['系统']])
})

test('runs that found nothing to do give way to the next; after JOB_DAYS all go but the last of each kind', async () => {
  const idle = defineJob({ name: 'idle', label: '闲', every: 1, run: async () => ({ total: 0, said: '没有变化' }) })
  const node = start(idle)
  const due = () =>
    rowsOf<{ due: number }>("select max(due_at) as due from job where state = 'done'").then(([row]) => Number(row?.due ?? 0))
  await expect.poll(due, { timeout: 10_000 }).toBeGreaterThan(0)
  const began = await due()
  await expect.poll(due, { timeout: 10_000 }).toBeGreaterThan(began + 1)
  await node.stop()
  expect((await rowsOf('select from job')).length).toBeLessThanOrEqual(2)
  await rowsOf('delete from job')
  // What other tests have left: files of exports that no run names any more.
  await cleanUp(ground.server.db, ground.server.config)
  await rowsOf(`
    insert into job (kind, msg, params, state, finished_at)
    select kind, '', '{}', 'done', epoch_now() - days * 86400 from (values ('a', 40), ('a', 31), ('a', 29), ('b', 90), ('b', 80)) v (kind, days)`)
  expect(await cleanUp(ground.server.db, ground.server.config)).toBe(3)
  expect(await rowsOf('select kind, (epoch_now() - finished_at) / 86400 as days from job order by job_id')).toEqual([
    { kind: 'a', days: 29 },
    { kind: 'b', days: 80 },
  ])
})

test('every declared job stands on the page with when it is due, and has been looked for by a node', async () => {
  const { db, open, config } = ground.server
  nodes.push(startJobs({ db, open, config, atOnce: 1, beatMs: 20, log }, declared))
  await expect.poll(async () => (await listed('job_kind', { page_rows: 50 })).length).toBe(declared.length)
  const rows: { name: string; every: string | null; is_periodic: number }[] = await listed('job_kind', { page_rows: 50 })
  expect(
    rows
      .filter(({ is_periodic }) => is_periodic === 0)
      .map(({ name }) => name)
      .sort(),
  ).toEqual(['export', 'import', 'print'])
  expect(rows.find(({ name }) => name === 'remind')?.every).toBe('每天 08:00')
  for (const { name, every } of declared.filter((one) => one.every)) {
    expect([name, every === undefined]).toEqual([name, false])
    await expect
      .poll(async () => (await rowsOf(`select state from job where kind = '${name}'`))[0], { timeout: 20_000 })
      .toEqual({ state: 'done' })
  }
})
