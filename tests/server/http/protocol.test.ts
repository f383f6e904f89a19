import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { registry } from '../../../server/calls/registry.ts'
import { resources } from '../../../src/declared/declared.ts'
import { toWire } from '../../../src/protocol/wire.ts'
import { goodParams } from '../../help/declared/examples.ts'
import { isProof, partOf } from '../../help/depth.ts'
import { fillGround, flat, type Ground, tokenOf } from '../../help/store/ground.ts'
import { nowSeconds, signed, startTestServer, type TestServer } from '../../help/testServer.ts'

const CHEAP = '/api/local/index'
const JSON_BODY = { 'content-type': 'application/json' }
const FORM_BODY = { 'content-type': 'application/x-www-form-urlencoded' }

let server: TestServer
let ground: Ground
let admin: string
/** Among the calls that are made first are those that end an account's sessions. */
const logIn = async (): Promise<void> => {
  admin = await tokenOf(server)
}

beforeAll(async () => {
  server = await startTestServer()
  ground = await fillGround(server)
})
afterAll(() => server.close())

const post = async (path: string, body: string | undefined, headers: Record<string, string>) => {
  const response = await fetch(server.url + path, { method: 'POST', headers, body })
  return { status: response.status, ...((await response.json()) as { code: number; msg: string; data: unknown }) }
}

/** What kind of thing an answer is, without its values. */
const shapeOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.length === 0 ? [] : [shapeOf(value[0])]
  if (typeof value !== 'object' || value === null) return typeof value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shapeOf(inner)]))
}

/** Done again they answer otherwise, as they should: it is reversed already, another version has been saved, the state is another. */
const ONCE = new Set([
  '/api/flow/claim',
  '/api/flow/unclaim',
  '/api/flow/reverse',
  '/api/input_tax_out/undo',
  '/api/template/save',
  '/api/template/restore_version',
  '/api/owner/add',
  '/api/owner_house/add',
  '/api/owner_house/end',
  ...['return', 'reject'].map((move) => `/api/qualification/${move}`),
  '/api/home_visit/cancel',
  ...['dispatch', 'finish', 'rework', 'cancel'].map((move) => `/api/repair/${move}`),
])

/** What reads by one and the same code whatever is declared, a resource's own list, row and file; in npm test every eighth of them. */
const alike = new Set<string | null>(resources.flatMap(({ calls }) => Object.values(calls)))
const isAlike = (path: string): boolean => alike.has(path) && !registry().get(path)?.writes
const paths = [...registry().keys()].filter((path) => !path.startsWith('/api/sample/'))

describe('both styles', () => {
  // Nobody works off the exports here, and one person has but so many under way; an address tries but so many links.
  afterEach(async () => {
    await sql`delete from login_failure`.execute(server.db)
  })

  test.each([...paths.filter((path) => !isAlike(path)), ...partOf(paths.filter(isAlike), 8)])(
    '%s answers alike in A and B',
    async (path) => {
      const call = registry().get(path)
      if (!call) throw new Error(path)
      const inStyle = async (style: 'A' | 'B') => {
        await sql`delete from job`.execute(server.db)
        const params = goodParams(call, ground)
        // What can be done once only (delete, repair, reverse) is asked of a row that is not there: 404 both times.
        const [key = ''] = Object.keys(call.params.properties)
        const safe = 'ids' in call.params.properties || ONCE.has(path) ? { ...params, [key]: 999_999 } : params
        const token = await tokenOf(server)
        const answer = await server.call(path, safe, token, style)
        // A card is entered once only.
        if (path === '/api/lessee/add') await server.call('/api/lessee/del', { custom_id: answer.data.custom_id }, token)
        return { code: answer.code, status: answer.status, shape: shapeOf(answer.data), msg: answer.msg }
      }
      const [a, b] = [await inStyle('A'), await inStyle('B')]
      expect(b).toEqual(a)
      // Nobody passes what he entered himself: 403.
      expect([200, 400, 403, 404, 409]).toContain(a.code)
    },
  )

  test('an object in a form is JSON text and means the same', async () => {
    await logIn()
    const floors = [{ level: 3, total: 2 }]
    const house = (name: string) => flat(ground, { show_type: 1, kind_id: ground.kind[1], name, all_floor: floors })
    const [a, b] = [
      await server.call('/api/org/add', house('甲楼'), admin, 'A'),
      await server.call('/api/org/add', house('乙楼'), admin, 'B'),
    ]
    expect([a.data.org_id.length, b.data.org_id.length]).toEqual([2, 2])
  })
})

