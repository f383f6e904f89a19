import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildServer } from '../../../server/buildServer.ts'
import { kyselyOn, openPool } from '../../../server/store/connection/database.ts'
import { giveSealer, readSealer } from '../../../server/store/sealing/sealer.ts'
import type { ApprovalStep } from '../../../src/core/approval.ts'
import type { Resource } from '../../../src/core/resource.ts'
import { adminServer } from '../../help/adminServer.ts'
import { publishScreen, saveAndPublish } from '../../help/declared/screens.ts'
import { rounds } from '../../help/depth.ts'
import { addAccount, tokenOf } from '../../help/store/ground.ts'
import { type Answer, signed } from '../../help/testServer.ts'

const at = adminServer()
type Params = Record<string, unknown>

/** Passes of a car park: an admin says who has to agree before one is let in. */
const pass = (steps: readonly ApprovalStep[], changes: object = {}): Resource =>
  ({
    name: 'carpass',
    label: '通行证',
    path: '/screens/carpass',
    access: 'screen_carpass',
    key: 'pass_id',
    title: 'name',
    columns: {
      pass_id: { label: '编号', is: 'int', list: 'never' },
      name: { label: '名称', required: true, max: 40, filter: true },
      fee: { label: '费用', is: 'fen' },
      state: { label: '状态', filter: true },
    },
    form: ['name', 'fee'],
    states: {
      column: 'state',
      of: { s1: { code: 1, label: '待用' }, s2: { code: 2, label: '已放行' }, s3: { code: 3, label: '作废', ends: true } },
      first: 's1',
    },
    actions: {
      release: {
        label: '放行',
        on: 'rows',
        can: '/api/carpass/release',
        from: 's1',
        to: 's2',
        confirm: false,
        approves: { steps, amount: 'fee' },
      },
      back: { label: '收回', on: 'row', can: '/api/carpass/back', from: 's2', to: 's1', confirm: false },
      end: { label: '作废', on: 'row', can: '/api/carpass/end', from: ['s1', 's2'], to: 's3', confirm: false },
    },
    ...changes,
  }) as unknown as Resource

/** Two nodes of one store. */
let nodes: ((path: string, params: Params, token: string) => Promise<Answer>)[]
let close: () => Promise<void>
let people: number[]
let tokens: string[]
let id = 0
let asked = 0
const request = () => ({ request_id: `run-time-${++asked}`.padEnd(16, '-') })
const call = (path: string, params: Params, token: string, node = 0): Promise<Answer> =>
  (nodes[node] as (typeof nodes)[number])(path, { ...params, ...request() }, token)
const admin = (path: string, params: Params): Promise<Answer> => call(path, params, at.admin)
const token = (place: number): string => tokens[place] ?? ''
const person = (place: number): number => people[place] ?? 0
const account = (place: number): ApprovalStep => ({ way: 1, who: 2, user_id: person(place) })

const publish = async (steps: readonly ApprovalStep[], changes: object = {}): Promise<Answer> =>
  saveAndPublish(at.server, at.admin, id, pass(steps, changes))
const newPass = async (fee = 100): Promise<number> => (await admin('/api/carpass/add', { name: `甲${++asked}`, fee })).data.pass_id
const stateOf = async (pass_id: number): Promise<number> => (await admin('/api/carpass/detail', { pass_id })).data.state
const release = (pass_id: number, more: Params = {}): Promise<Answer> => call('/api/carpass/release', { pass_id, ...more }, token(0))
const statusOf = async (audit_id: number): Promise<number> => (await call('/api/my_audit/detail', { audit_id }, token(0))).data.status

