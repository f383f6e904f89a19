import { execFileSync } from 'node:child_process'
import { createHash, createHmac } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { programHash } from '../../../server/domain/waiting/lots.ts'
import { commitOf, draw, type Entrant, hashOf, poolText, seedOf } from '../../../server/domain/waiting/rules/lottery.ts'

const head = { number: 'YH202611001', p_id: 1, room_type: 1, classes: [2, 1], frozen_at: 1_790_000_000, after: 0 }
const some: Entrant[] = [
  { receipt: 'LH00000003', priority: 2 },
  { receipt: 'LH00000001', priority: 1 },
  { receipt: 'LH00000002', priority: 2 },
]
const entrants = fc
  .uniqueArray(fc.integer({ min: 1, max: 99_999_999 }), { minLength: 1, maxLength: 40 })
  .chain((numbers) =>
    fc.tuple(
      ...numbers.map((n) =>
        fc.record({ receipt: fc.constant(`LH${String(n).padStart(8, '0')}`), priority: fc.integer({ min: 1, max: 2 }) }),
      ),
    ),
  )
const seeds = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes).toString('hex'))

test('what is drawn is a permutation, the same for the same seed, however the entrants come', () => {
  fc.assert(
    fc.property(entrants, seeds, fc.nat(500), (all, seed, after) => {
      const drawn = draw(seed, all, after)
      expect(drawn.map(({ lottery_no }) => lottery_no)).toEqual(all.map((_, index) => after + index + 1))
      expect(drawn.map(({ receipt }) => receipt).sort()).toEqual(all.map(({ receipt }) => receipt).sort())
      expect(draw(seed, all.toReversed(), after)).toEqual(drawn)
      for (const priority of [1, 2]) {
        const own = drawn.filter((one) => one.priority === priority)
        expect(own.map(({ place }) => place)).toEqual(own.map((_, index) => index + 1))
        // A class alone stands as it stands in the whole.
        const alone = draw(
          seed,
          all.filter((one) => one.priority === priority),
        )
        expect(alone.map(({ receipt }) => receipt)).toEqual(own.map(({ receipt }) => receipt))
      }
    }),
  )
})

test('the mark of each is the HMAC-SHA256 of the receipt number under the seed', () => {
  fc.assert(
    fc.property(entrants, seeds, (all, seed) => {
      const marks = draw(seed, all).map(({ receipt }) => createHmac('sha256', Buffer.from(seed, 'hex')).update(receipt).digest('hex'))
      expect(marks).toEqual(marks.toSorted())
    }),
  )
})

test('another pool, round or secret is another seed', () => {
  const word = fc.stringMatching(/^[!-~]{1,20}$/)
  fc.assert(
    fc.property(fc.tuple(word, word, word, word), fc.tuple(word, word, word, word), (one, other) => {
      fc.pre(one.join('\n') !== other.join('\n'))
      expect(seedOf(...one)).not.toBe(seedOf(...other))
    }),
  )
})

// By `printf … | openssl dgst -sha256`, apart from the program.
test('vectors that were computed with openssl', () => {
  const text = poolText(head, some)
  expect(text).toBe(
    'anju-lottery-pool/1\nnumber YH202611001\nproject 1\nroom_type 1\nclasses 1,2\nfrozen_at 1790000000\nafter 0\ncount 3\n1 LH00000001\n2 LH00000002\n2 LH00000003\n',
  )
  expect(poolText(head, some.toReversed())).toBe(text)
  expect(hashOf(text)).toBe('5fe02a77a572bf2d75aeb2821fc3c6c62b630075c80a9f0c6cc88533eb3ffc25')
  expect(commitOf('correct-horse-battery')).toBe('62249369389075490555a758353aec61500c6218fa597252d52dc4bd0148f12d')
  const seed = seedOf(
    '5fe02a77a572bf2d75aeb2821fc3c6c62b630075c80a9f0c6cc88533eb3ffc25',
    '03 05 12 18 27 33 09',
    'correct-horse-battery',
    'supervisor-of-lots-1',
  )
  expect(seed).toBe('af9968f4dd8ca3684c4f72061c7686983b85d3a2a1d1e95ac9de335de49cc9e2')
  expect(draw(seed, some).map(({ receipt }) => receipt)).toEqual(['LH00000001', 'LH00000003', 'LH00000002'])
  // As the paper and docs/lottery.md say it.
  expect(createHmac('sha256', Buffer.alloc(32)).update('LH00000001').digest('hex')).toBe(
    '19683d185497701b7e1bf12faf931c5dc1fc66a6e2e3a88d1dd7045fcd1b588e',
  )
})

test('the script that anybody can run gives the same, of the pool file and the published words alone', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lots-'))
  try {
    const text = poolText({ ...head, after: 7 }, some)
    writeFileSync(join(folder, 'pool.txt'), text)
    const words = ['1 2 3', 'secret-of-the-operator', 'secret-of-the-supervisor'] as const
    const lines = execFileSync(process.execPath, ['server/domain/waiting/lottery.mjs', join(folder, 'pool.txt'), ...words], {
      encoding: 'utf8',
    })
      .trimEnd()
      .split('\n')
    const seed = seedOf(hashOf(text), ...words)
    expect(lines).toEqual([
      `pool ${hashOf(text)}`,
      `commit ${commitOf(words[1])}`,
      `commit ${commitOf(words[2])}`,
      `seed ${seed}`,
      ...draw(seed, some, 7).map(({ lottery_no, receipt, priority, place }) => `${lottery_no} ${receipt} ${priority} ${place}`),
    ])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('the program’s own hash is that of its file', () => {
  expect(programHash()).toBe(createHash('sha256').update(readFileSync('server/domain/waiting/rules/lottery.ts')).digest('hex'))
})
