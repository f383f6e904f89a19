import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newRent } from '../../../server/domain/contract/rules/newRent.ts'

const rent = fc.integer({ min: 1, max: 100_000_000 })

test('by percent it is the nearest whole fen, jiao or yuan, a half upwards, counted by whole numbers', () => {
  fc.assert(
    fc.property(
      rent,
      fc.integer({ min: -9_900, max: 50_000 }),
      fc.constantFrom([1, 1n], [2, 10n], [3, 100n]),
      (old, hundredths, [rounds, unit]) => {
        const to = newRent({ rent: old, standard: null }, { how: 2, percent: hundredths / 100, rounds: rounds as number }) ?? Number.NaN
        const exact = BigInt(old) * BigInt(10_000 + hundredths)
        const [size, off] = [unit as bigint, BigInt(to) * 10_000n - exact]
        expect(BigInt(to) % size).toBe(0n)
        expect(2n * off <= 10_000n * size && 2n * off > -10_000n * size).toBe(true)
      },
    ),
  )
  expect(newRent({ rent: 123_450, standard: null }, { how: 2, percent: 10, rounds: 3 })).toBe(135_800)
  expect(newRent({ rent: 105, standard: null }, { how: 2, percent: -10, rounds: 1 })).toBe(95)
})

test('so much more or less, as it is asked, or what the room costs; null where nobody has said what it costs', () => {
  fc.assert(
    fc.property(rent, rent, fc.integer({ min: -1000, max: 1000 }), (old, other, more) => {
      expect(newRent({ rent: old, standard: other }, { how: 3, more })).toBe(old + more)
      expect(newRent({ rent: old, standard: other }, { how: 4 })).toBe(other)
      expect(newRent({ rent: old, standard: null }, { rent: other })).toBe(other)
    }),
  )
  expect(newRent({ rent: 1, standard: null }, { how: 4 })).toBeNull()
})
