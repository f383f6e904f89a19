import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type BilledRent, billingOf } from '../../../server/domain/contract/rules/billing.ts'
import { type RentTerms, rentFor, rentPlan } from '../../../server/domain/contract/rules/rentPlan.ts'

const START = Date.parse('2026-01-15T00:00:00Z') / 86_400_000

const terms: fc.Arbitrary<RentTerms> = fc
  .record({
    days: fc.integer({ min: 1, max: 800 }),
    rent: fc.integer({ min: 1, max: 900_001 }),
    step: fc.option(fc.record({ after: fc.integer({ min: 1, max: 400 }), rent: fc.integer({ min: 1, max: 900_001 }) })),
    mode: fc.constantFrom(1 as const, 2 as const, 3 as const),
    cycle: fc.constantFrom(1, 2, 3, 6, 12),
    joinsFirst: fc.boolean(),
  })
  .map(({ days, rent, step, ...rest }) => ({
    ...{ start: START, end: START + days - 1, due: { way: 1 as const, days: 5 }, ...rest },
    steps: [{ from: START, rent }, ...(step ? [{ from: START + step.after, rent: step.rent }] : [])],
  }))

const days = (rows: readonly { from: number; to: number }[]): number[] =>
  rows.flatMap(({ from, to }) => Array.from({ length: to - from + 1 }, (_, n) => from + n))

test('whatever is billed, bills and what is still to be billed are every day of the term once, and sum to the plan to the fen', () => {
  const cut = fc.array(fc.record({ skip: fc.integer({ min: 0, max: 70 }), length: fc.integer({ min: 1, max: 120 }) }), { maxLength: 6 })
  fc.assert(
    fc.property(terms, cut, fc.array(fc.boolean(), { maxLength: 20 }), (lease, cuts, isBilled) => {
      const plan = rentPlan(lease)
      // By the plan, or however bills were cut when the plan was another.
      let next = lease.start
      const odd = cuts.flatMap(({ skip, length }) => {
        const [from, to] = [next + skip, Math.min(next + skip + length - 1, lease.end)]
        next = to + 1
        return from <= to ? [{ from, to }] : []
      })
      const spans = isBilled.length > 0 ? plan.filter((_, n) => isBilled[n]) : odd
      const bills: BilledRent[] = spans.map(({ from, to }) => ({ from, to, due: from, price: rentFor(lease, from, to), paid: 0 }))
      const rows = billingOf(lease, plan, bills)
      expect(days(rows)).toEqual(days([{ from: lease.start, to: lease.end }]))
      expect(rows.reduce((sum, { rent }) => sum + rent, 0)).toBe(rentFor(lease, lease.start, lease.end))
      expect(rows.filter(({ bill }) => bill).map(({ bill }) => bill)).toEqual(bills)
    }),
  )
})

test('a bill costs what it says, not what the plan says now, and what is beyond the term is there', () => {
  const lease: RentTerms = {
    ...{ start: START, end: START + 58, steps: [{ from: START, rent: 3000 }], mode: 2 as const, cycle: 1, joinsFirst: false },
    due: { way: 1 as const, days: 0 },
  }
  const bills = [
    { from: START, to: START + 30, due: START, price: 1, paid: 0 },
    { from: START + 70, to: START + 80, due: START, price: 7, paid: 7 },
  ]
  const rows = billingOf(lease, rentPlan(lease), bills)
  expect(rows.map(({ from, to, rent, bill }) => [from - START, to - START, rent, bill !== null])).toEqual([
    [0, 30, 1, true],
    [31, 58, 3000, false],
    [70, 80, 7, true],
  ])
})
