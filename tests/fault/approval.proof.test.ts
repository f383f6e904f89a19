import { once } from 'node:events'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { callsAt } from '../help/calls.ts'
import { PASSWORD, type RealServer } from '../help/realServer.ts'
import { cluster } from '../help/store/cluster.ts'
import { storeProxy } from '../help/store/storeProxy.ts'
import { type Answer, md5 } from '../help/testServer.ts'

type Params = Record<string, unknown>

const { connection, killStore, startNode } = cluster('approval')
let first: RealServer
let second: RealServer
let client: pg.Client
/** Holds what the action needs, so that the last decision stands still in the midst of its transaction. */
let holder: pg.Client
const tokens: Record<'admin' | 'ann' | 'bob', string> = { admin: '', ann: '', bob: '' }
let bob = 0
let serial = 0
let item = 0
let lastFlow = 0

const connect = async (): Promise<pg.Client> => {
  const one = new pg.Client(connection())
  one.on('error', () => {})
  await one.connect()
  return one
}
const call = ({ url }: RealServer, path: string, params: Params, who: keyof typeof tokens): Promise<Answer> =>
  callsAt(url).call(path, { request_id: `approval-${++serial}`.padEnd(16, '-'), ...params }, tokens[who])
const ok = async (path: string, params: Params, who: keyof typeof tokens = 'admin'): Promise<Answer['data']> => {
  const answer = await call(second, path, params, who)
  expect([path, answer.code, answer.msg]).toEqual([path, 200, ''])
  return answer.data
}
/** A press of 同意; null where the node was gone before it answered. */
const agree = (node: RealServer, audit_id: number, request_id: string): Promise<Answer | null> =>
  call(node, '/api/my_audit/agree', { audit_id, opinion: '属实', request_id }, 'bob').catch(() => null)
const submit = async (): Promise<number> => {
  const money = { type: 2, price: 80_000, custom_name: '万达维修', from: 2, from_id: item, way: 3 }
  const days = { start_date: '2026-11-01', end_date: '2026-11-30' }
  return (await ok('/api/flow/add', { ...money, ...days }, 'ann')).audit_ids[0]
}
const setSteps = async (more: Params): Promise<void> => {
  const { values, version } = await ok('/api/checkSetting/detail', {})
  await ok('/api/checkSetting/save', { ...values, expense: [{ way: 1, who: 2, user_id: bob, ...more }], version: version ?? 0 })
}

const hold = () => holder.query('begin; lock table flow in share row exclusive mode')
const release = () => holder.query('rollback')
/** How many nodes' connections wait for what is held. */
const waiting = async (): Promise<number> => {
  const { rows } = await client.query(
    `select count(*)::integer as n from pg_stat_activity where application_name like 'anju%' and wait_event_type = 'Lock'`,
  )
  return rows[0].n
}
const comes = (n: number): Promise<void> => expect.poll(waiting, { interval: 20, timeout: 20_000 }).toBe(n)
const kill = async ({ child }: RealServer): Promise<void> => {
  child.kill('SIGKILL')
  if (child.signalCode === null) await once(child, 'exit')
}

const WAITS = { status: 1, asked: 1, flows: 0, deeds: [1] }
const DONE = { status: 2, asked: 0, flows: 1, deeds: [1, 2, 12] }
/** Where a submission stands, and what came of it: one is never there without the other. */
const stateOf = async (audit_id: number) => {
  const { rows } = await client.query(
    `select status, cardinality(asked_ids) as asked, (select count(*)::integer from flow where flow_id > $2) as flows,
       array(select deed::integer from audit_event e where e.audit_id = a.audit_id order by event_id) as deeds
     from audit a where audit_id = $1`,
    [audit_id, lastFlow],
  )
  return rows[0]
}

beforeAll(async () => {
  ;[first, second] = await Promise.all([startNode(), startNode()])
  ;[client, holder] = await Promise.all([connect(), connect()])
  tokens.admin = await callsAt(second.url).logIn('admin')
  item = (await ok('/api/cost/add', { name: '维修' })).id
  await ok('/api/project/add', { name: '浦东一期' })
  for (const name of ['ann', 'bob'] as const) {
    const rights = { permission: ['/api/flow/add', '/api/flow/index'], access: ['audit', 'flow', 'finance'] }
    const { role_id } = await ok('/api/role/add', { name, ...rights })
    const { user_id } = await ok('/api/admin/add', { user_name: name, name, role_id, reach: 1, password: md5(PASSWORD) })
    if (name === 'bob') bob = user_id
    tokens[name] = await callsAt(second.url).logIn(name)
  }
})
afterAll(() => Promise.all([client.end(), holder.end()].map((end) => end.catch(() => {}))))
beforeEach(async () => {
  lastFlow = (await client.query('select coalesce(max(flow_id), 0) as last from flow')).rows[0].last
})
afterEach(() => holder.query('rollback').catch(() => {}))

