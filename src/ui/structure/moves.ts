import type { StructureNode } from '../../protocol/structure.ts'

/** Where a node is to stand: under which, and before which of those there; null is the top, and the end. */
export interface Place {
  parent_id: number | null
  before: number | null
}

export const ways = { up: '上移', down: '下移', in: '移入上一个', out: '移出' } as const
export type Way = keyof typeof ways

type Nodes = readonly StructureNode[]

const nodeOf = (nodes: Nodes, id: number | null): StructureNode | undefined => nodes.find(({ node_id }) => node_id === id)

/** Gives those directly below a node, or at the top, in order. */
export const childrenOf = (nodes: Nodes, parent: number | null): StructureNode[] =>
  nodes.filter(({ parent_id }) => parent_id === parent).sort((a, b) => a.place - b.place || a.node_id - b.node_id)

/** Gives a node's path from the top, itself last. */
export const pathOf = (nodes: Nodes, id: number): StructureNode[] => {
  const node = nodeOf(nodes, id)
  if (!node) return []
  return [...(node.parent_id === null ? [] : pathOf(nodes, node.parent_id)), node]
}

/** True where the store would let it stand there: centres at the top, departments and posts below centres and departments, none below itself. */
export const mayStand = (nodes: Nodes, node: StructureNode, parent: number | null): boolean => {
  if (parent === null || node.kind === 1) return parent === null && node.kind === 1
  const above = pathOf(nodes, parent)
  return above.at(-1)?.kind !== 3 && above.every(({ node_id }) => node_id !== node.node_id)
}

/** Gives where a step by key or button takes a node, or null where it leads nowhere. */
export const stepOf = (nodes: Nodes, id: number, way: Way): Place | null => {
  const node = nodeOf(nodes, id)
  if (!node) return null
  const siblings = childrenOf(nodes, node.parent_id)
  const at = siblings.findIndex(({ node_id }) => node_id === id)
  const [previous, next] = [siblings[at - 1], siblings[at + 1]]
  switch (way) {
    case 'up':
      return previous ? { parent_id: node.parent_id, before: previous.node_id } : null
    case 'down':
      return next ? { parent_id: node.parent_id, before: siblings[at + 2]?.node_id ?? null } : null
    case 'in':
      return previous && mayStand(nodes, node, previous.node_id) ? { parent_id: previous.node_id, before: null } : null
    case 'out': {
      const parent = nodeOf(nodes, node.parent_id)
      if (!parent || !mayStand(nodes, node, parent.parent_id)) return null
      const uncles = childrenOf(nodes, parent.parent_id)
      return { parent_id: parent.parent_id, before: uncles[uncles.indexOf(parent) + 1]?.node_id ?? null }
    }
  }
}

/** Gives where a node goes that is dropped into another, or beside it; null where it cannot stand there. */
export const dropOf = (nodes: Nodes, id: number, target: number, side: 'before' | 'into' | 'after'): Place | null => {
  const [node, on] = [nodeOf(nodes, id), nodeOf(nodes, target)]
  if (!node || !on || id === target) return null
  const parent_id = side === 'into' ? target : on.parent_id
  if (!mayStand(nodes, node, parent_id)) return null
  if (side === 'into') return { parent_id, before: null }
  if (side === 'before') return { parent_id, before: target }
  const others = childrenOf(nodes, parent_id).filter(({ node_id }) => node_id !== id)
  return { parent_id, before: others[others.indexOf(on) + 1]?.node_id ?? null }
}
