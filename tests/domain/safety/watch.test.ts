import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isTooMuch } from '../../../server/backup/watch.ts'

const limits = { waiting: 4 * 2 ** 30, free: 2 ** 30 }
const room = fc.record({ waiting: fc.nat(8 * 2 ** 30), free: fc.nat(8 * 2 ** 30) })

test('what waits for a place of backups is given up when there is too much of it, or when it leaves the disk no room; never where nothing waits', () => {
  fc.assert(
    fc.property(room, ({ waiting, free }) => {
      expect(isTooMuch({ waiting, free })).toBe(waiting > limits.waiting || (waiting > 0 && free < limits.free))
      expect(isTooMuch({ waiting: 0, free })).toBe(false)
    }),
  )
  expect(isTooMuch({ waiting: limits.waiting, free: limits.free })).toBe(false)
  expect(isTooMuch({ waiting: 1, free: limits.free - 1 })).toBe(true)
})
