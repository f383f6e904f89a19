import type { Strip } from '../../core/strip.ts'
import { resourceNamed } from '../../declared/declared.ts'
import { isOpenTo } from '../../derive/menu.ts'
import { currentUser } from '../../providers/session.ts'
import { screens } from '../tab/screens.ts'
import { listLink } from './listLink.ts'
import { orderText } from './saved/saved.ts'
import { openStrips, whereOf } from './strips.ts'

type Filters = Readonly<Record<string, unknown>>

const valuesOf = (value: unknown): unknown[] => [value].flat()

/** Whether a strip shows all the rows that these filters find. */
const covers = (strip: Strip, filters: Filters): boolean =>
  Object.entries(whereOf(strip)).every(
    ([name, where]) => filters[name] !== undefined && valuesOf(filters[name]).every((value) => valuesOf(where).includes(value)),
  )

/** Gives the filters that a strip does not ask by itself. */
const beside = (strip: Strip, filters: Filters): Filters =>
  Object.fromEntries(
    Object.entries(filters).filter(([name, value]) => {
      const where = whereOf(strip)[name]
      return where === undefined || valuesOf(where).length > valuesOf(value).length
    }),
  )

/**
 * Gives the address of the list that shows these rows of a resource and no others, on the first page that this person may open; null where
 * none does.
 */
export const listOfRows = (resource: string, filters: Filters, sort?: readonly [string, 'asc' | 'desc']): string | null => {
  const user = currentUser()
  if (!user) return null
  for (const screen of screens()) {
    if (screen.path.includes('{') || !isOpenTo(screen, user)) continue
    const strips = openStrips(screen.strips)
    const place = strips.findIndex((strip) => strip.resource === resource && covers(strip, filters))
    const strip = strips[place]
    if (!strip) continue
    const column = sort && resourceNamed(resource).column[sort[0]]
    const order = column?.isSortable ? orderText({ field: column.name, order: sort?.[1] ?? 'asc' }) : ''
    return listLink(screen.path, beside(strip, filters), place, order)
  }
  return null
}
