import fc from 'fast-check'
import { expect, test } from 'vitest'
import { wrongOf } from '../../../server/domain/vat/rules/turnOut.ts'
import { addDays } from '../../../src/protocol/dates.ts'
import { MAX_FEN } from '../../../src/protocol/fen.ts'

const today = '2026-11-27'
const left = fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: MAX_FEN }))
/** Days before today. */
const back = fc.integer({ min: 0, max: 400 })

test('any part of what is still deducted can be turned out, and never more, nothing, or less', () => {
  fc.assert(
    fc.property(left, fc.integer({ min: 0, max: MAX_FEN }), (of, seed) => {
      const deducted = { left: of, since: today }
      expect(wrongOf({ amount: 1 + (seed % of), out_day: today }, deducted)).toBeNull()
      for (const amount of [of + 1 + seed, 0, -1 - seed])
        expect(wrongOf({ amount, out_day: today }, deducted)).toMatchObject({ field: 'amount' })
      expect(wrongOf({ amount: 1 + seed, out_day: today }, { ...deducted, left: 0 })).toMatchObject({ field: 'amount' })
    }),
  )
})

test('on any day from that on which it was booked, and none before', () => {
  fc.assert(
    fc.property(back, back, (a, b) => {
      const [since, out_day] = [addDays(today, -a), addDays(today, -b)]
      expect(wrongOf({ amount: 1, out_day }, { left: 1, since })?.field).toBe(b > a ? 'out_day' : undefined)
    }),
  )
})