beforeAll(async () => {
  const { config, connection } = at.server
  const pool = openPool(connection, 8)
  const db = kyselyOn(pool)
  giveSealer(db, await readSealer(config))
  const app = await buildServer(config, db, '/nonexistent')
  const urls = [at.server.url, await app.listen({ port: 0, host: '127.0.0.1' })]
  nodes = urls.map((url) => async (path, params, who) => {
    const body = JSON.stringify(signed(params, who, config.signKey))
    const response = await fetch(url + path, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    return { status: response.status, ...(await response.json()) }
  })
  close = async () => {
    await app.close()
    await db.destroy()
  }
  people = []
  tokens = []
  const codes = ['/api/carpass/release', '/api/carpass/index', '/api/carpass/detail', 'key:audit', 'key:screen_carpass']
  for (const name of ['apply', 'one', 'two', 'three'])
    people.push(await addAccount(at.server, name, name === 'apply' ? codes : ['key:audit']))
  for (const user of people) tokens.push(await tokenOf(at.server, user))
  const made = await publishScreen(at.server, at.admin, pass([account(1)]))
  expect(made.answer).toMatchObject({ code: 200 })
  id = made.id
})
afterAll(() => close?.())

test('who is asked by a made screen is there, and stays while it is published', async () => {
  const { role_id } = (await admin('/api/role/add', { name: '门岗', permission: [], access: [], sidebar: [] })).data
  const asksRole = (role: number): readonly ApprovalStep[] => [{ way: 1, who: 1, role_id: role, all: 1 }]
  expect(await publish(asksRole(77_777))).toMatchObject({
    code: 400,
    msg: '“放行”的审批步骤里，所选的角色或账号不存在或已被删除',
    data: { field: 'steps.0.role_id' },
  })
  expect(await publish(asksRole(role_id))).toMatchObject({ code: 200 })
  expect(await admin('/api/role/del', { role_id })).toMatchObject({ code: 409, msg: '“通行证”里用到该记录，不能删除：请先改那里' })
  expect(await publish([account(1)])).toMatchObject({ code: 200 })
  expect(await admin('/api/role/del', { role_id })).toMatchObject({ code: 200 })
})

test('an action of a made screen waits for its steps, then is done as its applicant’s; the same is not asked for twice', async () => {
  const pass_id = await newPass()
  const answer = await release(pass_id)
  expect(answer.data).toEqual({ audit_ids: [expect.any(Number)] })
  const [audit_id] = answer.data.audit_ids
  expect(await stateOf(pass_id)).toBe(1)
  expect(await release(pass_id)).toMatchObject({ code: 409, msg: '这条记录的这个操作正在审批中，办结或撤回后才能再提交' })
  // Whoever is asked reads what it would change, with no code of the screen.
  expect((await call('/api/carpass/detail', { pass_id }, token(1))).code).toBe(403)
  expect((await call('/api/my_audit/detail', { audit_id }, token(1))).data).toMatchObject({
    subject: expect.stringMatching(/^放行：甲/),
    resource: 'carpass',
    business: 7,
    amount: 100,
    changes: [{ column: 'state', before: 1, after: 2 }],
  })
  expect(await call('/api/my_audit/agree', { audit_id }, token(1), 1)).toMatchObject({ code: 200, data: { msg: null } })
  expect(await stateOf(pass_id)).toBe(2)
  const { rows } = await sql`
    select created_by, label from operation_log where resource = 'carpass' and record_id = ${pass_id} and deed = 2
  `.execute(at.server.db)
  expect(rows).toEqual([{ created_by: person(0), label: '放行' }])
})

test('what was changed since goes back to the applicant; submitted again it is decided as it is now', async () => {
  const pass_id = await newPass()
  const [audit_id] = (await release(pass_id)).data.audit_ids
  expect((await admin('/api/carpass/edit', { pass_id, name: '改过', fee: 100 })).code).toBe(200)
  const answer = await call('/api/my_audit/agree', { audit_id }, token(1))
  expect(answer.data.msg).toContain('提交之后该记录已被修改')
  expect([await statusOf(audit_id), await stateOf(pass_id)]).toEqual([5, 1])
  expect((await call('/api/my_audit/again', { audit_id }, token(0))).data).toMatchObject({
    resource: 'carpass',
    action: 'release',
    record_id: pass_id,
  })
  expect((await release(pass_id, { audit_id })).data).toEqual({ audit_ids: [audit_id] })
  expect((await call('/api/my_audit/agree', { audit_id }, token(1))).code).toBe(200)
  expect(await stateOf(pass_id)).toBe(2)
})

test('several are submitted one by one, all or none; an amount decides who is asked', async () => {
  await publish([{ ...account(1), over: 100 }])
  const [small, large] = [await newPass(100), await newPass(101)]
  expect(await call('/api/carpass/release', { ids: [small, large] }, token(0))).toMatchObject({
    code: 409,
    msg: '所选的有的要审批、有的不要，请分开办理',
  })
  expect([await stateOf(small), await stateOf(large)]).toEqual([1, 1])
  expect((await release(small)).data).toEqual({ count: 1 })
  expect(await stateOf(small)).toBe(2)
  const others = [await newPass(500), await newPass(600)]
  expect((await call('/api/carpass/release', { ids: others }, token(0))).data.audit_ids).toHaveLength(2)
  await publish([account(1)])
})

test('a screen that is taken back, an action that needs none any more: nothing is done, it goes back', async () => {
  const pass_id = await newPass()
  const [audit_id] = (await release(pass_id)).data.audit_ids
  const { actions } = pass([account(1)])
  const { approves: _gone, ...plain } = (actions as Record<string, { approves?: unknown }>).release ?? {}
  await publish([account(1)], { actions: { ...actions, release: plain } })
  expect((await call('/api/my_audit/agree', { audit_id }, token(1))).data.msg).toContain('操作“放行”已不在，或不再需要审批')
  expect([await statusOf(audit_id), await stateOf(pass_id)]).toEqual([5, 1])
  await publish([account(1)])
})

test.each([
  [{ approves: {} }, 'R170'],
  [{ approves: { steps: [] } }, 'R170'],
  [{ approves: { steps: [{ way: 1, who: 1 }] } }, 'R171'],
  [{ approves: { steps: [{ way: 1, who: 3, late: 2 }] } }, 'R171'],
  [{ approves: { steps: [{ way: 1, who: 3 }], amount: 'name' } }, 'R171'],
  [{ approves: { steps: [{ who: 3 }] } }, 'R102'],
  [{ approves: { business: 'own' } }, 'R105'],
])('%j is refused at publication: %s', async (words, rule) => {
  const { actions } = pass([account(1)])
  const wrong = { ...(actions as Record<string, object>).release, ...words }
  const answer = await publish([account(1)], { actions: { ...actions, release: wrong } })
  expect(answer.code).toBe(400)
  expect(JSON.stringify(answer)).toContain(rule)
})

test('decided at once on both nodes it is done once', async () => {
  for (const round of [1, 2, 3, 4]) {
    await publish(round % 2 === 0 ? [account(1)] : [{ way: 1, who: 2, user_id: person(1) }, account(2)])
    const pass_id = await newPass()
    const [audit_id] = (await release(pass_id)).data.audit_ids
    if (round % 2 === 1) expect((await call('/api/my_audit/agree', { audit_id }, token(1))).code).toBe(200)
    const who = round % 2 === 1 ? token(2) : token(1)
    const answers = await Promise.all([0, 1, 0, 1, 0, 1].map((node) => call('/api/my_audit/agree', { audit_id }, who, node)))
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409, 409, 409, 409, 409])
    expect(await stateOf(pass_id)).toBe(2)
  }
})