describe('signature', () => {
  const unsignedCode = 302 // well signed, no session: the signature has passed

  test('missing, empty and wrong are refused', async () => {
    const { sign, ...rest } = signed({ page: 1 })
    expect(await server.send(CHEAP, rest)).toMatchObject({ code: 401, msg: '缺少签名 sign' })
    expect(await server.send(CHEAP, { ...rest, sign: '' })).toMatchObject({ code: 401 })
    expect(await server.send(CHEAP, { ...rest, sign: 'f'.repeat(32) })).toMatchObject({ code: 401, msg: '签名错误' })
    expect(await server.send(CHEAP, { ...rest, sign: String(sign).toUpperCase() })).toMatchObject({ code: 401 })
    expect(await server.send(CHEAP, { ...rest, sign: [sign] }, 'B')).toMatchObject({ code: 401 })
    expect(await server.send(CHEAP, { ...rest, sign })).toMatchObject({ code: unsignedCode })
  })

  const name = fc.stringMatching(/^[a-z_]{1,8}$/).filter((key) => !['sign', 'file', 'stime', 'token', '__proto__'].includes(key))
  const value = fc.oneof(fc.string({ unit: 'binary', maxLength: 20 }), fc.integer(), fc.constantFrom('', '0', 'a=b&c=d', '张杨 𠮷+%20'))
  test('any params pass as signed; any one changed, added or removed is refused', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(name, value, { minKeys: 1, maxKeys: 5 }),
        fc.nat(),
        value,
        fc.constantFrom('A' as const, 'B' as const),
        async (params, pick, other, style) => {
          const whole: Record<string, unknown> = signed(params)
          const keys = Object.keys(toWire(whole))
          const victim = keys[pick % keys.length] ?? ''
          expect((await server.send(CHEAP, whole, style)).code).toBe(unsignedCode)
          const { [victim]: _, ...removed } = whole
          expect((await server.send(CHEAP, removed, style)).code).toBe(401)
          expect(
            (await server.send(CHEAP, { ...whole, [`${victim}x`]: other, ...(`${victim}x` in whole ? { extra_one: other } : {}) }, style))
              .code,
          ).toBe(401)
          const isChanged = String(other).toWellFormed() !== String(whole[victim])
          expect((await server.send(CHEAP, { ...whole, [victim]: isChanged ? other : `${other}!` }, style)).code).toBe(401)
        },
      ),
      { numRuns: 100, seed: 7 },
    )
  })

  test('a clock 601 s off is refused with the server time; 590 s is not', async () => {
    for (const off of [-601, 601]) {
      const answer = await server.send(CHEAP, signed({ stime: nowSeconds() + off }))
      expect(answer).toMatchObject({ code: 401, msg: '本机时间与服务器相差超过10分钟，请校准时间' })
      expect(Math.abs(answer.data.time - nowSeconds())).toBeLessThan(5)
    }
    for (const off of [-590, 590])
      expect(await server.send(CHEAP, signed({ stime: nowSeconds() + off }))).toMatchObject({ code: unsignedCode })
    for (const stime of ['', 'now', '1e9', null]) expect(await server.send(CHEAP, signed({ stime }))).toMatchObject({ code: 401 })
  })

  test('SIGN_KEY is part of the signature where it is set', async () => {
    const keyed = await startTestServer({ SIGN_KEY: 's3cret' })
    try {
      const token = await tokenOf(keyed)
      expect(await keyed.send(CHEAP, signed({}, token))).toMatchObject({ code: 401, msg: '签名错误' })
      expect(await keyed.send(CHEAP, signed({}, token, 's3cret'))).toMatchObject({ code: 200 })
      expect(await (await fetch(`${keyed.url}/config.json`)).json()).toMatchObject({ signKey: 's3cret' })
    } finally {
      await keyed.close()
    }
  })
})

