import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fitsLinear, provideLinearEngine } from '../../src/derive/patterns/linearPatterns.ts'
import { compileLinear } from '../../src/derive/patterns/re2.ts'
import { parking, publishScreen } from '../help/declared/screens.ts'
import { fillGround, tokenOf } from '../help/store/ground.ts'
import { startTestServer, type TestServer } from '../help/testServer.ts'

/** On an engine that goes back, each of these doubles its work by the letter: this file would never end. */
const EXPLODING = [
  '^((a+))+$',
  '^(a|a)*$',
  '^(a?){25}a{25}$',
  '^(a*)*$',
  '^(([a-z])+.)+[A-Z]([a-z])+$',
  '^(.*)*$',
  '^(a|aa)+$',
  '^(a+){10}$',
  '^([a-zA-Z]+)*$',
]

let server: TestServer
let admin: string

beforeAll(async () => {
  provideLinearEngine(compileLinear)
  server = await startTestServer()
  await fillGround(server)
  admin = await tokenOf(server)
})
afterAll(() => server.close())

describe('patterns that someone wrote at run time', () => {
  test.each(EXPLODING)('%s judges five thousand letters', (pattern) => {
    expect(typeof fitsLinear(pattern, `${'a'.repeat(5000)}!`)).toBe('boolean')
  })

  test('judge what is sent to their screen, and other calls go on', async () => {
    const dialogs = (parking().dialogs ?? {}) as Record<string, { properties: object }>
    for (const [index, pattern] of EXPLODING.slice(0, 4).entries()) {
      const name = `slow${'abcd'[index]}`
      const properties = { owner: { type: 'string', title: '车主', maxLength: 40, pattern, 'x-msg': { pattern: '不合规则' } } }
      const form = { ...dialogs.let, properties, required: [] }
      const { answer } = await publishScreen(server, admin, parking({ dialogs: { let: form } } as never, name))
      expect(answer).toMatchObject({ code: 200 })
      const { lot_id } = (await server.call(`/api/${name}/add`, { lot: 'A1', rent: 1 }, admin)).data
      const [judged, other] = await Promise.all([
        server.call(`/api/${name}/let`, { lot_id, owner: `${'a'.repeat(38)}!!` }, admin),
        server.call('/api/org/list', {}, admin),
      ])
      expect(other.code).toBe(200)
      expect(judged).toMatchObject({ code: 400, msg: '不合规则' })
    }
  })
})

test('property: what the engine takes, it judges as JavaScript would', () => {
  const piece = fc.constantFrom(
    'a',
    'b',
    '[ab]',
    '\\d',
    '\\w',
    '.',
    '沪',
    '[一-龥]',
    '\\u4e00',
    'a?',
    'b*',
    '\\d{2}',
    '(ab|a)',
    '^',
    '$',
    '\\.',
  )
  const pattern = fc.array(piece, { minLength: 1, maxLength: 6 }).map((pieces) => pieces.join(''))
  const text = fc.array(fc.constantFrom('a', 'b', '1', '2', '.', '沪', '一', ' '), { maxLength: 10 }).map((letters) => letters.join(''))
  fc.assert(
    fc.property(pattern, text, (one, letters) => {
      expect([one, letters, compileLinear(one)(letters)]).toEqual([one, letters, new RegExp(one, 'u').test(letters)])
    }),
    { numRuns: 500 },
  )
})
