import type { Resource } from '../resource.ts'
import { isKnown, type Say } from './say.ts'

/** Says what is wrong with how two records become one (R187): the one that goes names the one that stays, in a state of its own. */
export const checkMerging = (resource: Resource, say: Say): void => {
  const { merges, states, columns, name } = resource
  if (!merges) return
  if (!states) {
    say('R187', 'merges', '合并须有状态（states）：合并走的停在一个状态里')
    return
  }
  if (isKnown(merges.into, Object.keys(columns), 'merges.into', say, '列')) {
    const column = columns[merges.into]
    if (column?.is !== 'ref' || column.of !== name || !column.fixed || column.via || column.derived)
      say('R187', 'merges.into', `列 '${merges.into}' 须是存着的、引用本资源的列，并写 fixed`)
  }
  if (isKnown(merges.as, Object.keys(states.of), 'merges.as', say, '状态', 'R152')) {
    if (!states.of[merges.as]?.ends) say('R187', 'merges.as', `状态 '${merges.as}' 须写 ends：合并不能撤回`)
    if (!states.requires?.[merges.as]?.includes(merges.into))
      say('R187', 'states.requires', `状态 '${merges.as}' 须要有列 '${merges.into}'（requires）`)
  }
}