describe('params', () => {
  beforeAll(logIn)

  test('an unknown one is named, with the nearest word', async () => {
    expect(await server.call('/api/kind/index', { pag: 1 }, admin)).toMatchObject({
      code: 400,
      msg: '未知参数：pag，是否想写 page',
      data: { field: 'pag' },
    })
    expect(await server.call('/api/kind/index', { qqqqqq: 1 }, admin, 'B')).toMatchObject({ code: 400, msg: '未知参数：qqqqqq' })
    for (const key of ['__proto__', 'constructor', 'toString'])
      expect(await post('/api/kind/index', new URLSearchParams(toWireOf({ [key]: '1' })).toString(), FORM_BODY)).toMatchObject({
        code: 400,
        msg: `未知参数：${key}`,
      })
  })
  const toWireOf = (params: Record<string, string>): Record<string, string> => {
    const whole = signed(Object.assign(Object.create(null), params), admin)
    return { ...toWire(whole), sign: String(whole.sign) }
  }

  test('a repeated form key is refused', async () => {
    expect(await post('/api/kind/index', 'page=1&page=2', FORM_BODY)).toMatchObject({ status: 200, code: 400, msg: '参数 page 重复' })
  })
})

const OTHER_METHODS = ['GET', 'PUT', 'PATCH', 'DELETE']

describe('requests that are none', () => {
  beforeAll(logIn)

  test.each([...registry().keys()].map((path, place) => [path, place] as const))('%s takes POST only', async (path, place) => {
    // The methods take turns from call to call, of which each is made known in one and the same way.
    for (const method of isProof ? OTHER_METHODS : [OTHER_METHODS[place % OTHER_METHODS.length]]) {
      const response = await fetch(server.url + path, { method })
      expect(response.headers.get('allow')).toBe('POST')
      expect({ status: response.status, ...((await response.json()) as object) }).toEqual({
        status: 405,
        code: 405,
        msg: '请求方式不支持',
        data: null,
      })
    }
  })

  test('paths are case sensitive; an unknown one is 404', async () => {
    expect(await server.call('/api/Project/find', {}, admin)).toMatchObject({ code: 200 })
    expect(await server.call('/api/project/index', {}, admin)).toMatchObject({ code: 200 })
    for (const path of ['/api/project/find', '/api/Project/index', '/API/Project/find', '/api/Project/find/', '/api/nothing', '/api/%00'])
      expect(await server.call(path, {}, admin)).toMatchObject({ code: 404, status: 404 })
  })

  test('an address that cannot be decoded is refused in the envelope too', async () => {
    const answer = await server.call('/%E0%A4%A', {}, admin)
    expect([400, 404]).toContain(answer.code)
    expect(answer.status).toBe(answer.code)
  })

  test('a body over 1 MB is 413 in either style', async () => {
    const note = 'x'.repeat(1_100_000)
    for (const style of ['A', 'B'] as const)
      expect(await server.call('/api/tags/add', { name: note }, admin, style)).toMatchObject({
        code: 413,
        status: 413,
        msg: '提交的内容过大',
      })
  })

  const deep = (levels: number) => `{"name":${'['.repeat(levels)}${']'.repeat(levels)}}`
  test.each([
    ['broken JSON', '{"a":', JSON_BODY],
    ['a JSON list', '[1,2]', JSON_BODY],
    ['JSON null', 'null', JSON_BODY],
    ['a JSON text', '"x"', JSON_BODY],
    ['a JSON number', '7', JSON_BODY],
    ['deep nesting', deep(5000), JSON_BODY],
    ['very deep nesting', deep(200_000), JSON_BODY],
    ['__proto__ in JSON', '{"__proto__":{"a":1}}', JSON_BODY],
    ['an empty JSON body', '', JSON_BODY],
    ['an empty form', '', FORM_BODY],
    ['no body', undefined, {}],
    ['plain text', 'hello', { 'content-type': 'text/plain' }],
    ['XML', '<a/>', { 'content-type': 'application/xml' }],
    ['multipart without a boundary', 'x', { 'content-type': 'multipart/form-data' }],
    [
      'multipart that breaks off',
      '--b\r\ncontent-disposition: form-data; name="a"\r\n\r\n1',
      { 'content-type': 'multipart/form-data; boundary=b' },
    ],
    ['a content type that is none', '{}', { 'content-type': '!!' }],
  ])('%s is refused in words', async (_name, body, headers) => {
    const answer = await post('/api/tags/add', body, headers as Record<string, string>)
    expect([400, 401, 413]).toContain(answer.code)
    expect(answer.status).toBeLessThan(500)
    expect(answer.msg).not.toBe('')
  })
})
