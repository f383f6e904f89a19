import type { Strip } from '../../core/strip.ts'
import { resourceNamed } from '../../declared/declared.ts'
import { currentUser, hasCode } from '../../providers/session.ts'

const mayRead = (strip: Strip): boolean => {
  const resource = resourceNamed(strip.resource)
  return resource.isLookup || (resource.calls.index !== null && hasCode(resource.calls.index))
}

/** Gives what a strip always asks, with the account that looks in place of 'me'. */
export const whereOf = ({ where = {} }: Strip): Record<string, unknown> =>
  Object.fromEntries(Object.entries(where).map(([name, value]) => [name, value === 'me' ? [currentUser()?.user_id ?? 0] : value]))

/** Gives the strips whose list the user may call: one that they may not is not offered (spec.md section 2, 企业代收款). */
export const openStrips = (strips: readonly Strip[]): readonly Strip[] => strips.filter(mayRead)

/** Gives the strip that an address names by its place, or the first; null where there is none. */
export const stripShown = (strips: readonly Strip[], search: URLSearchParams): Strip | null => {
  const open = openStrips(strips)
  return open[Number(search.get('strip') ?? 0)] ?? open[0] ?? null
}
