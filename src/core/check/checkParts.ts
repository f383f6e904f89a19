import type { Resource } from '../resource.ts'
import { isKnown, type Say } from './say.ts'

/** Says what is wrong with how rows of a whole and of its parts exclude one another (R220): the column is one of what a single `same` refers to, and refers to that again. */
export const checkParts = (resource: Resource, resources: ReadonlyMap<string, Resource>, say: Say): void => {
  for (const [place, { same, parts }] of (resource.states?.excludes ?? []).entries()) {
    if (parts === undefined) continue
    const at = `states.excludes[${place}].parts`
    const by = same.length === 1 ? resource.columns[same[0] ?? ''] : undefined
    const target = by?.is === 'ref' ? resources.get(by.of) : undefined
    if (!target) {
      say('R220', at, 'parts 用于 same 只有一列、且它引用一条记录（is: ref）的')
      continue
    }
    if (!isKnown(parts, Object.keys(target.columns), at, say, '列')) continue
    const column = target.columns[parts]
    if (column?.is !== 'ref' || column.of !== target.name || column.via || column.derived)
      say('R220', at, `'${parts}' 须是 ${target.label}存着的、引用自己的列`)
  }
}
