import { pages, resources } from '../../../src/declared/declared.ts'
import { type Screen, screensOf } from '../../../src/derive/menu.ts'
import { mayMake, registry } from '../../calls/registry.ts'
import type { Rights } from './giving.ts'

const showsNothing = ({ menu, reads }: Screen, rights: Rights): boolean =>
  menu !== null &&
  reads.length > 0 &&
  !reads.some((path) => {
    const call = registry().get(path)
    return call !== undefined && mayMake(call, rights)
  })

/**
 * The sidebar ids that are hidden from a role (spec.md section 6): those that were chosen for it, and those of screens of which it may
 * read nothing at this moment, which lead to a refusal only.
 */
export const hiddenEntries = (role: Rights & { sidebar: readonly string[] }): string[] => {
  const empty = screensOf(resources, pages).filter((screen) => showsNothing(screen, role))
  return [...new Set([...role.sidebar, ...empty.map(({ id }) => id)])]
}
