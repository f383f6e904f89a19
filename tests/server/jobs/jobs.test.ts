import { EventEmitter, once } from 'node:events'
import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { watchJumps } from '../../../server/jobs/clockJump.ts'
import { defineJob, type Every, type JobContext } from '../../../server/jobs/defineJob.ts'
import { lastDue, nextDue } from '../../../server/jobs/due.ts'
import { inOneCommit } from '../../../server/jobs/inOneCommit.ts'
import { addJob } from '../../../server/jobs/queue.ts'
import { provideJobs } from '../../../server/jobs/registry.ts'
import { dateOf } from '../../../src/protocol/dates.ts'
import { adminServer } from '../../help/adminServer.ts'
import { proof } from '../../help/depth.ts'
import { DONE, FAILED, jobNodes } from '../../help/jobNodes.ts'
import { addAccount, tokenOf } from '../../help/store/ground.ts'

const ground = adminServer()
const { call, ask } = ground
const { nodes, declared, start, startQuiet, startDeclared, listed, becomes, rowsOf } = jobNodes(ground)

beforeAll(() => rowsOf('create table effect (key text not null, attempt integer not null)'))
beforeEach(() => rowsOf('delete from effect'))

/** Notes in one commit with its end for which time it ran. */
const noting = ({ own, job }: JobContext) =>
  sql`insert into effect (key, attempt) values (${String(job.due)}, ${job.attempt})`.execute(own.db)

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

test('a node whose DUE_JOBS is off does nothing by itself, and what somebody asks for all the same', async () => {
  const run = async (context: JobContext) => {
    await noting(context)
    return { total: 1, said: '做了' }
  }
  const tick = defineJob({ name: 'tick', label: '每秒一次', every: 1, run })
  const once = defineJob({ name: 'asked', label: '有人要的', run })
  startQuiet(tick, once)
  for (const { name, label } of [tick, once])
    await ground.server.db.transaction().execute((tx) => addJob(tx, { name }, { msg: label, type: 1, params: {}, userId: 1 }))
  const standing = () => rowsOf<{ kind: string; state: string }>('select kind, state from job order by job_id')
  await expect.poll(standing, { timeout: 10_000 }).toEqual([
    { kind: 'tick', state: 'queued' },
    { kind: 'asked', state: 'done' },
  ])
  expect(await rowsOf('select from effect')).toHaveLength(1)
})

