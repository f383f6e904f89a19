import fc from 'fast-check'
import { expect, test } from 'vitest'
import { evenParts, monthsAfter, wrongParts } from '../../../server/domain/paymentPlan/rules/parts.ts'

const total = fc.integer({ min: 100, max: 1_000_000_000 })
const count = fc.integer({ min: 2, max: 36 })
const day = fc.integer({ min: 0, max: 3000 }).map((after) => new Date(Date.UTC(2026, 0, 1 + after)).toISOString().slice(0, 10))

test('even parts sum to the whole, differ by no more than the remainder, and follow each other', () => {
  fc.assert(
    fc.property(total, count, day, (sum, parts, first) => {
      const all = evenParts(sum, parts, first)
      expect(wrongParts(all, sum)).toBeNull()
      expect(all[0]).toMatchObject({ due_day: first, price: expect.any(Number) })
      expect((all[0]?.price ?? 0) - (all[1]?.price ?? 0)).toBeLessThan(parts)
      expect(all).toHaveLength(parts)
    }),
  )
})

test('the anchor day is kept over short months', () => {
  expect([1, 2, 3, 11, 13].map((months) => monthsAfter('2026-01-31', months))).toEqual([
    ...['2026-02-28', '2026-03-31', '2026-04-30', '2026-12-31', '2027-02-28'],
  ])
})

test('parts that do not sum, or do not follow each other, are told', () => {
  const parts = [
    { due_day: '2026-01-01', price: 1 },
    { due_day: '2026-01-02', price: 2 },
  ]
  expect(wrongParts(parts, 3)).toBeNull()
  expect(wrongParts(parts, 4)).toBe('sum')
  expect(wrongParts(parts.toReversed(), 3)).toBe('order')
  expect(wrongParts([parts[0], parts[0]] as typeof parts, 2)).toBe('order')
})
