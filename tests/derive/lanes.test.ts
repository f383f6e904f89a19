import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lanesOf } from '../../src/derive/plots/lanes.ts'

test('what takes place at the same time stands side by side, and what overlaps with nothing has the whole width', () => {
  const at = (from: number, to: number) => ({ from, to })
  expect(lanesOf([at(9, 10), at(10, 11), at(20, 21), at(20, 22), at(21, 23)]).lanes).toEqual([
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
      const { lanes, crowds } = lanesOf(placed)
      expect(crowds).toEqual([])
      for (const [one, { from, to }] of placed.entries())
        for (const [other, { from: starts, to: ends }] of placed.entries())
          if (one < other && from < ends && starts < to) {
            expect(lanes[one]?.lane).not.toBe(lanes[other]?.lane)
            expect(lanes[one]?.lanes).toBe(lanes[other]?.lanes)
          }
      for (const one of lanes) expect(one?.lane).toBeLessThan(one?.lanes ?? 0)
    }),
  )
})

test('of more than there is room for, the last lane is a crowd’s: each stands alone or in one crowd, and nothing overlaps', () => {
  const at = (from: number) => ({ from, to: from + 1 })
  expect(lanesOf([at(9), at(9), at(9), at(20), at(20)], 2)).toEqual({
    lanes: [{ lane: 0, lanes: 2 }, null, null, { lane: 0, lanes: 2 }, { lane: 1, lanes: 2 }],
    crowds: [{ from: 9, to: 10, lane: 1, lanes: 2, places: [1, 2] }],
  })
  const some = fc.array(fc.record({ from: fc.nat(20), lasts: fc.integer({ min: 1, max: 9 }) }), { maxLength: 20 })
  fc.assert(
    fc.property(some, fc.integer({ min: 2, max: 4 }), (drawn, most) => {
      const placed = drawn.map(({ from, lasts }) => ({ from, to: from + lasts }))
      const { lanes, crowds } = lanesOf(placed, most)
      const crowded = crowds.flatMap(({ places }) => places)
      const alone = lanes.flatMap((one, place) => (one ? [place] : []))
      expect([...crowded, ...alone].sort((a, b) => a - b)).toEqual(placed.map((_, place) => place))
      const shown = [...crowds, ...alone.map((place) => ({ ...placed[place], ...lanes[place] }) as (typeof crowds)[number])]
      for (const one of shown) expect(one.lane).toBeLessThan(one.lanes)
      for (const { lanes } of shown) expect(lanes).toBeLessThanOrEqual(most)
      for (const [one, { from, to, lane }] of shown.entries())
        for (const other of shown.slice(one + 1)) if (from < other.to && other.from < to) expect(lane).not.toBe(other.lane)
    }),
  )
})
