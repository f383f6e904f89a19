import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { byMonth, type MonthPaid, paidByMonth } from '../../../server/domain/certificate/rules/paidByMonth.ts'

const sum = (all: readonly MonthPaid[], of: 'due' | 'paid'): number => all.reduce((total, one) => total + one[of], 0)

describe('what is due and paid by month', () => {
  test('of a bill that the tenant bears alone is its months; what is paid settles the earliest', () => {
    const months = [
      { month: '2026-01', price: 100 },
      { month: '2026-02', price: 101 },
    ]
    expect(paidByMonth({ due: 201, paid: 150, months })).toEqual([
      { month: '2026-01', due: 100, paid: 100 },
      { month: '2026-02', due: 101, paid: 50 },
    ])
    // Of 70 percent, each month has its part.
    expect(paidByMonth({ due: 141, paid: 0, months }).map(({ due }) => due)).toEqual([70, 71])
    expect(paidByMonth({ due: 0, paid: 0, months: [{ month: '2026-01', price: 0 }] })).toEqual([])
  })

  test('sums to the part, and to what is paid of it; no month is paid beyond what it is', () => {
    const part = fc
      .record({
        months: fc.array(
          fc.record({ month: fc.constantFrom('2026-01', '2026-02', '2026-03'), price: fc.integer({ min: -100, max: 1_000_000 }) }),
          { minLength: 1, maxLength: 12 },
        ),
        due: fc.integer({ min: 0, max: 1_000_000 }),
        share: fc.integer({ min: 0, max: 100 }),
      })
      .map(({ share, ...rest }) => ({ ...rest, paid: Math.floor((rest.due * share) / 100) }))
    fc.assert(
      fc.property(part, (one) => {
        const told = paidByMonth(one)
        if (told.length === 0) return
        expect(sum(told, 'due')).toBe(one.due)
        expect(sum(told, 'paid')).toBe(one.paid)
        for (const { due, paid } of told) {
          expect(paid).toBeGreaterThanOrEqual(0)
          expect(paid).toBeLessThanOrEqual(due)
        }
        expect(sum(byMonth(told), 'due')).toBe(one.due)
        expect(byMonth(told).map(({ month }) => month)).toEqual([...new Set(byMonth(told).map(({ month }) => month))].sort())
      }),
    )
  })
})
