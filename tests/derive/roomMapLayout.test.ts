import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { roomStates } from '../../src/schemas/property/roomState.ts'
import type { RoomMapLayout } from '../../src/ui/screens/roomMap/layout.ts'
import { cellSizes, floorLine, heading, layoutRooms, title, visibleRange } from '../../src/ui/screens/roomMap/layout.ts'
import { boxOf, moveBy, orgAt, placeOf } from '../../src/ui/screens/roomMap/navigate.ts'
import { tally, tallyWidth } from '../../src/ui/screens/roomMap/tally.ts'
import type { RoomMapBuilding, RoomMapData } from '../../src/ui/screens/roomMap/types.ts'

type Spec = { community: number; rooms: { floor: number; state: number }[] }

function dataOf(specs: Spec[]): RoomMapData {
  let org = 0
  const buildings = [...specs]
    .sort((m, n) => m.community - n.community)
    .map((s, k): RoomMapBuilding => {
      return {
        unit_id: k + 1,
        name: `${k + 1}号楼`,
        community_id: s.community,
        community: `小区${s.community}`,
        p_id: 1,
        project: '项目',
        org_id: s.rooms.map(() => ++org),
        floor: s.rooms.map((r) => r.floor),
        number: s.rooms.map((r, i) => `${r.floor}${i}`),
        state: s.rooms.map((r) => r.state),
        tenant: s.rooms.map(() => ''),
        days: s.rooms.map(() => 0),
      }
    })
  return { buildings }
}

const room = fc.record({ floor: fc.integer({ min: -2, max: 12 }), state: fc.integer({ min: 1, max: 9 }) })
const specs = fc.array(fc.record({ community: fc.integer({ min: 1, max: 3 }), rooms: fc.array(room, { maxLength: 60 }) }), {
  maxLength: 12,
})
const width = fc.integer({ min: 60, max: 1600 })
const filter = fc.option(fc.uniqueArray(fc.integer({ min: 1, max: 9 })).map((s) => new Set(s)))
const size = fc.constantFrom(...Object.values(cellSizes))
const drawn = fc
  .record({ data: specs.map(dataOf), width, filter, size })
  .map((c) => ({ ...c, layout: layoutRooms(c.data, c.width, c.filter, c.size) }))

const places = (l: RoomMapLayout) => Array.from({ length: l.places }, (_, p) => p)

