import { pages, resources } from '../../../src/declared/declared.ts'
import { type Screen, screensOf } from '../../../src/derive/menu.ts'
import { mayMake, registry } from '../../calls/registry.ts'
import type { Rights } from './giving.ts'

const showsNothing = ({ reads }: Screen, rights: Rights): boolean =>
  reads.length > 0 &&
  !reads.some((path) => {
    const call = registry().get(path)
    return call !== undefined && mayMake(call, rights)
  })

/**
 * What of the screens a role is not led to: `closed`, of which it may read nothing at this moment, so that they are a refusal only; and
 * `sidebar`, the ids that its menu leaves out (spec.md section 6), those and the ones that were chosen for it.
 */
export const hiddenEntries = (role: Rights & { sidebar: readonly string[] }): { closed: string[]; sidebar: string[] } => {
  const closed = screensOf(resources, pages)
    .filter((screen) => showsNothing(screen, role))
    .map(({ id }) => id)
  return { closed, sidebar: [...new Set([...role.sidebar, ...closed])] }
}
