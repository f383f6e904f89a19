import Button from 'antd/es/button'
import type { StructureNode } from '../../../protocol/structure.ts'
import { said, t } from '../../../providers/i18nProvider.ts'
import { mayCall } from '../../../providers/mayCall.ts'
import { nodeKinds } from '../../../schemas/structure/structure.ts'
import { pathOf, stepOf, type Way, ways } from '../../structure/moves.ts'
import { useNodeActions } from '../../structure/nodeActions.ts'
import type { Structure } from '../../structure/useStructure.ts'

/** What a chosen node is, and all that can be done to it. */
export const NodePanel = ({ node, structure }: { node: StructureNode; structure: Structure }) => {
  const { nodes, move } = structure
  const actions = useNodeActions()
  const mayMove = mayCall('/api/structure/move')
  const buttons: { label: string; run: (() => void) | null; isDanger?: true }[] = [
    { label: '加部门', run: node.kind === 3 ? null : actions.add(2, node) },
    { label: '加岗位', run: node.kind === 3 ? null : actions.add(3, node) },
    { label: '改名', run: actions.on('edit', node) },
    { label: '移到', run: node.kind === 1 ? null : actions.on('move', node) },
    { label: '设负责人', run: node.kind === 3 ? null : actions.on('head', node) },
    { label: '停用', run: node.retired === 0 ? actions.on('retire', node) : null },
    { label: '启用', run: node.retired === 1 ? actions.on('restore', node) : null },
    { label: '删除', run: actions.on('del', node), isDanger: true },
  ]
  return (
    <section className="panel" aria-label={`${said(nodeKinds[node.kind])} ${node.name}`}>
      <h2>{node.name}</h2>
      <p className="structure-path">
        {said(nodeKinds[node.kind])}
        {t`，`}
        {pathOf(nodes, node.node_id)
          .map(({ name }) => name)
          .join(' › ')}
        {node.kind !== 3 && t`，负责人 ${node.head ?? t`未设`}`}
      </p>
      <div className="structure-actions">
        {buttons.map(
          ({ label, run, isDanger }) =>
            run && (
              <Button key={label} danger={isDanger === true} onClick={run}>
                {said(label)}
              </Button>
            ),
        )}
      </div>
      {mayMove && (
        <fieldset className="structure-actions" aria-label={t`移动`}>
          {(Object.keys(ways) as Way[]).map((way) => {
            const to = stepOf(nodes, node.node_id, way)
            return (
              <Button key={way} size="small" disabled={!to} onClick={() => to && void move(node, to)}>
                {said(ways[way])}
              </Button>
            )
          })}
        </fieldset>
      )}
      <p className="list-hint">
        {t`可以拖动（往右一点是放进去，往左是放在旁边）；也可以在树里按 Alt 加方向键：上移、下移、移入上一个、移出。每次改动都记在操作日志。`}
      </p>
    </section>
  )
}
