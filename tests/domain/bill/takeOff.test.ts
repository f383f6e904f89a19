import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type TakenShare, takeOff } from '../../../server/domain/bill/rules/takeOff.ts'

const share = (share_id: number, changes: Partial<TakenShare> = {}): TakenShare => ({
  ...{ share_id, price: 0, paid: 0, bad: 0, reduced: 0, over: 0 },
  ...changes,
})

test('what is not paid is taken off first, then what was written off, what another took over, what is paid, and last what was reduced', () => {
  const own = share(1, { price: 150, paid: 100, bad: 20, reduced: 30, over: -60 })
  const other = share(2, { price: 80, paid: 30, over: 60 })
  const off = (asked: number) => takeOff(own, [own, other, share(3, { price: 999, paid: 0 })], asked)
  expect(off(50)).toEqual([{ share_id: 1, off: 50, recovered: 0, restored: 0 }])
  expect(off(70)).toEqual([{ share_id: 1, off: 70, recovered: 20, restored: 0 }])
  expect(off(120)).toEqual([
    { share_id: 1, off: 70, recovered: 20, restored: 0 },
    { share_id: 2, off: 50, recovered: 0, restored: 0 },
  ])
  expect(off(9_999)).toEqual([
    { share_id: 1, off: 200, recovered: 20, restored: 30 },
    { share_id: 2, off: 60, recovered: 0, restored: 0 },
  ])
})

test('no share comes to less than nothing, and no more is taken off than is asked, given back than was taken, or another took over', () => {
  const fen = fc.integer({ min: 0, max: 500 })
  const shares = fc.record({ price: fen, unpaid: fen, bad: fen, reduced: fen, over: fc.integer({ min: -500, max: 500 }) })
  fc.assert(
    fc.property(fc.array(shares, { minLength: 1, maxLength: 4 }), fc.integer({ min: 1, max: 3_000 }), (given, asked) => {
      const all = given.map(({ price, unpaid, ...rest }, place) => ({ share_id: place, price, paid: Math.max(0, price - unpaid), ...rest }))
      const [own] = all as [TakenShare]
      const offs = takeOff(own, all, asked)
      expect(offs.reduce((sum, { off }) => sum + off, 0)).toBeLessThanOrEqual(asked)
      for (const { share_id, off, recovered, restored } of offs) {
        const { price, bad, reduced, over } = all[share_id] as TakenShare
        expect(price + recovered + restored - off).toBeGreaterThanOrEqual(0)
        expect(recovered <= bad && restored <= reduced).toBe(true)
        if (share_id !== own.share_id) expect(off).toBeLessThanOrEqual(over)
      }
    }),
  )
})
