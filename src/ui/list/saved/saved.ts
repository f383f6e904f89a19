import type { Strip } from '../../../core/strip.ts'
import type { CompleteColumn, CompleteResource } from '../../../derive/complete.ts'
import { isDate } from '../../../protocol/dates.ts'
import type { Opening, SavedContent } from '../../../protocol/savedFilters.ts'
import { t } from '../../../providers/i18nProvider.ts'
import { type Preference, preference } from '../../../providers/preferences.ts'
import type { Params } from '../../kinds/kindView.ts'

/** The params of the list call by which a column is filtered. */
export const paramNames = (column: CompleteColumn): string[] =>
  column.match === 'range' ? [`${column.name}_start`, `${column.name}_end`] : [column.name]

export interface Order {
  field: string
  order: 'asc' | 'desc'
}

/** What a list can still do of what was saved, and the names of what is gone: resources can change while staff keep filters of them. */
export interface Fitting {
  filters: Params
  order: Order
  columns: SavedContent['columns']
  gone: string[]
}

export const orderText = ({ field, order }: Order): string => `${order === 'desc' ? '-' : ''}${field}`

const orderOf = (text: string): Order => ({ field: text.replace(/^-/, ''), order: text.startsWith('-') ? 'desc' : 'asc' })

/** Gives what was saved of a list with the names that its columns have now. */
const underPresentNames = ({ former }: CompleteResource, { filters, order, columns }: SavedContent): SavedContent => {
  const named = (name: string): string => (Object.hasOwn(former, name) ? (former[name] ?? name) : name)
  const param = (name: string): string => {
    const [, column = name, end = ''] = /^(.*?)(_start|_end)?$/.exec(name) ?? []
    return Object.hasOwn(former, name) ? named(name) : named(column) + end
  }
  const { field, order: direction } = orderOf(order)
  return {
    filters: Object.fromEntries(Object.entries(filters).map(([name, value]) => [param(name), value])),
    order: orderText({ field: named(field), order: direction }),
    columns: columns && { shown: columns.shown.map(named), order: columns.order.map(named) },
  }
}

/** The last second that a time can have. */
const LAST_SECOND = 32_503_651_199

const isId = (value: unknown): boolean => Number.isSafeInteger(value)

/** Gives a value as a column's filter takes it; undefined where it is none of its kind: an address is written by anybody, and a column may be of another kind by now. */
const fittingValue = ({ is }: CompleteColumn, value: unknown): unknown => {
  switch (is) {
    case 'enum':
    case 'enums':
    case 'ref':
    case 'refs':
      return Array.isArray(value) ? (value.every(isId) ? value : undefined) : isId(value) ? [value] : undefined
    case 'date':
      return typeof value === 'string' && isDate(value) ? value : undefined
    case 'datetime':
      return isId(value) && Number(value) >= 0 && Number(value) <= LAST_SECOND ? value : undefined
    case 'fen':
    case 'decimal':
    case 'int':
      return typeof value === 'number' ? value : undefined
    default:
      return Array.isArray(value) ? undefined : value
  }
}

/** Gives what of a saved filter fits the list as it is declared now. */
export const fittingContent = (resource: CompleteResource, saved: SavedContent): Fitting => {
  const { filters, order, columns } = underPresentNames(resource, saved)
  const known = new Map(
    resource.columns.filter((column) => column.filter).flatMap((column) => paramNames(column).map((name) => [name, column] as const)),
  )
  const asked = Object.entries(filters).map(([name, value]): [string, unknown] => {
    const column = known.get(name)
    return [name, column ? fittingValue(column, value) : name === resource.scope ? value : undefined]
  })
  const wanted = orderOf(order)
  const isColumn = (name: string): boolean => Object.hasOwn(resource.column, name)
  const canSort = (isColumn(wanted.field) && resource.column[wanted.field]?.isSortable === true) || wanted.field === resource.sort[0]
  return {
    filters: Object.fromEntries(asked.filter(([, value]) => value !== undefined)),
    order: canSort ? wanted : { field: resource.sort[0], order: resource.sort[1] },
    columns: columns && { shown: columns.shown.filter(isColumn), order: columns.order.filter(isColumn) },
    gone: [
      ...new Set([
        ...asked.flatMap(([name, value]) => (value === undefined ? [name] : [])),
        ...(canSort ? [] : [wanted.field]),
        ...(columns?.shown.filter((name) => !isColumn(name)) ?? []),
      ]),
    ],
  }
}

/** Says which fields of a saved filter, or of a link, the list has no more. */
export const goneWords = ({ name, gone }: Pick<Start, 'name' | 'gone'>): string => t`筛选“${name}”中的 ${gone.join(t`、`)} 已不存在，已忽略`

const openings = new Map<string, Preference<Opening | null>>()

/** The saved filter with which a person's list opens; null is as declared. */
export const openingOf = (resource: CompleteResource): Preference<Opening | null> => {
  const known = openings.get(resource.name) ?? preference<Opening | null>(`opens.${resource.name}`, null)
  openings.set(resource.name, known)
  return known
}

/** What a list is asked with, and what of that it leaves out: `name` is of whom it came from. */
export interface Start extends Pick<Fitting, 'filters' | 'order' | 'gone'> {
  name: string
}

/** Gives the filters and the order with which a list opens: as its person has chosen, or as is declared (`opens`). */
export const startOf = (resource: CompleteResource, { opens = resource.opens }: Pick<Strip, 'opens'>): Start => {
  const opening = openingOf(resource).get()
  if (opening) return { ...fittingContent(resource, opening.content), name: opening.name }
  const [field, order] = opens.sort ?? resource.sort
  return { filters: opens.filter ?? {}, order: { field, order }, gone: [], name: '' }
}