const deed = fc.record({
  who: fc.constantFrom(0, 1, 1, 1, 2, 2, 2, 3),
  node: fc.integer({ min: 0, max: 1 }),
  is: fc.constantFrom('agree', 'agree', 'agree', 'agree', 'agree', 'agree', 'refuse', 'back', 'hand', 'invite', 'withdraw', 'again'),
  to: fc.integer({ min: 0, max: 3 }),
})

/** With which it is done for certain: chance alone need not get there. */
const bothAgree = ([1, 2] as const).map((who) => ({ who, node: 0, is: 'agree' as const, to: 0 }))

test('whatever people do on two nodes: done only after every step agreed, once, never by the applicant', async () => {
  let done = 0
  await publish([account(1), account(2)])
  await fc.assert(
    fc.asyncProperty(fc.array(deed, { minLength: 4, maxLength: 14 }), async (deeds) => {
      const pass_id = await newPass()
      const [audit_id] = (await release(pass_id)).data.audit_ids
      for (const { who, node, is, to } of deeds) {
        const words = {
          refuse: { opinion: '不' },
          back: { opinion: '退', to: 1 },
          hand: { user_id: person(to) },
          invite: { user_id: person(to) },
        }
        const answer =
          is === 'again'
            ? await call('/api/carpass/release', { pass_id, audit_id }, token(0), node)
            : await call(`/api/my_audit/${is}`, { audit_id, ...(words as Record<string, Params>)[is] }, token(who), node)
        expect([200, 404, 409]).toContain(answer.code)
      }
      const { rows } = await sql<{ deed: number; by_id: number | null; step: number; visit: number }>`
        select deed, by_id, step, visit from audit_event where audit_id = ${audit_id} order by event_id
      `.execute(at.server.db)
      const decided = rows.filter((event) => event.deed === 2 || event.deed === 3)
      expect(decided.some(({ by_id }) => by_id === person(0))).toBe(false)
      const twice = decided.map(({ by_id, visit }) => `${by_id} ${visit}`)
      expect(new Set(twice).size).toBe(twice.length)
      const isDone = (await statusOf(audit_id)) === 2
      expect(await stateOf(pass_id)).toBe(isDone ? 2 : 1)
      expect(rows.filter((event) => event.deed === 12)).toHaveLength(isDone ? 1 : 0)
      if (isDone) expect(new Set(decided.filter((event) => event.deed === 2).map(({ step }) => step))).toEqual(new Set([0, 1]))
      done += isDone ? 1 : 0
    }),
    { numRuns: rounds(15, 40), examples: [[bothAgree]] },
  )
  expect(done).toBeGreaterThan(0)
})
