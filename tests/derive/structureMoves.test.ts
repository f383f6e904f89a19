import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { StructureNode } from '../../src/protocol/structure.ts'
import { childrenOf, dropOf, mayStand, type Place, pathOf, stepOf, type Way, ways } from '../../src/ui/structure/moves.ts'

const node = (node_id: number, kind: 1 | 2 | 3, parent_id: number | null, place: number): StructureNode => ({
  node_id,
  kind,
  parent_id,
  place,
  name: String(node_id),
  retired: 0,
  version: 1,
  head_id: null,
  head: null,
  holders: [],
  units: 0,
})

/** A tree as the store keeps it: each node hangs on an earlier one that may hold it. */
const trees = fc.array(fc.record({ kind: fc.constantFrom(1, 2, 2, 3), at: fc.nat() }), { minLength: 1, maxLength: 12 }).map((list) => {
  const nodes: StructureNode[] = [node(1, 1, null, 1)]
  for (const [index, { kind, at }] of list.entries()) {
    const holders = nodes.filter((other) => other.kind !== 3)
    const parent = kind === 1 ? null : (holders[at % holders.length]?.node_id ?? 1)
    nodes.push(node(index + 2, kind as 1 | 2 | 3, parent, childrenOf(nodes, parent).length + 1))
  }
  return nodes
})

/** What the server does with a place (server/domain/structure/tree.ts). */
const moved = (nodes: readonly StructureNode[], id: number, { parent_id, before }: Place): StructureNode[] => {
  const order = childrenOf(nodes, parent_id)
    .map(({ node_id }) => node_id)
    .filter((other) => other !== id)
  const at = before === null ? order.length : order.indexOf(before)
  expect(at).toBeGreaterThanOrEqual(0)
  order.splice(at, 0, id)
  return nodes.map((one) => (order.includes(one.node_id) ? { ...one, parent_id, place: order.indexOf(one.node_id) + 1 } : one))
}

const shape = (nodes: readonly StructureNode[], parent: number | null = null): unknown[] =>
  childrenOf(nodes, parent).map(({ node_id }) => [node_id, shape(nodes, node_id)])

const isTree = (nodes: readonly StructureNode[]): boolean =>
  nodes.every(({ node_id, kind, parent_id }) => {
    const above = nodes.find((other) => other.node_id === parent_id)
    return (kind === 1) === (parent_id === null) && above?.kind !== 3 && pathOf(nodes, node_id)[0]?.kind === 1
  })

test('every step and every drop that is offered keeps the structure a tree with the same nodes', () => {
  fc.assert(
    fc.property(trees, fc.nat(), fc.nat(), (nodes, first, second) => {
      const id = nodes[first % nodes.length]?.node_id ?? 1
      const target = nodes[second % nodes.length]?.node_id ?? 1
      const places = [
        ...(Object.keys(ways) as Way[]).map((way) => stepOf(nodes, id, way)),
        ...(['before', 'into', 'after'] as const).map((side) => dropOf(nodes, id, target, side)),
      ]
      for (const place of places) {
        if (!place) continue
        const after = moved(nodes, id, place)
        expect(isTree(after)).toBe(true)
        expect(shape(after).flat(99).sort()).toEqual(nodes.map(({ node_id }) => node_id).sort())
      }
    }),
  )
})

test('up and down undo each other, and so do in and out where it was the last', () => {
  fc.assert(
    fc.property(trees, fc.nat(), (nodes, pick) => {
      const id = nodes[pick % nodes.length]?.node_id ?? 1
      const there = (way: Way): StructureNode[] | null => {
        const place = stepOf(nodes, id, way)
        return place && moved(nodes, id, place)
      }
      for (const [way, back] of [
        ['up', 'down'],
        ['down', 'up'],
        ['in', 'out'],
      ] as const) {
        const after = there(way)
        if (!after) continue
        const place = stepOf(after, id, back)
        expect(place).not.toBeNull()
        if (place) expect(shape(moved(after, id, place))).toEqual(shape(nodes))
      }
    }),
  )
})

test('nothing is dropped into itself, below itself, into a post, or beside a centre unless it is one', () => {
  const nodes = [node(1, 1, null, 1), node(2, 2, 1, 1), node(3, 2, 2, 1), node(4, 3, 3, 1), node(5, 1, null, 2)]
  expect(dropOf(nodes, 2, 2, 'into')).toBeNull()
  expect(dropOf(nodes, 2, 3, 'into')).toBeNull()
  expect(dropOf(nodes, 3, 4, 'into')).toBeNull()
  expect(dropOf(nodes, 3, 5, 'before')).toBeNull()
  expect(dropOf(nodes, 5, 1, 'before')).toEqual({ parent_id: null, before: 1 })
  expect(dropOf(nodes, 3, 5, 'into')).toEqual({ parent_id: 5, before: null })
  expect(dropOf(nodes, 4, 2, 'after')).toEqual({ parent_id: 1, before: null })
  expect(mayStand(nodes, node(1, 1, null, 1), 5)).toBe(false)
})
