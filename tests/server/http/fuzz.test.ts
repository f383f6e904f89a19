import { randomUUID } from 'node:crypto'
import { isEqual } from 'es-toolkit'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Call } from '../../../server/calls/defineCall.ts'
import { registry } from '../../../server/calls/registry.ts'
import { resources } from '../../../src/declared/declared.ts'
import { goodParams } from '../../help/declared/examples.ts'
import { hostile } from '../../help/declared/hostile.ts'
import { rounds } from '../../help/depth.ts'
import { fillGround, flat, flowOf, type Ground, rowCounts, tokenOf } from '../../help/store/ground.ts'
import { type Answer, signed, startTestServer, type TestServer } from '../../help/testServer.ts'

type Params = Record<string, unknown>

const BY_CHANCE = rounds(1, 2)
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

/** What reads by one and the same code whatever is declared: a resource's own list, row and file. */
const alike = new Set<string | null>(resources.flatMap(({ calls }) => Object.values(calls)))
/** In npm test a value comes up in fewer calls; each still does, see the first test below. */
const SPARSE = rounds(6, 1)
/** In how many calls each hostile value comes up once: a value that one list stands the next does, too, where their columns are of a kind. */
const roundOf = ({ path, writes }: Call): number => (alike.has(path) && !writes ? 15 : 5) * SPARSE
const places = new Map([...registry().keys()].map((path, place) => [path, place]))
/** Places among the calls of the same round: by those among all, a call more could leave a value to none. */
const inRound = new Map<string, number>()
for (const round of [15, 5].map((one) => one * SPARSE))
  for (const [place, { path }] of [...registry().values()].filter((call) => roundOf(call) === round).entries()) inRound.set(path, place)
const hostileFor = (call: Call): unknown[] =>
  hostile.filter((_, index) => index % roundOf(call) === (inRound.get(call.path) ?? 0) % roundOf(call))

/** Good params with one or two fields spoilt, and now and then a param that nobody declared. */
const bodiesFor = (call: Call): Params[] => {
  const names = Object.keys(call.params.properties)
  const value = fc.constantFrom(...hostile)
  const spoilt = fc.array(fc.tuple(fc.constantFrom(...names, ...(names.length === 0 ? strangeNames : [])), value), {
    minLength: 1,
    maxLength: 2,
  })
  const extra = fc.option(fc.tuple(fc.constantFrom(...strangeNames), value), { freq: 7 })
  const others = fc.sample(fc.tuple(spoilt, extra), { numRuns: BY_CHANCE, seed: SEED })
  // Each hostile value at least once in a fixed round over the fields, which begins at another field for each call; the rest by chance.
  const from = places.get(call.path) ?? 0
  const round = hostileFor(call).map((bad, index) => [[[names[(from + index) % names.length] ?? 'x', bad]], null] as const)
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

const ANSWERS = [200, 400, 403, 404, 409, 413, 429]

/** What is wrong with an answer, if anything is. */
const wrongIn = ({ status, code, msg }: Answer): string | null => {
  if (status >= 500 || !ANSWERS.includes(code)) return `status ${status}, code ${code}`
  if (code !== 200 && msg === '') return 'no reason'
  // A constraint that no rule comes before is a rule that is missing.
  return msg === '提交的内容不符合规则' ? 'a constraint speaks' : null
}

const fuzz = async (call: Call): Promise<void> => {
  let before = await rowCounts(server.db)
  let token = await tokenOf(server)
  for (const [index, params] of bodiesFor(call).entries()) {
    const style = index % 2 === 0 ? 'A' : 'B'
    // Two of the same session that are the same are one, where they are not told apart.
    const answer = await sendInTime(call.path, signed({ request_id: randomUUID(), ...params }, token), style)
    const wrong =
      wrongIn(answer) ??
      (call.writes && answer.code !== 200 && !isEqual(await rowCounts(server.db), before)
        ? 'refused, and yet rows have come or gone'
        : null)
    if (wrong) throw new Error(`${wrong}: ${style} ${JSON.stringify(params).slice(0, 300)} → ${JSON.stringify(answer).slice(0, 200)}`)
    if (call.writes && answer.code === 200) {
      before = await rowCounts(server.db)
      // It may have ended the session.
      token = await tokenOf(server)
    }
    if (call.path === '/login') await sql`delete from login_failure`.execute(server.db)
  }
  if (!call.writes) expect(await rowCounts(server.db)).toEqual(before)
}

test('each hostile value comes up in lists, and in other reads and writes', () => {
  const calls = [...registry().values()]
  for (const some of [calls.filter((call) => roundOf(call) === 15 * SPARSE), calls.filter((call) => roundOf(call) === 5 * SPARSE)]) {
    const sent = new Set(some.flatMap(hostileFor))
    expect(hostile.filter((value) => !sent.has(value))).toEqual([])
  }
})

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
  // What was sent before may have kept one of them.
  await sql`delete from tags where name = any(${kept}::text[])`.execute(server.db)
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
