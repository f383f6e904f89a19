import type { Tone } from '../core/resource.ts'
import { firstOf, type Move, type States } from '../core/states.ts'

/** A state as a box, in the picture's own units. */
interface Box {
  name: string
  label: string
  tone: Tone
  isFirst: boolean
  isEnd: boolean
  x: number
  y: number
  width: number
  height: number
}

/** A move from one state as a line through these points, which ends in an arrow; its label has its middle at `at`. */
interface Arrow {
  move: string
  label: string
  isSystem: boolean
  from: string
  to: string
  points: readonly (readonly [number, number])[]
  at: readonly [number, number]
}

/** A life as a picture: what stands where. */
export interface StateGraph {
  width: number
  height: number
  boxes: Box[]
  arrows: Arrow[]
}

const LABEL = 13
export const MOVE_LABEL = 12
const PORT = 20
const TRACK = 10
const LANE = 22
const EDGE = 12
const LEAST = { width: 72, height: 36 }

/** How wide a text is at least: a Chinese character is as wide as it is high. */
const widthOf = (text: string, size: number): number => [...text].reduce((sum, char) => sum + (char > '\u2e80' ? size : size * 0.6), 0)

/** Gives how many moves a state is away from where records begin; states that no move reaches stand behind all others. */
const columnsOf = (names: readonly string[], first: readonly string[], moves: readonly Move[]): Map<string, number> => {
  const column = new Map(first.filter((name) => names.includes(name)).map((name) => [name, 0]))
  for (const [name, place] of column)
    for (const { from, to } of moves) if (from.includes(name) && names.includes(to) && !column.has(to)) column.set(to, place + 1)
  const last = Math.max(0, ...[...column.values()].map((place) => place + 1))
  return new Map(names.map((name) => [name, column.get(name) ?? last]))
}

interface Edge {
  move: Move
  from: string
  to: string
  /** How many columns it goes forward. */
  by: number
}

/** On which side of its box each end of an edge stands: it is the one that looks into the gap that the edge goes through. */
const sidesOf = ({ by }: Edge): [start: 'left' | 'right', end: 'left' | 'right'] =>
  by > 0 ? ['right', 'left'] : by === 0 ? ['right', 'right'] : ['left', 'right']

const portKey = (name: string, side: string): string => `${name} ${side}`

/** The ends of edges at each side of each box, from top to bottom in the order of where their other ends are. */
const portsOf = (edges: readonly Edge[], order: (name: string) => number): Map<string, { edge: Edge; isStart: boolean }[]> => {
  const ports = new Map<string, { edge: Edge; isStart: boolean; other: number }[]>()
  const add = (key: string, edge: Edge, isStart: boolean, other: number): void => {
    ports.set(key, [...(ports.get(key) ?? []), { edge, isStart, other }])
  }
  for (const edge of edges) {
    const [start, end] = sidesOf(edge)
    const isDirect = Math.abs(edge.by) === 1
    // What goes round leaves at the bottom of a side, where it crosses nothing.
    add(portKey(edge.from, start), edge, true, isDirect ? order(edge.to) : 1_000)
    add(portKey(edge.to, end), edge, false, isDirect ? order(edge.from) : 1_000)
  }
  return new Map([...ports].map(([key, ends]) => [key, ends.toSorted((a, b) => a.other - b.other)]))
}

/**
 * Gives where the states of a life and its moves stand in a picture: columns by distance from where records begin, moves to the next
 * column straight, others in lanes of their own beneath all boxes. A move of several states is an arrow from each.
 */
export const stateGraphOf = ({ states, moves }: { states: States; moves: readonly Move[] }): StateGraph => {
  const names = Object.keys(states.of)
  const column = columnsOf(names, firstOf(states), moves)
  const place = (name: string): number => column.get(name) ?? 0
  const edges = moves.flatMap((move) =>
    move.from.flatMap((from): Edge[] =>
      names.includes(from) && names.includes(move.to) ? [{ move, from, to: move.to, by: place(move.to) - place(from) }] : [],
    ),
  )
  const ports = portsOf(edges, (name) => names.indexOf(name))
  const tallOf = (name: string): number =>
    Math.max(LEAST.height, PORT * Math.max(...['left', 'right'].map((side) => ports.get(portKey(name, side))?.length ?? 0)))
  const wide = Math.max(LEAST.width, ...names.map((name) => widthOf(states.of[name]?.label ?? '', LABEL) + 28))
  const round = edges.filter(({ by }) => Math.abs(by) !== 1)
  const gap = Math.max(40, ...edges.map(({ move }) => widthOf(move.label, MOVE_LABEL) + 28)) + 2 * TRACK * Math.min(round.length, 8)

  const bottoms = new Map<number, number>()
  const boxes = names.map((name): Box => {
    const y = bottoms.get(place(name)) ?? EDGE
    const height = tallOf(name)
    bottoms.set(place(name), y + height + 28)
    const { label = name, tone = 'quiet', ends } = states.of[name] ?? {}
    const isFirst = firstOf(states).includes(name)
    return { name, label, tone, isFirst, isEnd: ends === true, x: EDGE + place(name) * (wide + gap), y, width: wide, height }
  })
  const boxOf = new Map(boxes.map((box) => [box.name, box]))
  const floor = Math.max(EDGE, ...boxes.map(({ y, height }) => y + height)) + LANE / 2

  const endOf = (edge: Edge, isStart: boolean): [number, number] => {
    const name = isStart ? edge.from : edge.to
    const side = sidesOf(edge)[isStart ? 0 : 1]
    const all = ports.get(portKey(name, side)) ?? []
    const box = boxOf.get(name) as Box
    const nth = all.findIndex((one) => one.edge === edge && one.isStart === isStart)
    return [side === 'right' ? box.x + box.width : box.x, box.y + (box.height * (nth + 1)) / (all.length + 1)]
  }
  const lanes = edges.filter(({ by }) => Math.abs(by) > 1)
  const arrowOf = (edge: Edge): Arrow => {
    const [start, end] = [endOf(edge, true), endOf(edge, false)]
    const { name: move, label, isSystem } = edge.move
    const words = { move, label, isSystem, from: edge.from, to: edge.to }
    if (Math.abs(edge.by) === 1) return { ...words, points: [start, end], at: [(start[0] + end[0]) / 2, (start[1] + end[1]) / 2] }
    const track = TRACK * (1 + (round.indexOf(edge) % 8))
    if (edge.by === 0) {
      const x = start[0] + track
      const at = [x + 4 + widthOf(label, MOVE_LABEL) / 2, (start[1] + end[1]) / 2] as const
      return { ...words, points: [start, [x, start[1]], [x, end[1]], end], at }
    }
    const y = floor + LANE * (lanes.indexOf(edge) + 0.5)
    const [out, back] = edge.by > 0 ? [track, -track] : [-track, track]
    const [x, into] = [start[0] + out, end[0] + back]
    return { ...words, points: [start, [x, start[1]], [x, y], [into, y], [into, end[1]], end], at: [(x + into) / 2, y] }
  }
  const arrows = edges.map(arrowOf)
  const half = (label: string): number => widthOf(label, MOVE_LABEL) / 2
  const right = [...boxes.map(({ x, width }) => x + width), ...arrows.map(({ at, label }) => at[0] + half(label))]
  return { width: Math.max(0, ...right) + EDGE, height: floor + LANE * lanes.length, boxes, arrows }
}
