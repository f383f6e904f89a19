import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type RentTerms, rentFor, rentPlan } from '../../../server/domain/contract/rules/rentPlan.ts'
import { type Bearer, partsOf, type Split } from '../../../server/domain/contract/rules/splits.ts'

const day = (text: string): number => Date.parse(`${text}T00:00:00Z`) / 86_400_000
const YEAR: RentTerms = {
  start: day('2026-01-01'),
  end: day('2026-12-31'),
  steps: [{ from: day('2026-01-01'), rent: 100_000 }],
  mode: 1,
  cycle: 1,
  joinsFirst: false,
  due: { way: 2, days: 0 },
}
const line = (from: string, bearer: Bearer, rest: Partial<Split>): Split => ({
  ...{ from: day(from), bearer, company_id: bearer * 10, way: 1, percent: null, sum: null, cap: null },
  ...rest,
})
const owed = (splits: readonly Split[], from: string, to: string): Record<number, number> =>
  Object.fromEntries(partsOf(YEAR, splits, day(from), day(to)).map(({ party, fen }) => [party, fen]))

test('percents are rounded down: the remainder is the tenant’s, who comes first', () => {
  const terms = { ...YEAR, steps: [{ from: YEAR.start, rent: 100_001 }] }
  const parts = partsOf(terms, [line('2026-01-01', 2, { percent: 30 })], day('2026-01-01'), day('2026-01-31'))
  expect(parts).toEqual([
    { party: 1, company_id: null, fen: 70_001 },
    { party: 2, company_id: 20, fen: 30_000 },
  ])
})

test('employer, treasury and tenant stand beside each other, each with its own rule', () => {
  const splits = [line('2026-01-01', 2, { way: 2, sum: 30_000 }), line('2026-01-01', 3, { percent: 50, cap: 40_000 })]
  expect(owed(splits, '2026-01-01', '2026-01-31')).toEqual({ 1: 30_000, 2: 30_000, 3: 40_000 })
  // Of a part of a month their part.
  expect(owed(splits, '2026-04-01', '2026-04-15')).toEqual({ 1: 15_000, 2: 15_000, 3: 20_000 })
  const fixed = [line('2026-01-01', 3, { way: 3, sum: 25_000 })]
  expect(owed(fixed, '2026-01-01', '2026-02-28')).toEqual({ 1: 50_000, 3: 150_000 })
})

test('a line holds until the next of its bearer, to the day; none bears what another has borne', () => {
  const splits = [
    line('2026-01-01', 2, { percent: 50 }),
    line('2026-01-16', 2, { percent: 0 }),
    line('2026-02-01', 2, { way: 2, sum: 90_000 }),
    line('2026-02-01', 3, { way: 2, sum: 90_000 }),
  ]
  // 15 of 31 days: R(100000·15/31) = 48387, half of it rounded down.
  expect(owed(splits, '2026-01-01', '2026-01-31')).toEqual({ 1: 100_000 - 24_193, 2: 24_193 })
  expect(owed(splits, '2026-02-01', '2026-02-28')).toEqual({ 2: 90_000, 3: 10_000 })
})

const aSplit = fc
  .record({
    at: fc.integer({ min: -40, max: 800 }),
    bearer: fc.constantFrom<Bearer>(2, 3, 4),
    company_id: fc.integer({ min: 1, max: 3 }),
    way: fc.constantFrom<1 | 2 | 3>(1, 2, 3),
    percent: fc.integer({ min: 0, max: 100 }),
    sum: fc.integer({ min: 1, max: 300_000 }),
    cap: fc.option(fc.integer({ min: 1, max: 100_000 })),
  })
  .map(
    ({ at, bearer, company_id, way, percent, sum, cap }): Split => ({
      ...{ from: YEAR.start + at, bearer, company_id, way },
      ...{ percent: way === 1 ? percent : null, sum: way === 1 ? null : sum, cap: way === 2 ? null : cap },
    }),
  )
const someTerms = fc
  .record({
    length: fc.integer({ min: 1, max: 900 }),
    mode: fc.constantFrom<1 | 2 | 3>(1, 2, 3),
    cycle: fc.constantFrom(1, 2, 3, 6, 12),
    rents: fc.array(fc.record({ at: fc.integer({ min: 1, max: 800 }), rent: fc.integer({ min: 1, max: 500_000 }) }), { maxLength: 3 }),
    rent: fc.integer({ min: 1, max: 500_000 }),
  })
  .map(({ length, mode, cycle, rents, rent }): RentTerms => {
    const later = new Map(rents.map((step) => [YEAR.start + step.at, step.rent]))
    const steps = [{ from: YEAR.start, rent }, ...[...later].toSorted(([a], [b]) => a - b).map(([from, fen]) => ({ from, rent: fen }))]
    return { ...YEAR, end: YEAR.start + length, mode, cycle, steps }
  })

test('whatever is agreed, the parts of each period sum to its rent, and none is below zero', () => {
  fc.assert(
    fc.property(someTerms, fc.array(aSplit, { maxLength: 6 }), (terms, splits) => {
      for (const { from, to, price } of rentPlan(terms)) {
        const parts = partsOf(terms, splits, from, to)
        expect(parts.reduce((sum, { fen }) => sum + fen, 0)).toBe(price)
        expect(parts.every(({ fen }) => fen > 0)).toBe(true)
        expect(new Set(parts.map(({ party, company_id }) => `${party} ${company_id}`)).size).toBe(parts.length)
      }
    }),
    { numRuns: 500 },
  )
})

test('a fixed sum is the same however a period is cut; a cap is never passed', () => {
  fc.assert(
    fc.property(someTerms, fc.integer({ min: 1, max: 100_000 }), fc.integer({ min: 0, max: 900 }), (terms, sum, at) => {
      const cut = Math.min(terms.end, terms.start + at)
      const borneOf = (split: Split, from: number, to: number): number =>
        partsOf(terms, [split], from, to).find(({ party }) => party === 2)?.fen ?? 0
      const most = (from: number, to: number): number => rentFor({ ...terms, steps: [{ from: terms.start, rent: sum }] }, from, to)
      const high = { ...terms, steps: [{ from: terms.start, rent: 500_000 }] }
      const fixed = line('2026-01-01', 2, { way: 2, sum })
      const inHigh = (from: number, to: number): number => partsOf(high, [fixed], from, to).find(({ party }) => party === 2)?.fen ?? 0
      expect(inHigh(terms.start, cut) + (cut < terms.end ? inHigh(cut + 1, terms.end) : 0)).toBe(inHigh(terms.start, terms.end))
      expect(borneOf(line('2026-01-01', 2, { percent: 100, cap: sum }), terms.start, cut)).toBeLessThanOrEqual(most(terms.start, cut))
    }),
    { numRuns: 500 },
  )
})
