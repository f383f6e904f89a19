import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Call } from '../../server/calls/defineCall.ts'
import { codeCalls } from '../../server/calls/registry.ts'
import { proof } from '../help/depth.ts'
import { addAccount, fillGround, tokenOf } from '../help/store/ground.ts'
import { type Answer, startTestServer, type TestServer } from '../help/testServer.ts'

/** As startTestServer opens it. */
const POOL = 8

let server: TestServer
let admin: string
/** Holds what slow reads wait for. */
let holder: pg.Client

beforeAll(async () => {
  server = await startTestServer()
  await fillGround(server)
  admin = await tokenOf(server)
  holder = new pg.Client(server.connection)
  await holder.connect()
})
afterEach(() => holder.query('rollback'))
afterAll(async () => {
  await holder.end()
  await server.close()
})

const hold = async (table: string): Promise<void> => {
  await holder.query('begin')
  await holder.query(`lock table ${table} in access exclusive mode`)
}
const waiting = async (): Promise<number> =>
  // Not by the holder: within a transaction it would see the same sessions each time.
  (
    await sql<{
      n: number
    }>`select count(*) as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(server.db)
  ).rows[0]?.n ?? 0
const statistics = (): Promise<Answer> => server.call('/api/statistics/housing', {}, admin)
const search = (): Promise<Answer> => server.call('/api/org/list', { region_name: '张杨' }, admin)
const fast = (): Promise<Answer> => server.call('/api/cost/index', { page: 1 }, admin)

test('statistics, the room map and searches for texts that all wait leave the other calls their connections', async () => {
  await hold('org, occupancy')
  const slow = [
    ...Array.from({ length: 12 }, statistics),
    ...Array.from({ length: 12 }, () => server.call('/api/org/map', {}, admin)),
    ...Array.from({ length: 12 }, search),
  ]
  // A fifth of them for what is heavy, two fifths for searches.
  await expect.poll(waiting, { interval: 5, timeout: 10_000 }).toBe(Math.floor(POOL * 0.2) + Math.floor(POOL * 0.4))
  for (let n = 0; n < 20; n++) expect((await fast()).code).toBe(200)
  expect(await waiting()).toBeLessThanOrEqual(4)
  await holder.query('rollback')
  for (const answer of await Promise.all(slow)) expect(answer).toMatchObject({ status: 200, code: 200 })
})

proof('who finds them taken for too long is told to try again, and what takes too long to ask for less', async () => {
  await hold('org, occupancy')
  const answers = [statistics(), statistics(), search()]
  expect(await search()).toMatchObject({
    ...{ status: 200, code: 400, data: { seconds: 15 } },
    msg: '查找超过 15 秒没有完成，已停止：请多输入几个字，或加上其他条件缩小范围',
  })
  const [first, second] = await Promise.all(answers)
  expect([first, second].map((answer) => answer?.code).sort()).toEqual([400, 429])
  const [late, full] = first?.code === 400 ? [first, second] : [second, first]
  expect(late).toMatchObject({ data: { seconds: 30 }, msg: '查询超过 30 秒没有完成，已停止：请缩小日期、项目等范围后再试' })
  expect(full).toMatchObject({ data: { seconds: 5 }, msg: '统计这类较慢的查询正在排队，请稍后再试' })
})

test('a queue that is full says so at once', async () => {
  await hold('org, occupancy')
  const refused: Answer[] = []
  const many = Array.from({ length: 60 }, async () => {
    const answer = await statistics()
    if (answer.code === 429) refused.push(answer)
    return answer.code
  })
  // One runs and fifty wait.
  await expect.poll(() => refused.length, { interval: 5, timeout: 8_000 }).toBe(9)
  expect(refused[0]).toMatchObject({ status: 200, msg: '统计这类较慢的查询正在排队，请稍后再试' })
  await holder.query('rollback')
  expect((await Promise.all(many)).filter((code) => code === 200).length).toBe(51)
})

test('who looks as a role still may not write, and sees the same numbers', async () => {
  await addAccount(server, 'looked-at', ['/api/statistics/housing'])
  const { rows } = await sql<{ role_id: number }>`select role_id from account where user_name = 'looked-at'`.execute(server.db)
  const view = await server.call('/api/role/view', { role_id: rows[0]?.role_id }, admin)
  expect((await server.call('/api/statistics/housing', {}, view.data.token)).code).toBe(200)
})

test('every read of a great part of a table is declared so', () => {
  const weightOf = ({ weight }: Call) => (typeof weight === 'function' ? weight({}) : weight)
  const heavy = [...codeCalls().values()].filter((call) => weightOf(call) === 'heavy').map(({ path }) => path)
  expect(heavy.sort()).toEqual([
    '/api/org/map',
    '/api/statistics/housing',
    '/api/statistics/member',
    '/api/workbench/queue',
    '/api/workbench/vacancies',
  ])
})
