import type { RoomMapLayout } from './layout.ts'
import { blockPad, floorLabel, floorLine, lowest } from './layout.ts'
import type { RoomMapData } from './types.ts'

export type Box = { x: number; y: number; w: number; h: number }

export function stripOf(layout: RoomMapLayout, place: number): number {
  return lowest(layout.strips, (i) => (layout.end[i] ?? 0) > place)
}

export function boxOf(layout: RoomMapLayout, place: number): Box {
  const s = stripOf(layout, place)
  const column = place - (layout.first[s] ?? 0)
  const { pitchX, width, height } = layout.size
  return { x: (layout.x[s] ?? 0) + blockPad + floorLabel + column * pitchX, y: layout.y[s] ?? 0, w: width, h: height }
}

export function orgAt(data: RoomMapData, layout: RoomMapLayout, place: number): number | null {
  const b = data.buildings[layout.building[stripOf(layout, place)] ?? -1]
  return b?.org_id[layout.room[place] ?? -1] ?? null
}

/** Where a room is drawn, -1 if the filter leaves it out. */
export function placeOf(data: RoomMapData, layout: RoomMapLayout, org: number): number {
  const k = data.buildings.findIndex((b) => b.org_id.includes(org))
  const room = data.buildings[k]?.org_id.indexOf(org) ?? -1
  if (room < 0) return -1
  for (let s = 0; s < layout.strips; s++) {
    if (layout.building[s] !== k) continue
    for (let p = layout.first[s] ?? 0; p < (layout.end[s] ?? 0); p++) if (layout.room[p] === room) return p
  }
  return -1
}

/** The cell of the next line up or down whose left edge is nearest; the same place when there is none. */
function vertical(layout: RoomMapLayout, place: number, step: 1 | -1): number {
  const from = stripOf(layout, place)
  const { x } = boxOf(layout, place)
  let s = from
  while (s >= 0 && s < layout.strips && (layout.kind[s] !== floorLine || layout.y[s] === layout.y[from])) s += step
  const y = layout.y[s]
  let best = place
  let gap = Number.POSITIVE_INFINITY
  for (; s >= 0 && s < layout.strips && layout.y[s] === y; s += step) {
    for (let p = layout.first[s] ?? 0; p < (layout.end[s] ?? 0); p++) {
      const away = Math.abs((layout.x[s] ?? 0) + blockPad + floorLabel + (p - (layout.first[s] ?? 0)) * layout.size.pitchX - x)
      if (away < gap) {
        gap = away
        best = p
      }
    }
  }
  return best
}

/** The place a key leads to from `place`, or null for a key that does not move. */
export function moveBy(layout: RoomMapLayout, place: number, key: string, whole: boolean): number | null {
  const max = layout.places - 1
  if (max < 0) return null
  const s = stripOf(layout, place)
  switch (key) {
    case 'ArrowLeft':
      return Math.max(0, place - 1)
    case 'ArrowRight':
      return Math.min(max, place + 1)
    case 'ArrowUp':
      return vertical(layout, place, -1)
    case 'ArrowDown':
      return vertical(layout, place, 1)
    case 'Home':
      return whole ? 0 : (layout.first[s] ?? 0)
    case 'End':
      return whole ? max : (layout.end[s] ?? 1) - 1
    default:
      return null
  }
}
