import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Agreed, agreedTerms } from '../../../server/domain/lateFee/rules/agreed.ts'
import { lateFeeOf, type Terms } from '../../../server/domain/lateFee/rules/lateFee.ts'
import { addDays } from '../../../src/protocol/dates.ts'

const DUE = '2026-01-31'
const day = (after: number): string => addDays(DUE, after)

const dated = <T extends object>(rest: fc.Arbitrary<T>, least: number): fc.Arbitrary<(T & { from: string })[]> =>
  fc
    .uniqueArray(fc.tuple(fc.integer({ min: -30, max: 120 }), rest), { minLength: least, maxLength: 4, selector: ([from]) => from })
    .map((all) => all.toSorted(([a], [b]) => a - b).map(([from, one]) => ({ ...one, from: day(from) })))

const standard: fc.Arbitrary<Terms> = fc.record({
  rates: dated(fc.record({ rate: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 100_000 })) }), 1),
  grace: fc.integer({ min: 0, max: 20 }),
  isAfterGrace: fc.boolean(),
  cap: fc.integer({ min: 1, max: 100 }),
})
const agreed: fc.Arbitrary<Agreed[]> = dated(
  fc.integer({ min: 1, max: 3 }).chain((way) =>
    fc.record({
      way: fc.constant(way),
      rate: way === 2 ? fc.integer({ min: 1, max: 100_000 }).map((n) => n / 1000) : fc.constant(null),
      grace: way === 2 ? fc.integer({ min: 0, max: 20 }) : fc.constant(null),
      cap: way === 2 ? fc.integer({ min: 1, max: 100 }) : fc.constant(null),
    }),
  ),
  0,
)
const on = <L extends { from: string }>(lines: readonly L[], when: string): L | undefined =>
  lines.filter(({ from }) => from <= when).at(-1) ?? lines[0]
const owing = { due: DUE, price: 1_000_000, changes: [], frozen: [], stop: null }

test('where nothing is agreed the terms are the operator’s', () => {
  fc.assert(
    fc.property(standard, fc.integer({ min: 0, max: 200 }), (usual, until) => {
      const { total, cap } = lateFeeOf(owing, agreedTerms(usual, [], DUE), day(until))
      expect({ total, cap }).toEqual((({ total: t, cap: c }) => ({ total: t, cap: c }))(lateFeeOf(owing, usual, day(until))))
    }),
  )
})

test('each day counts at what was agreed for it, none where none was charged; grace and cap are those of the due day', () => {
  fc.assert(
    fc.property(standard, agreed, fc.integer({ min: 0, max: 200 }), (usual, lines, until) => {
      const terms = agreedTerms(usual, lines, DUE)
      const own = on(lines, DUE)
      expect([terms.grace, terms.cap]).toEqual(own?.way === 2 ? [own.grace, own.cap] : [usual.grace, usual.cap])
      let raw = 0n
      for (let n = terms.isAfterGrace ? terms.grace + 1 : 1; n <= until; n++) {
        const [line, rate] = [on(lines, day(n)), on(usual.rates, day(n))?.rate ?? 0]
        const counted = { 1: rate, 2: rate > 0 ? Math.round((line?.rate ?? 0) * 1000) : 0, 3: 0 }[line?.way ?? 1] ?? 0
        raw += 1_000_000n * BigInt(counted)
      }
      const sum = until <= terms.grace ? 0 : Number((raw + 5_000_000n) / 10_000_000n)
      expect(lateFeeOf(owing, terms, day(until)).total).toBe(Math.min(sum, 10_000 * terms.cap))
    }),
    { numRuns: 500 },
  )
})
