import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Move, States } from '../../src/core/states.ts'
import { fileResources } from '../../src/declared/declared.ts'
import { type StateGraph, stateGraphOf } from '../../src/derive/stateGraph.ts'
import { statePicture } from '../../src/derive/statePicture.ts'

const isApart = (graph: StateGraph): boolean =>
  graph.boxes.every((a, place) =>
    graph.boxes
      .slice(place + 1)
      .every((b) => a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y),
  )

const isWhole = (graph: StateGraph, states: States, moves: readonly Move[]): void => {
  expect(graph.boxes.map(({ name }) => name)).toEqual(Object.keys(states.of))
  const wanted = moves.flatMap(({ name, from, to }) => from.map((one) => `${name}: ${one} > ${to}`))
  expect(graph.arrows.map(({ move, from, to }) => `${move}: ${from} > ${to}`).sort()).toEqual(wanted.sort())
  expect(isApart(graph)).toBe(true)
  for (const { x, y, width, height } of graph.boxes) {
    expect(Math.min(x, y)).toBeGreaterThanOrEqual(0)
    expect(x + width).toBeLessThanOrEqual(graph.width)
    expect(y + height).toBeLessThanOrEqual(graph.height)
  }
  for (const { points, at } of graph.arrows)
    for (const [x, y] of [...points, at]) {
      expect(x >= 0 && x <= graph.width && y >= 0 && y <= graph.height).toBe(true)
      // A line may touch a box where it begins and ends, and nothing is written over one.
      const inside = graph.boxes.some((box) => x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height)
      expect(inside).toBe(false)
    }
}

test('the picture of every declared life has each state and each move, and nothing stands on something else', () => {
  const living = fileResources.flatMap(({ states, moves }) => (states ? [{ states, moves }] : []))
  expect(living.length).toBeGreaterThan(3)
  for (const { states, moves } of living) isWhole(stateGraphOf({ states, moves }), states, moves)
})

test('and so has that of any life, also one that is being drafted and not sound', () => {
  const name = fc.constantFrom(...'abcdefghij')
  const life = fc.record({
    names: fc.uniqueArray(name, { minLength: 1, maxLength: 10 }),
    turns: fc.array(fc.tuple(fc.uniqueArray(name, { minLength: 1, maxLength: 3 }), name, fc.boolean()), { maxLength: 14 }),
  })
  fc.assert(
    fc.property(life, ({ names, turns }) => {
      const of = Object.fromEntries(names.map((one, place) => [one, { code: place, label: `状态${one}`.repeat(1 + (place % 2)) }]))
      const states = { column: 'state', of, first: names[0] ?? '' } as States
      const moves = turns.flatMap(([from, to, isSystem], place): Move[] => {
        const known = from.filter((one) => names.includes(one))
        return known.length > 0 && names.includes(to) ? [{ name: `m${place}`, label: '做', from: known, to, isSystem }] : []
      })
      isWhole(stateGraphOf({ states, moves }), states, moves)
    }),
    { numRuns: 300 },
  )
})

test('columns go by the distance from where records begin; ends are round, what the system does is dotted, words are escaped', () => {
  const states = {
    column: 'state',
    of: { a: { code: 1, label: '<新>' }, b: { code: 2, label: '中' }, c: { code: 3, label: '完', ends: true } },
    first: 'a',
  } as States
  const moves: Move[] = [
    { name: 'go', label: '去', from: ['a'], to: 'b', isSystem: false },
    { name: 'end', label: '完', from: ['b'], to: 'c', isSystem: true },
  ]
  const graph = stateGraphOf({ states, moves })
  const [a, b, c] = graph.boxes.map(({ x }) => x) as [number, number, number]
  expect(a < b && b < c).toBe(true)
  const picture = statePicture(graph, '试')
  expect(picture).toContain('&#60;新&#62;')
  expect(picture.match(/stroke-dasharray/g)).toHaveLength(1)
  expect(picture.match(/rx="18"/g)).toHaveLength(1)
})
