import type { Resource } from '../resource.ts'
import type { Say } from './say.ts'

/** Says what is wrong with whom a column follows (R240): references of its own row, to rows that name the same kind of thing, which retires. */
export const checkFollows = (resource: Resource, resources: ReadonlyMap<string, Resource>, say: Say): void => {
  for (const [name, column] of Object.entries(resource.columns)) {
    if (column.is !== 'ref' || column.follows === undefined) continue
    const at = `columns.${name}.follows`
    if (!resources.get(column.of)?.retires) say('R240', at, 'follows 写在引用能停用的记录（retires）的列上')
    for (const path of column.follows === true ? [] : column.follows) {
      const [by = '', other = ''] = path.split('.')
      const from = resource.columns[by]
      const named = from?.is === 'ref' && !from.via && !from.derived ? resources.get(from.of)?.columns[other] : undefined
      if (named?.is !== 'ref' || named.of !== column.of || named.via || named.derived)
        say('R240', at, `'${path}' 须是这一行的引用列，和它引用的记录上引用同一种记录的列`)
    }
  }
}
