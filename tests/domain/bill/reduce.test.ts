import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { percentOf, reduce } from '../../../server/domain/bill/rules/reduce.ts'

const share = fc
  .record({ price: fc.integer({ min: 0, max: 1_000_000 }), share: fc.integer({ min: 0, max: 100 }), party: fc.constantFrom(1, 2, 3, 4) })
  .map(({ price, share: of, party }) => ({ price, paid: Math.floor((price * of) / 100), party }))
const shares = fc.array(share, { minLength: 1, maxLength: 4 }).map((all) => all.map((one, share_id) => ({ ...one, share_id })))
const asked = fc.oneof(
  fc.record({
    how: fc.constant(1 as const),
    amount: fc.integer({ min: 1, max: 3_000_000 }),
    party: fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined }),
  }),
  fc.record({
    how: fc.constant(2 as const),
    percent: fc.integer({ min: 1, max: 100 }),
    party: fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined }),
  }),
)
const sum = (all: readonly number[]): number => all.reduce((one, other) => one + other, 0)

describe('a reduction', () => {
  test('never leaves less than nothing, nor more paid than is left; it touches whom it names alone', () => {
    fc.assert(
      fc.property(shares, asked, (all, how) => {
        const { parts } = reduce(all, how)
        for (const { share_id, less, back } of parts) {
          const one = all[share_id] ?? expect.unreachable('no share')
          expect(less).toBeGreaterThan(0)
          expect(less).toBeLessThanOrEqual(one.price)
          expect(one.paid - back).toBeLessThanOrEqual(one.price - less)
          expect(back).toBeGreaterThanOrEqual(0)
          // No more comes back than has to.
          expect(back === 0 || one.paid - back === one.price - less).toBe(true)
          expect(how.party === undefined || one.party === how.party).toBe(true)
        }
      }),
    )
  })

  test('by an amount comes to that amount, or is refused', () => {
    fc.assert(
      fc.property(shares, asked, (all, how) => {
        fc.pre(how.how === 1)
        const own = all.filter(({ party }) => how.party === undefined || party === how.party)
        const { parts, problem } = reduce(all, how)
        const whole = sum(own.map(({ price }) => price))
        if (own.length === 0) expect(problem).toBe('none')
        else if (how.amount > whole) expect(problem).toBe('beyond')
        else expect(sum(parts.map(({ less }) => less))).toBe(how.amount)
      }),
    )
  })

  test('by percent is that of each, half a fen up; all of it is all', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9_000_000_000 }), fc.integer({ min: 1, max: 100 }), (price, percent) => {
        const less = percentOf(price, percent)
        expect(Math.abs(less * 100 - price * percent)).toBeLessThanOrEqual(50)
        expect(percentOf(price, 100)).toBe(price)
      }),
    )
    expect([percentOf(333, 50), percentOf(1, 49), percentOf(1, 50)]).toEqual([167, 0, 1])
    expect(reduce([{ share_id: 1, party: 1, price: 1, paid: 0 }], { how: 2, percent: 49 })).toEqual({ parts: [], problem: 'nothing' })
  })
})
