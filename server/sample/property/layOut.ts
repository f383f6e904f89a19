import { buildingName, roomsOf } from '../../domain/property/addHouse.ts'
import type { KindName } from '../lookups.ts'
import { type Random, randomOf } from '../random.ts'
import { type Place, places } from './places.ts'

export type Nature = 1 | 2 | 3
type ShowType = 1 | 2 | 3

/** How a room is cut: rooms, halls, bathrooms and the usual area. A picture of a floor plan belongs to each. */
export const cuts = [
  { shi: 1, ting: 0, wei: 0, area: 15, dear: 1.35 },
  { shi: 1, ting: 0, wei: 1, area: 28, dear: 1.15 },
  { shi: 1, ting: 1, wei: 1, area: 42, dear: 1 },
  { shi: 2, ting: 1, wei: 1, area: 58, dear: 0.95 },
  { shi: 3, ting: 1, wei: 1, area: 78, dear: 0.92 },
] as const

interface RoomPlan {
  floor: number
  number: string
  cut: number
  area: number
  toward: 1 | 2 | 3 | 4
  /** Monthly rent in yuan. */
  rent: number
}

/** One registration: a building with all its rooms, or a single flat or room. */
export interface HousePlan {
  place: number
  showType: ShowType
  nature: Nature
  kind: KindName
  building: string
  block: string | null
  cell: string | null
  floors: { level: number; total: number }[]
  rooms: RoomPlan[]
}

const SHARE: Readonly<Record<Nature, number>> = { 1: 0.78, 2: 0.84, 3: 0.13 }
const ORDER: readonly ShowType[] = [1, 2, 1, 3, 1]

const kindOf = (random: Random, showType: ShowType, nature: Nature): KindName => {
  if (showType === 3) return random.chance(0.6) ? '合租单间' : '集体宿舍'
  if (showType === 2) return nature === 3 ? '成套廉租房' : '成套公寓'
  return nature === 3 ? '整栋廉租房' : '整栋公寓'
}

/** A stack of rooms one above the other: all of one cut, area and side of the house. */
const stackOf = (random: Random, showType: ShowType, place: Place, nature: Nature) => {
  const cut =
    showType === 3
      ? 0
      : random.weighted([
          [1, showType === 1 ? 34 : 4],
          [2, 34],
          [3, 26],
          [4, nature === 3 ? 2 : 10],
        ] as const)
  const area = Math.round(cuts[cut].area * random.int(880, 1160)) / 1000
  const rent = Math.max(60, Math.round((area * place.metre * SHARE[nature] * cuts[cut].dear * random.int(96, 104)) / 1000) * 10)
  return {
    cut,
    area: Math.round(area * 100) / 100,
    rent,
    toward: random.weighted([
      [3, 62],
      [4, 14],
      [1, 13],
      [2, 11],
    ] as const),
  }
}

const sizeOf = (random: Random, showType: ShowType, isLarge: boolean, left: number): { height: number; width: number } => {
  const height = showType === 3 ? random.int(6, 14) : showType === 2 ? random.int(6, 18) : random.int(isLarge ? 9 : 6, 30)
  if (isLarge) return { height, width: showType === 3 ? random.int(3, 5) : showType === 2 ? random.int(4, 10) : random.int(8, 14) }
  if (showType !== 1) return { height, width: showType === 3 ? 1 : 2 }
  return { height, width: Math.max(2, Math.min(random.int(2, 6), Math.floor((left * 0.5) / height))) }
}

const housesOf = (random: Random, place: number, quota: number, isLarge: boolean): HousePlan[] => {
  const at = places[place]
  if (!at) return []
  const made: HousePlan[] = []
  for (let left = quota, count = 1; left > 0; count++) {
    const wanted = ORDER[(count - 1) % ORDER.length] ?? 1
    const { height, width } = sizeOf(random, wanted, isLarge, left)
    // What is left of the number wanted may be too little for a house of six floors: then single flats are registered.
    const showType = wanted === 1 && height * width > left ? 2 : wanted
    const drawn = random.weighted(at.natures.map((weight, index) => [(index + 1) as Nature, weight] as const))
    const nature = drawn === 3 && showType === 3 ? 1 : drawn
    const shared = { place, showType, nature, kind: kindOf(random, showType, nature) }
    const ground = random.chance(0.25) ? 2 : 1
    const floors = Array.from({ length: height }, (_, index) => ({ level: ground + index, total: width }))
    const stacks = Array.from({ length: width }, () => stackOf(random, showType, at, nature))
    const rooms = roomsOf(floors).flatMap((room, index): RoomPlan[] => {
      const stack = stacks[index % width]
      if (!stack) return []
      return showType === 3
        ? ['A', 'B', 'C'].map((letter) => ({ ...room, number: room.number + letter, ...stack }))
        : [{ ...room, ...stack }]
    })
    if (showType === 1) {
      made.push({ ...shared, building: buildingName({ show_type: 1, name: `${count}号楼` }), block: null, cell: null, floors, rooms })
      left -= rooms.length
      continue
    }
    const [block, cell] = [String(count), random.chance(0.2) ? String(random.int(1, 3)) : null]
    const building = buildingName({ show_type: showType, block_unit: block, choice_unit_number: 1, cell: cell ?? undefined })
    // Of a house sold to many the operator holds most flats, not all.
    const held = rooms.filter(() => random.chance(0.8)).slice(0, left)
    made.push(...held.map((room) => ({ ...shared, building, block, cell, floors: [], rooms: [room] })))
    left -= held.length
  }
  return made
}

/** Gives the houses of all estates, as many rooms as wanted, to the room. */
export const layOut = (total: number, isLarge: boolean): HousePlan[] => {
  const random = randomOf('houses')
  return places.flatMap((_, index) =>
    housesOf(random, index, Math.floor(total / places.length) + (index < total % places.length ? 1 : 0), isLarge),
  )
}
