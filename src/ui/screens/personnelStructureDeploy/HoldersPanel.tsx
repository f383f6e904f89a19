import Button from 'antd/es/button'
import type { StructureNode } from '../../../protocol/structure.ts'
import { said, t } from '../../../providers/i18nProvider.ts'
import { nodeKinds } from '../../../schemas/structure/structure.ts'
import { pathOf } from '../../structure/moves.ts'
import { useNodeActions } from '../../structure/nodeActions.ts'

/** Gives the names of a person's posts other than this one. */
const othersOf = (nodes: readonly StructureNode[], userId: number, post: StructureNode): string[] =>
  nodes
    .filter((other) => other.node_id !== post.node_id && other.holders.some(({ user_id }) => user_id === userId))
    .map(({ node_id }) =>
      pathOf(nodes, node_id)
        .map(({ name }) => name)
        .join(' › '),
    )

/** Who holds the posts of what is chosen: of a post its holders, of a department or centre all below it. */
export const HoldersPanel = ({ nodes, node }: { nodes: readonly StructureNode[]; node: StructureNode }) => {
  const actions = useNodeActions()
  const posts = nodes.filter((post) => post.kind === 3 && pathOf(nodes, post.node_id).some(({ node_id }) => node_id === node.node_id))
  const add = node.kind === 3 && node.retired === 0 ? actions.addHolder(node) : null
  const head = node.kind === 3 ? null : actions.on('head', node)
  return (
    <section className="panel" aria-label={`${said(nodeKinds[node.kind])} ${node.name}`}>
      <div className="structure-actions">
        <h2>{node.name}</h2>
        <span className="head-gap" />
        {head && <Button onClick={head}>{t`设负责人`}</Button>}
        {add && (
          <Button type="primary" onClick={add}>
            {t`加人`}
          </Button>
        )}
      </div>
      <p className="structure-path">
        {pathOf(nodes, node.node_id)
          .map(({ name }) => name)
          .join(' › ')}
        {node.kind !== 3 && t`，负责人 ${node.head ?? t`未设`}`}
      </p>
      <ul className="panel-rows structure-rows" aria-label={t`任职人员`}>
        {posts.flatMap((post) =>
          post.holders.map((holder) => {
            const others = othersOf(nodes, holder.user_id, post)
            const remove = actions.removeHolder(holder)
            return (
              <li key={holder.holder_id}>
                <strong>{holder.name}</strong>
                {!holder.is_active && <small>{t`账号已停用`}</small>}
                {node.kind !== 3 && post.name}
                {others.length > 0 && <small>{t`另任 ${others.join(t`、`)}`}</small>}
                <span className="head-gap" />
                {remove && (
                  <button type="button" className="link link-danger" aria-label={t`免去 ${holder.name} ${post.name}`} onClick={remove}>
                    {t`免去`}
                  </button>
                )}
              </li>
            )
          }),
        )}
      </ul>
      {posts.every(({ holders }) => holders.length === 0) && (
        <p className="list-hint">{node.kind === 3 ? t`这个岗位空缺` : t`下面的岗位都空缺；选一个岗位加人`}</p>
      )}
    </section>
  )
}
