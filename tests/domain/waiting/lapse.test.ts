import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lapseOf } from '../../../server/domain/waiting/rules/lapse.ts'

const second = fc.integer({ min: 0, max: 2_000_000_000 })

test('a lapse counts as a decline exactly where the setting wants it and the notice arrived within the window', () => {
  fc.assert(
    fc.property(fc.boolean(), fc.option(second), second, (lapseCounts, arrivedAt, heldUntil) => {
      const { counts, why } = lapseOf({ lapseCounts, arrivedAt, heldUntil })
      const arrived = arrivedAt !== null && arrivedAt < heldUntil
      expect(counts).toBe(lapseCounts && arrived)
      expect(why.includes('没有证明送达')).toBe(!arrived)
      expect(why.endsWith('记一次放弃')).toBe(counts)
    }),
  )
})

test('a notice that arrives when the window is over proves nothing', () => {
  expect(lapseOf({ lapseCounts: true, arrivedAt: 99, heldUntil: 100 }).counts).toBe(true)
  expect(lapseOf({ lapseCounts: true, arrivedAt: 100, heldUntil: 100 }).counts).toBe(false)
})
