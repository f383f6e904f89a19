import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rentPlan } from '../../../server/domain/contract/rules/rentPlan.ts'
import { violationTerms } from '../../../server/domain/contract/rules/violationRent.ts'

const BASE = 20_000

const planned = (steps: { from: number; rent: number }[], market: number, from: number, to: number): number =>
  rentPlan(violationTerms(steps, market, from, to)).reduce((sum, { price }) => sum + price, 0)

test('whole months are the difference of the two rents each, whatever the days before cost', () => {
  // 2024-10-04 is day 20,000; a year from there on.
  expect(planned([{ from: BASE - 400, rent: 100_000 }], 180_000, BASE, BASE + 364)).toBe(12 * 80_000)
  expect(planned([{ from: BASE - 400, rent: 200_000 }], 180_000, BASE, BASE + 364)).toBe(0)
})

test('a change of rent counts from its day on, never below nothing, and days add up however they are cut', () => {
  const rent = fc.integer({ min: 1, max: 500_000 })
  fc.assert(
    fc.property(
      rent,
      rent,
      rent,
      fc.integer({ min: 1, max: 200 }),
      fc.integer({ min: 0, max: 400 }),
      (first, second, market, change, days) => {
        const steps = [
          { from: BASE - 100, rent: first },
          { from: BASE + change, rent: second },
        ]
        const total = planned(steps, market, BASE, BASE + days)
        const most = Math.max(0, market - Math.min(first, second))
        expect(total).toBeGreaterThanOrEqual(0)
        // No month has fewer than 28 days.
        expect(total).toBeLessThanOrEqual(Math.ceil((most * (days + 1)) / 28) + days)
        if (days < change) expect(total).toBe(planned([{ from: BASE - 100, rent: first }], market, BASE, BASE + days))
        if (first >= market && second >= market) expect(total).toBe(0)
      },
    ),
  )
})
