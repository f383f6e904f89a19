import Tree from 'antd/es/tree'
import { type Key, type KeyboardEvent, useMemo, useRef, useState } from 'react'
import type { StructureNode } from '../../protocol/structure.ts'
import { said, t } from '../../providers/i18nProvider.ts'
import { nodeKinds } from '../../schemas/structure/structure.ts'
import { childrenOf, dropOf, type Place, stepOf, type Way } from './moves.ts'
import './structure.css'

interface Item {
  key: number
  title: string
  node: StructureNode
  children: Item[]
}

const itemsOf = (nodes: readonly StructureNode[], parent: number | null): Item[] =>
  childrenOf(nodes, parent).map((node) => ({ key: node.node_id, title: node.name, node, children: itemsOf(nodes, node.node_id) }))

/** Alt with an arrow moves the chosen node; an arrow alone only goes there. */
const KEYS: Readonly<Record<string, Way>> = { ArrowUp: 'up', ArrowDown: 'down', ArrowRight: 'in', ArrowLeft: 'out' }

const noteOf = ({ kind, head, holders }: StructureNode): string => {
  if (kind !== 3) return head ? t`负责人 ${head}` : ''
  return holders.map(({ name }) => name).join(t`、`) || t`空缺`
}

interface Props {
  nodes: readonly StructureNode[]
  selected: StructureNode | null
  onSelect: (id: number) => void
  /** Moves a node by drag and drop or by keys; null where one may not. */
  onMove: ((node: StructureNode, to: Place) => void) | null
}

/** The structure as a tree: arrow keys go through it, Enter chooses, Alt with an arrow moves. */
export const StructureTree = ({ nodes, selected, onSelect, onMove }: Props) => {
  const items = useMemo(() => itemsOf(nodes, null), [nodes])
  // What is closed is kept, not what is open: a part that is added, or moved into another, is seen at once.
  const [closed, setClosed] = useState<readonly number[]>([])
  /** Where the arrow keys stand: a click puts them there, and the keyboard into the tree. */
  const [active, setActive] = useState<Key | null>(null)
  const frame = useRef<HTMLDivElement>(null)
  const press = (event: KeyboardEvent): void => {
    const way = event.altKey ? KEYS[event.key] : undefined
    if (!way || !onMove || !selected) return
    event.preventDefault()
    event.stopPropagation()
    const to = stepOf(nodes, selected.node_id, way)
    if (to) onMove(selected, to)
  }
  return (
    <div ref={frame} className="structure-tree" onKeyDownCapture={press}>
      <Tree<Item>
        aria-label={t`架构`}
        blockNode
        expandedKeys={nodes.map(({ node_id }) => node_id).filter((id) => !closed.includes(id))}
        onExpand={(_, { node, expanded }) => setClosed((now) => (expanded ? now.filter((id) => id !== node.key) : [...now, node.key]))}
        treeData={items}
        selectedKeys={selected ? [selected.node_id] : []}
        activeKey={active}
        onActiveChange={setActive}
        onSelect={(_, { node }) => {
          onSelect(node.key)
          frame.current?.querySelector('input')?.focus()
          setActive(node.key)
        }}
        draggable={onMove ? { icon: false } : false}
        onDrop={({ dragNode, node, dropToGap, dropPosition }) => {
          const place = Number(node.pos.split('-').at(-1))
          const side = dropToGap ? (dropPosition - place < 0 ? 'before' : 'after') : 'into'
          const to = dropOf(nodes, dragNode.key, node.key, side)
          if (to) onMove?.(dragNode.node, to)
        }}
        titleRender={({ node }) => (
          <span className="structure-node" data-retired={node.retired === 1 || undefined}>
            <span className="structure-kind">{said(nodeKinds[node.kind])}</span>
            {node.name}
            {node.retired === 1 && t`（停用）`}
            <small>{noteOf(node)}</small>
          </span>
        )}
      />
    </div>
  )
}
