import fc from 'fast-check'
import { expect, test } from 'vitest'
import { amountOf, type Dial, doubtOf, usedOf, wordsOf } from '../../../server/domain/meter/rules/reading.ts'

const units = fc.integer({ min: 0, max: 99_999_999 }).map((hundredths) => hundredths / 100)

test('what was used is what both meters counted, to the hundredth', () => {
  fc.assert(
    fc.property(units, units, units, units, (previous, old, start, now) => {
      const exact = (one: number): bigint => BigInt(Math.round(one * 100))
      const same: Dial = { previous, current: now, old_end: null, new_start: null }
      expect(BigInt(usedOf(same))).toBe(exact(now) - exact(previous))
      expect(BigInt(usedOf({ ...same, old_end: old, new_start: start }))).toBe(exact(old) - exact(previous) + exact(now) - exact(start))
      expect(BigInt(usedOf({ ...same, new_start: start }))).toBe(exact(now) - exact(start))
    }),
  )
})

test('a replaced meter costs what an endless one would have', () => {
  fc.assert(
    fc.property(
      units,
      fc.integer({ min: 0, max: 10_000 }),
      fc.integer({ min: 0, max: 10_000 }),
      units,
      (previous, before, after, start) => {
        const replaced = { previous, old_end: previous + before / 100, new_start: start, current: start + after / 100 }
        expect(usedOf(replaced)).toBe(before + after)
      },
    ),
  )
})

test('an amount is rounded once, a half up', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 9_999_999 }), fc.integer({ min: 0, max: 999_999 }), (used, price) => {
      expect(BigInt(amountOf(used, price))).toBe((BigInt(used) * BigInt(price) * 2n + 100n) / 200n)
    }),
  )
})

const judged = { used: 5000, past: [1000, 1200, 900], usual: 1000, times: 3, floor: 30, isPaid: true, isFromBefore: false }

test('a usage is asked about where it is far above the usual, nothing where there always was some, or the first that somebody pays', () => {
  expect(doubtOf(judged)).toBe(1)
  expect(doubtOf({ ...judged, used: 3000 })).toBeNull()
  expect(doubtOf({ ...judged, used: 3001 })).toBe(1)
  expect(doubtOf({ ...judged, floor: 51 })).toBeNull()
  expect(doubtOf({ ...judged, used: 0 })).toBe(2)
  expect(doubtOf({ ...judged, used: 0, past: [1000, 0, 900] })).toBeNull()
  expect(doubtOf({ ...judged, used: 0, past: [1000, 900] })).toBeNull()
  expect(doubtOf({ ...judged, past: [], usual: null })).toBe(3)
  expect(doubtOf({ ...judged, past: [], usual: null, isPaid: false })).toBeNull()
  expect(doubtOf({ ...judged, used: 3000, isFromBefore: true })).toBe(4)
  expect(doubtOf({ ...judged, used: 2999, isFromBefore: true })).toBeNull()
  expect(doubtOf({ ...judged, isFromBefore: true, isPaid: false })).toBe(1)
})

test('nothing that is usual is asked about, whatever is usual', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 100_000 }), { minLength: 1, maxLength: 6 }),
      fc.integer({ min: 0, max: 1000 }),
      (past, floor) => {
        const usual = past.toSorted((a, b) => a - b)[Math.floor(past.length / 2)] ?? 0
        expect(doubtOf({ used: usual, past, usual, times: 1.1, floor, isPaid: true, isFromBefore: false })).toBeNull()
      },
    ),
  )
})

test('the working is written out', () => {
  expect(wordsOf({ previous: 100, current: 108.5, old_end: null, new_start: null })).toBe('108.50 − 100.00 = 8.50')
  expect(wordsOf({ previous: 100, current: 8, old_end: 120, new_start: 1 })).toBe('旧表 120.00 − 100.00，新表 8.00 − 1.00，共 27.00')
})
