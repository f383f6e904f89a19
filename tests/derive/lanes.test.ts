import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lanesOf } from '../../src/derive/plots/lanes.ts'

test('what takes place at the same time stands side by side, and what overlaps with nothing has the whole width', () => {
  const at = (from: number, to: number) => ({ from, to })
  expect(lanesOf([at(9, 10), at(10, 11), at(20, 21), at(20, 22), at(21, 23)])).toEqual([
    { lane: 0, lanes: 1 },
    { lane: 0, lanes: 1 },
    { lane: 0, lanes: 2 },
    { lane: 1, lanes: 2 },
    { lane: 0, lanes: 2 },
  ])
})

test('no two that overlap stand in the same lane, and each lane is one of those there are', () => {
  const some = fc.array(fc.record({ from: fc.nat(40), lasts: fc.integer({ min: 1, max: 9 }) }), { maxLength: 20 })
  fc.assert(
    fc.property(some, (drawn) => {
      const placed = drawn.map(({ from, lasts }) => ({ from, to: from + lasts }))
      const lanes = lanesOf(placed)
      for (const [one, { from, to }] of placed.entries())
        for (const [other, { from: starts, to: ends }] of placed.entries())
          if (one < other && from < ends && starts < to) {
            expect(lanes[one]?.lane).not.toBe(lanes[other]?.lane)
            expect(lanes[one]?.lanes).toBe(lanes[other]?.lanes)
          }
      for (const { lane, lanes: all } of lanes) expect(lane).toBeLessThan(all)
    }),
  )
})
