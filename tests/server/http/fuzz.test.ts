import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Call } from '../../../server/calls/defineCall.ts'
import { registry } from '../../../server/calls/registry.ts'
import { goodParams } from '../../help/declared/examples.ts'
import { hostile } from '../../help/declared/hostile.ts'
import { fillGround, flat, flowOf, type Ground, rowCounts, tokenOf } from '../../help/store/ground.ts'
import { type Answer, signed, startTestServer, type TestServer } from '../../help/testServer.ts'

type Params = Record<string, unknown>

const BODIES = 20
const SEED = 20_261_121
const PATIENCE_MS = 15_000

const strangeNames = [
  '__proto__',
  'constructor',
  'prototype',
  'order',
  'page',
  'version',
  'created_by',
  'p_id',
  'ids',
  "a'b",
  'a"b',
  'a b',
  '',
  '🏠',
  'x'.repeat(300),
  'toString',
]

let server: TestServer
let ground: Ground
beforeAll(async () => {
  server = await startTestServer()
  ground = await fillGround(server)
  const admin = await tokenOf(server)
  for (let n = 0; n < 3; n++) {
    const house = await server.call('/api/org/add', flat(ground), admin)
    await server.call('/api/flow/add', flowOf(ground, { org_id: house.data.org_id[0] }), admin)
  }
})
afterAll(() => server.close())

/** Good params with one or two fields spoilt, and now and then a param that nobody declared. */
const bodiesFor = (call: Call): Params[] => {
  const names = Object.keys(call.params.properties)
  const value = fc.constantFrom(...hostile)
  const spoilt = fc.array(fc.tuple(fc.constantFrom(...names, ...(names.length === 0 ? strangeNames : [])), value), {
    minLength: 1,
    maxLength: 2,
  })
  const extra = fc.option(fc.tuple(fc.constantFrom(...strangeNames), value), { freq: 7 })
  const others = fc.sample(fc.tuple(spoilt, extra), { numRuns: Math.max(0, BODIES - hostile.length / 5), seed: SEED })
  // Each hostile value at least once in a fixed round over the fields, the rest by chance.
  const round = hostile
    .filter((_, index) => index % 5 === call.path.length % 5)
    .map((bad, index) => [[[names[index % names.length] ?? 'x', bad]], null] as const)
  return [...round, ...others].map(([changes, more]) => {
    const params = Object.assign(Object.create(null), call.path === '/api/sample/clear' ? {} : goodParams(call, ground))
    for (const [name, bad] of [...changes, ...(more ? [more] : [])]) params[name] = bad
    return params
  })
}

const sendInTime = async (path: string, body: Params, style: 'A' | 'B'): Promise<Answer> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error(`${path} hangs on ${JSON.stringify(body).slice(0, 300)}`)), PATIENCE_MS)
  })
  return Promise.race([server.send(path, body, style), late]).finally(() => clearTimeout(timer))
}

const fuzz = async (call: Call): Promise<void> => {
  let before = await rowCounts(server.db)
  for (const [index, params] of bodiesFor(call).entries()) {
    const style = index % 2 === 0 ? 'A' : 'B'
    const body = signed(params, await tokenOf(server))
    const answer = await sendInTime(call.path, body, style)
    const what = `${style} ${JSON.stringify(params).slice(0, 300)} → ${JSON.stringify(answer).slice(0, 200)}`
    expect(answer.status, what).toBeLessThan(500)
    expect([200, 400, 403, 404, 409, 413, 429], what).toContain(answer.code)
    if (answer.code !== 200) expect(answer.msg, what).not.toBe('')
    // A constraint that no rule comes before is a rule that is missing.
    expect(answer.msg, what).not.toBe('提交的内容不符合规则')
    if (call.writes && answer.code !== 200) expect(await rowCounts(server.db), what).toEqual(before)
    if (call.writes && answer.code === 200) before = await rowCounts(server.db)
    if (call.path === '/login') await sql`delete from login_failure`.execute(server.db)
  }
  if (!call.writes) expect(await rowCounts(server.db)).toEqual(before)
}

test.each([...registry().keys()])('%s stands whatever it is sent', async (path) => {
  const call = registry().get(path)
  if (call) await fuzz(call)
})

test.each(['token', 'stime', 'request_id', 'sign', 'file'])('the protocol’s own param %s stands whatever it is', async (name) => {
  for (const [index, bad] of hostile.entries()) {
    const style = index % 2 === 0 ? 'A' : 'B'
    const whole = signed(
      { name: `协议${name}${index}`, ...(name === 'sign' ? {} : { [name]: bad }) },
      name === 'token' ? undefined : await tokenOf(server),
    )
    const answer = await sendInTime('/api/tags/add', name === 'sign' ? { ...whole, sign: bad } : whole, style)
    const what = `${style} ${name} ${JSON.stringify(bad).slice(0, 100)} → ${JSON.stringify(answer).slice(0, 200)}`
    const allowed = { token: [302], stime: [401], sign: [401], request_id: [200], file: [200] }[name]
    expect(allowed, what).toContain(answer.code)
  }
})

test('text is kept to the letter, or refused', async () => {
  const admin = await tokenOf(server)
  const add = (name: string, style: 'A' | 'B') => server.call('/api/tags/add', { name }, admin, style)
  for (const bad of ['a\u0000b', '\u202Eabc', 'a\u0007', '\u200B', '\uFEFFx', '\uFFFF', 'x\u007F'])
    for (const style of ['A', 'B'] as const)
      expect(await add(bad, style), JSON.stringify(bad)).toMatchObject({ code: 400, msg: '名称含有不可见字符' })
  expect(await add('\ud800', 'B')).toMatchObject({ code: 400, msg: '名称含有不可见字符' })
  expect(await add('𠮷'.repeat(41), 'A')).toMatchObject({ code: 400, msg: '名称最多40个字' })
  const kept = ['🏠😀👨‍👩‍👧', '𠮷'.repeat(40), '<b>粗</b>', '{"a":1}', "'; drop table tags; --", 'a&b=c+d %20', '\\n$1']
  for (const [index, good] of kept.entries()) {
    const { code, data } = await add(good, index % 2 === 0 ? 'A' : 'B')
    expect(code, good).toBe(200)
    expect((await server.call('/api/tags/detail', { id: data.id }, admin)).data.name).toBe(good)
  }
})

test('and the store is whole: what was kept can be read back as JSON', async () => {
  const admin = await tokenOf(server)
  for (const path of ['/api/org/list', '/api/flow/index', '/api/tags/index', '/api/community/index', '/api/unit/index']) {
    const { code, data } = await server.call(path, { page_rows: 1000 }, admin)
    expect(code).toBe(200)
    expect(data.list.length).toBe(data.count)
  }
  const { rows } = await sql<{
    n: number
  }>`select count(*) as n from unit where all_floor::text like '%__proto__%' or jsonb_typeof(all_floor) <> 'array'`.execute(server.db)
  expect(rows[0]?.n).toBe(0)
})
