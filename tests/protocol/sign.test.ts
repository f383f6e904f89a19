import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import browserMd5 from 'md5'
import { expect, test } from 'vitest'
import { signedText, signOf } from '../../src/protocol/sign.ts'
import { toWire } from '../../src/protocol/wire.ts'

const serverMd5 = (text: string): string => createHash('md5').update(text).digest('hex')

/** The vectors that docs/protocol.md shows, as they stand there. */
const vectors = [
  ...readFileSync('docs/protocol.md', 'utf8').matchAll(/^\| `(\{.*?\})` \| `(.*?)` \| `(.*?)` \| `([0-9a-f]{32})` \|$/gm),
].map(([, params = '', key = '', text = '', sign = '']) => ({
  params: JSON.parse(params) as Record<string, unknown>,
  key: key === '-' ? '' : key,
  text,
  sign,
}))

test('docs/protocol.md has ten vectors', () => expect(vectors).toHaveLength(10))

test.each(vectors)('$params signs as documented, also by openssl', ({ params, key, text, sign }) => {
  const wire = toWire(params)
  expect(signedText(wire, key)).toBe(text)
  expect(signOf(wire, serverMd5, key)).toBe(sign)
  expect(signOf(wire, browserMd5, key)).toBe(sign)
  expect(execFileSync('openssl', ['md5', '-r'], { input: text }).toString().slice(0, 32)).toBe(sign)
})

test('null, undefined, NaN, Infinity and false are dropped; an empty text and 0 are kept; objects become JSON text', () => {
  expect({
    ...toWire({ a: null, b: undefined, c: Number.NaN, d: false, h: Number.POSITIVE_INFINITY, e: '', f: 0, g: [1, { h: '弄' }], i: true }),
  }).toEqual({
    e: '',
    f: '0',
    g: '[1,{"h":"弄"}]',
    i: 'true',
  })
})

const values = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.array(fc.integer()),
  fc.dictionary(fc.string(), fc.string()),
)
const paramsOf = fc.dictionary(fc.string({ minLength: 1, unit: 'binary' }), values)

test('property: what the client signs and sends in either style is what the server signs', () => {
  fc.assert(
    fc.property(paramsOf, fc.string(), (params, key) => {
      const sign = signOf(toWire(params), browserMd5, key)
      const asJson = toWire(JSON.parse(JSON.stringify(params)) as Record<string, unknown>)
      expect(signOf(asJson, serverMd5, key)).toBe(sign)
      const form = new URLSearchParams(Object.entries(toWire(params)))
      const asForm = toWire(Object.fromEntries(new URLSearchParams(form.toString())))
      const isFaithful = Object.keys(toWire(params)).every((name) => name.isWellFormed())
      if (isFaithful) expect(signOf(asForm, serverMd5, key)).toBe(sign)
    }),
  )
})

test('property: any single change of a value, a name or the key changes the signature', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.stringMatching(/^[a-z_]{1,8}$/), fc.string(), { minKeys: 1 }),
      fc.string({ minLength: 1 }),
      fc.nat(),
      (params, extra, pick) => {
        const names = Object.keys(params)
        const name = names[pick % names.length] as string
        const sign = signOf(toWire(params), serverMd5)
        expect(signOf(toWire({ ...params, [name]: params[name] + extra }), serverMd5)).not.toBe(sign)
        expect(signOf(toWire({ ...params, zz_new: extra }), serverMd5)).not.toBe(sign)
        expect(signOf(toWire(params), serverMd5, extra)).not.toBe(sign)
      },
    ),
  )
})