describe('room map layout', () => {
  it('places every room that matches once and no other', () => {
    fc.assert(
      fc.property(drawn, ({ data, filter, layout }) => {
        const wanted = data.buildings.flatMap((b) => b.org_id.filter((_, i) => !filter || filter.has(b.state[i] ?? 0)))
        const got = places(layout).map((p) => orgAt(data, layout, p) ?? -1)
        expect(got.sort((m, n) => m - n)).toEqual(wanted)
        for (const org of wanted.slice(0, 5)) expect(orgAt(data, layout, placeOf(data, layout, org))).toBe(org)
      }),
    )
  })

  it('lets no two cells overlap and keeps them inside the width where one cell fits', () => {
    fc.assert(
      fc.property(drawn, ({ width, layout, size }) => {
        const boxes = places(layout).map((p) => boxOf(layout, p))
        for (let i = 0; i < boxes.length; i++) {
          const a = boxes[i]
          if (!a) continue
          if (width >= 200) expect(a.x + a.w).toBeLessThanOrEqual(width)
          expect(a.y + a.h).toBeLessThanOrEqual(layout.height)
          for (let j = i + 1; j < boxes.length; j++) {
            const b = boxes[j]
            if (b && Math.abs(a.x - b.x) < size.width && Math.abs(a.y - b.y) < size.height) throw new Error(`cells ${i} and ${j} overlap`)
          }
        }
      }),
    )
  })

  it('keeps higher floors above lower ones and heads each community once', () => {
    fc.assert(
      fc.property(drawn, ({ data, layout }) => {
        const floorAt = new Map<number, number>()
        const heads: number[] = []
        for (let s = 0; s < layout.strips; s++) {
          const b = layout.building[s] ?? -1
          if (layout.kind[s] === heading) heads.push(data.buildings[b]?.community_id ?? -1)
          if (layout.kind[s] !== floorLine) continue
          expect(layout.floor[s]).toBeLessThanOrEqual(floorAt.get(b) ?? 99)
          floorAt.set(b, layout.floor[s] ?? 0)
        }
        const seen = new Set(data.buildings.filter((_, k) => (layout.shown[k] ?? 0) > 0).map((b) => b.community_id))
        expect(heads).toEqual([...seen])
      }),
    )
  })

  it('gives the same visible strips as looking at each', () => {
    fc.assert(
      fc.property(drawn, fc.integer({ min: -500, max: 6000 }), fc.integer({ min: 1, max: 1500 }), ({ layout, size }, y0, tall) => {
        const y1 = y0 + tall
        const brute: number[] = []
        for (let s = 0; s < layout.strips; s++) {
          const top = layout.y[s] ?? 0
          if (top + size.pitchY > y0 && top < y1) brute.push(s)
        }
        const [from, to] = visibleRange(layout, y0, y1)
        expect(Array.from({ length: to - from }, (_, i) => from + i)).toEqual(brute)
      }),
    )
  })

  it('moves by keys only between rooms that are drawn, and down then up comes back to the same line', () => {
    fc.assert(
      fc.property(drawn, fc.nat(), ({ layout }, seed) => {
        fc.pre(layout.places > 0)
        const from = seed % layout.places
        for (const key of ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End']) {
          const to = moveBy(layout, from, key, false) ?? -1
          expect(to).toBeGreaterThanOrEqual(0)
          expect(to).toBeLessThan(layout.places)
        }
        const down = moveBy(layout, from, 'ArrowDown', false) ?? from
        if (down !== from) expect(boxOf(layout, moveBy(layout, down, 'ArrowUp', false) ?? -1).y).toBe(boxOf(layout, from).y)
        expect(moveBy(layout, from, 'a', false)).toBeNull()
      }),
    )
  })

  it('draws no line of a building over another strip, and its title above all its floors', () => {
    fc.assert(
      fc.property(drawn, ({ layout, size }) => {
        const strips = Array.from({ length: layout.strips }, (_, s) => s)
        for (const s of strips) {
          for (const other of strips.slice(s + 1)) {
            const apart =
              (layout.x[s] ?? 0) >= (layout.x[other] ?? 0) + (layout.w[other] ?? 0) ||
              (layout.x[other] ?? 0) >= (layout.x[s] ?? 0) + (layout.w[s] ?? 0)
            if (!apart && Math.abs((layout.y[s] ?? 0) - (layout.y[other] ?? 0)) < size.pitchY)
              throw new Error(`strips ${s} and ${other} overlap`)
          }
          if (layout.kind[s] === floorLine)
            expect(layout.y[layout.titleStrip[layout.building[s] ?? -1] ?? -1]).toBeLessThan(layout.y[s] ?? 0)
          // What stands above a title leaves it air: its own gap, or a row of the raster.
          if (layout.kind[s] === title && size.titleGap === 0)
            expect(strips.filter((o) => layout.y[o] === (layout.y[s] ?? 0) - size.pitchY && layout.x[o] === layout.x[s])).toEqual([])
        }
      }),
    )
  })

  it('shows 33 floors and their title in the 717 px that a 900-px screen has left when compact, and packs more buildings into the same width', () => {
    const tower = { community: 1, rooms: Array.from({ length: 33 * 5 }, (_, i) => ({ floor: Math.floor(i / 5) + 1, state: 1 })) }
    const data = dataOf([tower, tower, tower])
    const compact = layoutRooms(data, 1162, null, cellSizes.compact)
    const [first, last] = [boxOf(compact, 0), boxOf(compact, placeOf(data, compact, 33 * 5))]
    const lead = compact.y[compact.titleStrip[0] ?? -1] ?? 0
    expect(Math.max(first.y, last.y) + cellSizes.compact.height - lead).toBeLessThanOrEqual(717)
    const abreast = (layout: RoomMapLayout) => new Set(Array.from(layout.titleStrip, (s) => layout.y[s])).size
    expect(abreast(compact)).toBe(1)
    expect(abreast(layoutRooms(data, 1162))).toBe(2)
  })

  it.each(Object.entries(cellSizes))('lays out 100,000 rooms quickly: %s', (_, size) => {
    const rooms = Array.from({ length: 168 }, (_, i) => ({ floor: Math.floor(i / 8) + 1, state: (i % 9) + 1 }))
    const data = dataOf(Array.from({ length: 600 }, (_, k) => ({ community: k % 30, rooms })))
    layoutRooms(data, 1180, null, size)
    const best = Math.min(
      ...[1, 2, 3].map(() => {
        const t = performance.now()
        layoutRooms(data, 1180, null, size)
        return performance.now() - t
      }),
    )
    expect(layoutRooms(data, 1180, null, size).places).toBe(100_800)
    expect(best).toBeLessThan(150)
  })
})

describe('the numbers above the map', () => {
  it('count each room once, in its state and its building, whatever the state', () => {
    const codes = roomStates.map(({ code }) => code)
    const rooms = fc.array(fc.record({ floor: fc.constant(1), state: fc.constantFrom(...codes) }), { maxLength: 30 })
    fc.assert(
      fc.property(fc.array(rooms, { maxLength: 5 }), (buildings) => {
        const data = dataOf(buildings.map((each) => ({ community: 1, rooms: each })))
        const counts = tally(data)
        const told = [...data.buildings.map(({ state }) => state), data.buildings.flatMap(({ state }) => state)]
        for (const [k, states] of told.entries())
          for (const code of codes) expect(counts[k * tallyWidth + code]).toBe(states.filter((state) => state === code).length)
      }),
    )
  })
})
