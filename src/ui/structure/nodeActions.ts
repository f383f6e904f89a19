import { resourceNamed } from '../../declared/declared.ts'
import type { StructureNode } from '../../protocol/structure.ts'
import { mayCall } from '../../providers/mayCall.ts'
import { useRunAction } from '../action/useRunAction.ts'

/** Gives what begins a declared action of the structure or of those who hold its posts: its dialog opens; nothing where one may not. */
export const useNodeActions = () => {
  const run = useRunAction()
  const begin = (resourceName: string, actionName: string, row: object | null, given?: Record<string, unknown>): (() => void) | null => {
    const resource = resourceNamed(resourceName)
    const action = resource.actions.find(({ name }) => name === actionName)
    if (!action || !mayCall(action.can)) return null
    return () => run(resource, action, row ? [row as Record<string, unknown>] : [], given && { given })
  }
  return {
    add: (kind: StructureNode['kind'], parent: StructureNode | null) =>
      begin('structure', 'add', null, { kind, ...(parent ? { parent_id: parent.node_id } : {}) }),
    on: (action: string, node: StructureNode) => begin('structure', action, node),
    addHolder: (node: StructureNode) => begin('post_holder', 'add', null, { node_id: node.node_id }),
    removeHolder: (holder: StructureNode['holders'][number]) => begin('post_holder', 'del', { ...holder, user_id: holder.name }),
  }
}