test('what is due each minute waits neither for what a day brings nor for what is apart; of those that wait for each other one is done at a time', async () => {
  const gate = new EventEmitter()
  const running = new Set<string>()
  const met: string[][] = []
  const long = (name: string, every: Every, apart?: string) =>
    defineJob({
      ...{ name, label: name, every, once: () => 'once', ...(apart === undefined ? {} : { apart }) },
      run: async ({ signal }) => {
        running.add(name)
        met.push([...running].toSorted())
        await Promise.race([once(gate, 'open'), once(signal, 'abort')])
        running.delete(name)
        return { total: 1, said: '办完了' }
      },
    })
  const beside: number[] = []
  const run = async () => {
    beside.push(running.size)
    return { total: 1, said: '' }
  }
  start(
    defineJob({ name: 'tick', label: '每秒一次', every: 1, run }),
    ...[long('night', '00:00'), long('hourly', 3600), long('copy', '00:00', 'long'), long('drill', '00:00', 'long')],
  )
  await expect.poll(() => beside, { timeout: 10_000 }).toContain(2)
  const seen = () => new Set(met.flat()).size
  await expect.poll(() => gate.emit('open') && seen(), { timeout: 10_000 }).toBe(4)
  gate.emit('open')
  for (const pair of [
    ['hourly', 'night'],
    ['copy', 'drill'],
  ])
    expect(met.filter((names) => pair.every((name) => names.includes(name)))).toEqual([])
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

proof(
  'a clock that was put back: what is due each few seconds goes on at once, an hour’s waits for the next, a day’s is not done again',
  async () => {
    const now = Math.floor(Date.now() / 1000)
    const seen: string[] = []
    const noted = (name: string, label: string, every: Every) =>
      defineJob({
        name,
        label,
        every,
        run: async () => {
          seen.push(name)
          return { total: 1, said: '办了' }
        },
      })
    const back = [noted('each_two', '每两秒', 2), noted('hourly', '每小时', 3600), noted('nightly', '每晚', '00:00')]
    // As a node left them whose clock was an hour ahead: each has done the next that is to come, the quick one all of that hour.
    const doneAt = (name: string, due: number, last = due) =>
      rowsOf(`insert into job (kind, msg, params, state, once, due_at, total)
      select '${name}', '办过', '{}', 'done', due::text, due, 1 from generate_series(${due}::bigint, ${last}, 2) due`)
    await doneAt('hourly', nextDue(3600, now))
    await doneAt('nightly', nextDue('00:00', now))
    await doneAt('each_two', nextDue(2, now), now + 3600)
    start(...back)
    await expect.poll(() => seen.filter((name) => name === 'each_two').length, { timeout: 20_000 }).toBeGreaterThan(1)
    expect(new Set(seen)).toEqual(new Set(['each_two']))
  },
)

test('what was missed is made up for in the order in which it was due, whatever is declared first', async () => {
  const now = Math.floor(Date.now() / 1000)
  const seen: string[] = []
  const hoursAgo = (hours: number) => {
    const name = `missed_${hours}`
    const every = new Date((now - hours * 3600) * 1000 + 8 * 3_600_000).toISOString().slice(11, 16) as Every
    return defineJob({ name, label: `${hours} 小时以前的`, every, run: async () => ({ total: seen.push(name), said: '补了' }) })
  }
  start(hoursAgo(1), hoursAgo(20), hoursAgo(3))
  await expect.poll(() => seen, { timeout: 10_000 }).toEqual(['missed_20', 'missed_3', 'missed_1'])
})

test('where the clock has jumped, ahead or back, nothing is done by itself until it is right again or somebody says that it is', async () => {
  const label = '看时钟有没有跳'
  let ticks = 0
  const tick = defineJob({ name: 'tick', label: '每秒一次', every: 1, run: async () => ({ total: ++ticks, said: '办了' }) })
  /** Nodes that start, the last run being so many days from now. */
  const startFrom = async (days: number): Promise<void> => {
    await Promise.all(nodes.splice(0).map((node) => node.stop()))
    ticks = 0
    await rowsOf(`delete from job where kind = 'watch_clock' and state = 'failed'`)
    await rowsOf(`update job set finished_at = epoch_now() + ${days * 86_400} where kind = 'watch_clock' and state = 'done'`)
    start(tick)
    startDeclared('watch_clock')
  }
  const goesOn = () => expect.poll(() => ticks, { timeout: 10_000 }).toBeGreaterThan(0)
  startDeclared('watch_clock')
  await becomes(label, { state: DONE })
  await startFrom(-39)
  await goesOn()
  await startFrom(-41)
  await becomes(label, { state: FAILED, error: expect.stringMatching(/^离上次运行 41 天，定时任务都停着：现在是 .{16,}。/) })
  expect(ticks).toBe(0)
  await rowsOf(`insert into job (kind, msg, params, state, finished_at) values ('watch_clock', '${label}', '{}', 'done', epoch_now())`)
  await goesOn()
  await startFrom(2)
  await becomes(label, { state: FAILED, error: expect.stringMatching(/^比上次运行早了 2 天，定时任务都停着/) })
  // Nor by what clears old runs away.
  await rowsOf(`delete from job where kind = 'watch_clock' and state = 'done'`)
  expect(await watchJumps(ground.server.db)(Math.floor(Date.now() / 1000))).toBe(false)
  expect(ticks).toBe(0)
  const { job_kind_id } = (await listed('job_kind')).find((row: { label: string }) => row.label === label)
  await ask('/api/job_kind/run', { job_kind_id })
  await goesOn()
  await becomes(label, { state: DONE, done: '时钟正常' })
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
