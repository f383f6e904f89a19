import { useState } from 'react'
import type { StructureNode } from '../../protocol/structure.ts'
import { t } from '../../providers/i18nProvider.ts'
import { useDeed } from '../hooks/useDeed.ts'
import { useRead } from '../hooks/useRead.ts'
import type { Place } from './moves.ts'

/** Gives the structure, which node is chosen (the first until one is), and what moves one. */
export const useStructure = () => {
  const { deed } = useDeed()
  const [chosen, choose] = useState<number | null>(null)
  const { data, error, isLoading, refetch } = useRead<StructureNode[]>('/api/structure/tree', {}, { isView: true })
  const nodes = data ?? []
  const selected = nodes.find(({ node_id }) => node_id === chosen) ?? nodes[0] ?? null
  const move = async (node: StructureNode, { parent_id, before }: Place): Promise<void> => {
    const place = { ...(parent_id === null ? {} : { parent_id }), ...(before === null ? {} : { before }) }
    await deed('/api/structure/move', { node_id: node.node_id, version: node.version, ...place }, t`已移动`)
    await refetch()
  }
  return { nodes, isLoading, error, refetch, selected, choose, move }
}

export type Structure = ReturnType<typeof useStructure>
