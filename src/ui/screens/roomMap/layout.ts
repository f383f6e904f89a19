import { Shelf } from './Shelf.ts'
import type { RoomMapBuilding, RoomMapData } from './types.ts'

export const cellWidth = 72
export const cellHeight = 40
export const cellGap = 4
export const pitchX = cellWidth + cellGap
/** Headings, titles and lines all have this height and stand on this raster, so that lines of neighbours meet. */
export const pitchY = cellHeight + cellGap
export const floorLabel = 36
export const blockPad = 8
const blockGap = 8
/** A title needs room for a name even over a single room. */
const minColumns = 2

export const heading = 0
export const title = 1
export const floorLine = 2

/** Strips in drawing order (by y, then x), in columns; `first[i]..end[i]` are places in `room`, so a room's place also tells its strip. */
export type RoomMapLayout = {
  width: number
  height: number
  strips: number
  kind: Uint8Array
  x: Int32Array
  y: Int32Array
  w: Int32Array
  building: Int32Array
  floor: Int32Array
  first: Int32Array
  end: Int32Array
  /** 1 where a block's last line is drawn, which carries its lower edge. */
  isLast: Uint8Array
  /** 1 where a floor begins, which carries its label. */
  isLead: Uint8Array
  places: number
  /** The room's index inside its building, by place. */
  room: Int32Array
  /** Rooms drawn, and the strip of the title (-1: left out), by building. */
  shown: Int32Array
  titleStrip: Int32Array
}

type Line = { floor: number; rooms: number[]; from: number; to: number }
type Block = { building: number; lines: Line[]; x: number; row: number; width: number }

export type StateFilter = ReadonlySet<number> | null

/** Floors from the top down, each cut into lines of at most `columns` cells. */
function blockOf(b: RoomMapBuilding, building: number, states: StateFilter, most: number): Block | null {
  const byFloor = new Map<number, number[]>()
  let widest = 0
  for (let i = 0; i < b.org_id.length; i++) {
    if (states && !states.has(b.state[i] ?? 0)) continue
    const floor = b.floor[i] ?? 0
    let rooms = byFloor.get(floor)
    if (!rooms) {
      rooms = []
      byFloor.set(floor, rooms)
    }
    if (rooms.push(i) > widest) widest = rooms.length
  }
  if (widest === 0) return null
  const columns = Math.min(most, widest)
  const lines: Line[] = []
  for (const floor of [...byFloor.keys()].sort((m, n) => n - m)) {
    const rooms = byFloor.get(floor) ?? []
    for (let from = 0; from < rooms.length; from += columns) lines.push({ floor, rooms, from, to: Math.min(rooms.length, from + columns) })
  }
  const width = Math.max(columns, minColumns) * pitchX - cellGap + floorLabel + 2 * blockPad
  return { building, lines, x: 0, row: 0, width }
}

export function layoutRooms(data: RoomMapData, width: number, states: StateFilter = null): RoomMapLayout {
  const most = Math.max(1, Math.floor((width - floorLabel - 2 * blockPad + cellGap) / pitchX))
  const blocks: Block[] = []
  const headings: { building: number; row: number }[] = []
  const shown = new Int32Array(data.buildings.length)
  let community: number | null = null
  let shelf = new Shelf(width, 0, blockGap)
  let strips = 0
  let places = 0
  for (let k = 0; k < data.buildings.length; k++) {
    const b = data.buildings[k]
    const block = b && blockOf(b, k, states, most)
    if (!b || !block) continue
    if (b.community_id !== community) {
      community = b.community_id
      headings.push({ building: k, row: shelf.depth })
      shelf = new Shelf(width, shelf.depth + 1, blockGap)
      strips++
    }
    shelf.place(block)
    blocks.push(block)
    strips += 1 + block.lines.length
    for (const line of block.lines) shown[k] = (shown[k] ?? 0) + line.to - line.from
    places += shown[k] ?? 0
  }

  // By row: [x, what to draw]; the blocks of a row are few, so sorting each row is cheaper than sorting all strips.
  type Piece = { x: number; block: Block | null; building: number; line: number }
  const rows: Piece[][] = Array.from({ length: shelf.depth }, () => [])
  for (const { building, row } of headings) rows[row]?.push({ x: 0, block: null, building, line: -1 })
  for (const block of blocks) {
    for (let line = -1; line < block.lines.length; line++)
      rows[block.row + 1 + line]?.push({ x: block.x, block, building: block.building, line })
  }

  const column = () => new Int32Array(strips)
  const out: RoomMapLayout = {
    width,
    height: strips > 0 ? shelf.depth * pitchY + blockPad + blockGap : 0,
    strips,
    kind: new Uint8Array(strips),
    x: column(),
    y: column(),
    w: column(),
    building: column(),
    floor: column(),
    first: column(),
    end: column(),
    isLast: new Uint8Array(strips),
    isLead: new Uint8Array(strips),
    places,
    room: new Int32Array(places),
    shown,
    titleStrip: new Int32Array(data.buildings.length).fill(-1),
  }
  let s = 0
  let place = 0
  for (let row = 0; row < rows.length; row++) {
    for (const { x, block, building, line: n } of rows[row]?.sort((p, q) => p.x - q.x) ?? []) {
      const line = block?.lines[n]
      out.kind[s] = block === null ? heading : line ? floorLine : title
      out.x[s] = x
      out.y[s] = row * pitchY
      out.w[s] = block?.width ?? width
      out.building[s] = building
      out.first[s] = place
      if (line) {
        for (let i = line.from; i < line.to; i++) out.room[place++] = line.rooms[i] ?? 0
        out.floor[s] = line.floor
        out.isLead[s] = line.from === 0 ? 1 : 0
        out.isLast[s] = n === (block?.lines.length ?? 0) - 1 ? 1 : 0
      } else if (block) {
        out.titleStrip[building] = s
      }
      out.end[s] = place
      s++
    }
  }
  return out
}

/** The strips [from, to) that show anything between y0 and y1. */
export function visibleRange({ y, strips }: RoomMapLayout, y0: number, y1: number): [number, number] {
  const from = lowest(strips, (i) => (y[i] ?? 0) + pitchY > y0)
  const to = lowest(strips, (i) => (y[i] ?? 0) >= y1)
  return [from, Math.max(from, to)]
}

/** The first of 0..n-1 from which `holds` is true, n if nowhere. */
export function lowest(n: number, holds: (i: number) => boolean): number {
  let low = 0
  let high = n
  while (low < high) {
    const mid = (low + high) >> 1
    if (holds(mid)) high = mid
    else low = mid + 1
  }
  return low
}