test('kill -9 of the node in the last 同意: it waits as before, whoever decides sees so, and pressed again twice it is done once', async () => {
  await setSteps({})
  const id = await submit()
  await hold()
  const lost = agree(first, id, 'the-press-of-bob')
  await comes(1)
  await kill(first)
  expect(await lost).toBeNull()
  // The dead node's transaction does not keep the submission from others until its statement's time is over.
  await comes(0)
  expect(await stateOf(id)).toEqual(WAITS)
  expect((await ok('/api/my_audit/index', { part: [1] }, 'bob')).list).toMatchObject([{ audit_id: id, status: 1 }])

  first = await startNode()
  const again = [agree(second, id, 'the-press-of-bob'), agree(first, id, 'the-press-of-bob'), agree(first, id, 'another-of-bob--')]
  await comes(3)
  await release()
  const answers = await Promise.all(again)
  expect(await stateOf(id)).toEqual(DONE)
  const refusal = { code: 409, msg: '现在不由您审批：您已办过，或已转到别的步骤' }
  // Whichever of the two names came first did it; the other is told that it is done.
  const [one, two, other] = answers
  const done = { code: 200, msg: '', data: { count: 1, msg: null } }
  expect([one, two, other]).toMatchObject(other?.code === 200 ? [refusal, refusal, done] : [done, done, refusal])
  expect(await agree(second, id, 'a-later-of-bob--')).toMatchObject(refusal)
  expect((await ok('/api/my_audit/index', { part: [3] }, 'bob')).list).toMatchObject([{ audit_id: id, status: 2 }])
})

test('the PostgreSQL killed in the last 同意: it waits as before, and the same press is then done once', async () => {
  await setSteps({})
  const id = await submit()
  await hold()
  const lost = agree(second, id, 'press-on-no-store')
  await comes(1)
  killStore()
  expect(await lost).toMatchObject({ code: 500, msg: expect.stringMatching(/^数据库正在恢复，请稍后再试/) })
  for (const node of [first, second])
    await expect.poll(async () => (await fetch(`${node.url}/readyz`)).status, { interval: 50, timeout: 30_000 }).toBe(200)
  ;[client, holder] = await Promise.all([connect(), connect()])
  expect(await stateOf(id)).toEqual(WAITS)
  for (const node of [first, second]) expect(await agree(node, id, 'press-on-no-store')).toMatchObject({ code: 200 })
  expect(await stateOf(id)).toEqual(DONE)
})

test('an answer lost after the commit: the same press is answered, another is told that it is done, and it is done once', async () => {
  await setSteps({})
  const line = await storeProxy(connection)
  const third = await startNode(line.url())
  const id = await submit()
  const [answer] = await Promise.all([agree(third, id, 'its-answer-is-lost'), line.loseCommitOf('属实')])
  expect(answer).toMatchObject({ code: 500 })
  expect(await stateOf(id)).toEqual(DONE)
  expect(await agree(second, id, 'its-answer-is-lost')).toMatchObject({ code: 200, data: { count: 1, msg: null } })
  expect(await agree(second, id, 'pressed-once-more')).toMatchObject({ code: 409 })
  expect(await stateOf(id)).toEqual(DONE)
  await third.stop()
  await line.close()
})

test('a deadline that counts as yes, whose node is killed in the midst of it: another takes it, and it is done once', async () => {
  await setSteps({ hours: 1, late: 2 })
  const id = await submit()
  await hold()
  await client.query('update audit set due_at = epoch_now() - 1 where audit_id = $1', [id])
  const runs = async () =>
    (await client.query(`select attempt from job where kind = 'approvals_late' and state = 'running'`)).rows.map(({ attempt }) => attempt)
  // The clock asks for it each minute: here is one more run, beside none.
  const addRun = async () =>
    (
      await client.query(`
        insert into job (kind, msg, params) select 'approvals_late', '审批时限', '{}'
        where not exists (select from job where kind = 'approvals_late' and state in ('queued', 'running'))`)
    ).rowCount
  await second.stop()
  await expect.poll(addRun, { interval: 50, timeout: 20_000 }).toBe(1)
  await comes(1)
  expect(await runs()).toEqual([1])
  second = await startNode()
  await kill(first)
  await expect.poll(runs, { interval: 50, timeout: 30_000 }).toEqual([2])
  await comes(1)
  expect(await stateOf(id)).toEqual(WAITS)
  await release()
  const late = { ...DONE, deeds: [1, 11, 12] }
  await expect.poll(() => stateOf(id), { interval: 50, timeout: 30_000 }).toEqual(late)
  await expect.poll(runs, { interval: 50, timeout: 30_000 }).toEqual([])
  expect(await stateOf(id)).toEqual(late)
  expect(await agree(second, id, 'after-the-deadline')).toMatchObject({ code: 409, msg: expect.stringContaining('现在不由您审批') })
})
