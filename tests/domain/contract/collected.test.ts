import fc from 'fast-check'
import { expect, test } from 'vitest'
import { periodWith, unusedOf } from '../../../server/domain/contract/rules/collected.ts'
import { type RentMode, type RentTerms, rentFor, rentPlan } from '../../../server/domain/contract/rules/rentPlan.ts'

const terms: fc.Arbitrary<RentTerms> = fc
  .record({
    start: fc.integer({ min: 19_000, max: 21_000 }),
    length: fc.integer({ min: 0, max: 1000 }),
    mode: fc.constantFrom<RentMode>(1, 2, 3),
    cycle: fc.constantFrom(1, 2, 3, 6, 12),
    joinsFirst: fc.boolean(),
    rent: fc.integer({ min: 1, max: 1_000_000 }),
  })
  .map(({ start, length, rent, ...rest }) => ({
    ...rest,
    start,
    end: start + length,
    steps: [{ from: start, rent }],
    due: { way: 2, days: 0 },
  }))
const all = (fen: number): number => fen

test('every day of a term is in one period, that begins the day after the one before ends; a day outside is in none', () => {
  fc.assert(
    fc.property(terms, fc.nat(1000), (lease, place) => {
      const day = lease.start + (place % (lease.end - lease.start + 1))
      const found = periodWith(lease, day)
      expect(found && found.period.from <= day && day <= found.period.to).toBe(true)
      expect((found?.before ?? lease.start - 1) + 1).toBe(found?.period.from)
      expect([periodWith(lease, lease.start - 1), periodWith(lease, lease.end + 1)]).toEqual([null, null])
    }),
  )
})

test('what was used and what was not sum to what was collected, whenever the room is left; nothing is given back from its end on', () => {
  fc.assert(
    fc.property(terms, fc.nat(), fc.nat(1000), (lease, n, left) => {
      const plan = rentPlan(lease)
      const { to } = plan[n % plan.length] as (typeof plan)[number]
      const leftOn = lease.start + (left % (to - lease.start + 1))
      const unused = unusedOf(lease, to, leftOn, all)
      expect(unused + rentFor(lease, lease.start, leftOn)).toBe(rentFor(lease, lease.start, to))
      expect(unusedOf(lease, to, to, all)).toBe(0)
      // Of each period a part, rounded as a bill's is.
      const part = unusedOf(lease, to, leftOn, (fen) => Math.ceil((fen * 70) / 100))
      expect(Math.abs(part - (unused * 70) / 100)).toBeLessThan(plan.length + 1)
    }),
  )
})
