import type { Density } from '../../../protocol/preferences.ts'
import { Shelf } from './Shelf.ts'
import type { RoomMapBuilding, RoomMapData } from './types.ts'

/** How large a room is drawn, in px. */
export type CellSize = {
  width: number
  height: number
  gap: number
  pitchX: number
  /** Headings, titles and lines all have this height and stand on this raster, so that lines of neighbours meet. */
  pitchY: number
  /** Rows of the raster that a heading or a title takes: it is drawn in the last of them. */
  headRows: number
  /** What of a title's last row stays empty above it. */
  titleGap: number
  /** Room for a second line beneath the number. */
  hasSecondLine: boolean
}

const cellSize = (
  width: number,
  height: number,
  gap: number,
  rest: Pick<CellSize, 'headRows' | 'titleGap' | 'hasSecondLine'>,
): CellSize => ({
  width,
  height,
  gap,
  pitchX: width + gap,
  pitchY: height + gap,
  ...rest,
})

/** A row of the compact raster is too low for a title with the gap above it: there the gap is a row of its own. */
export const cellSizes: Readonly<Record<Density, CellSize>> = {
  comfortable: cellSize(72, 40, 4, { headRows: 1, titleGap: 12, hasSecondLine: true }),
  compact: cellSize(56, 20, 1, { headRows: 2, titleGap: 0, hasSecondLine: false }),
}

export const floorLabel = 36
export const blockPad = 8
const blockGap = 8
/** A title needs room for a name even over a single room. */
const leastInner = 152

export const heading = 0
export const title = 1
export const floorLine = 2

/** Strips in drawing order (by y, then x), in columns; `first[i]..end[i]` are places in `room`, so a room's place also tells its strip. */
export type RoomMapLayout = {
  size: CellSize
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
type Block = { building: number; lines: Line[]; x: number; row: number; width: number; rows: number }

export type StateFilter = ReadonlySet<number> | null

/** Floors from the top down, each cut into lines of at most `columns` cells. */
function blockOf(b: RoomMapBuilding, building: number, states: StateFilter, most: number, size: CellSize): Block | null {
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
  const inner = Math.max(columns * size.pitchX, leastInner) - size.gap
  return { building, lines, x: 0, row: 0, width: inner + floorLabel + 2 * blockPad, rows: size.headRows + lines.length }
}

/** Gives where every room, floor, title and heading is drawn: communities in turn, their buildings packed to `width` px. */
export function layoutRooms(
  data: RoomMapData,
  width: number,
  states: StateFilter = null,
  size: CellSize = cellSizes.comfortable,
): RoomMapLayout {
  const { headRows, pitchY } = size
  const most = Math.max(1, Math.floor((width - floorLabel - 2 * blockPad + size.gap) / size.pitchX))
  const blocks: Block[] = []
  const headings: { building: number; row: number }[] = []
  const shown = new Int32Array(data.buildings.length)
  let community: number | null = null
  let shelf = new Shelf(width, 0, blockGap)
  let strips = 0
  let places = 0
  for (let k = 0; k < data.buildings.length; k++) {
    const b = data.buildings[k]
    const block = b && blockOf(b, k, states, most, size)
    if (!b || !block) continue
    if (b.community_id !== community) {
      community = b.community_id
      headings.push({ building: k, row: shelf.depth + headRows - 1 })
      shelf = new Shelf(width, shelf.depth + headRows, blockGap)
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
      rows[block.row + headRows + line]?.push({ x: block.x, block, building: block.building, line })
  }

  const column = () => new Int32Array(strips)
  const out: RoomMapLayout = {
    size,
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
export function visibleRange({ y, strips, size: { pitchY } }: RoomMapLayout, y0: number, y1: number): [number, number] {
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
