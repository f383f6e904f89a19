import type { CompleteColumn, CompleteResource } from '../../../derive/complete.ts'
import type { Opening, SavedContent } from '../../../protocol/savedFilters.ts'
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
  const named = (name: string): string => former[name] ?? name
  const param = (name: string): string => {
    const [, column = name, end = ''] = /^(.*?)(_start|_end)?$/.exec(name) ?? []
    return former[name] ?? (former[column] ? former[column] + end : name)
  }
  const { field, order: direction } = orderOf(order)
  return {
    filters: Object.fromEntries(Object.entries(filters).map(([name, value]) => [param(name), value])),
    order: orderText({ field: named(field), order: direction }),
    columns: columns && { shown: columns.shown.map(named), order: columns.order.map(named) },
  }
}

/** Gives what of a saved filter fits the list as it is declared now. */
export const fittingContent = (resource: CompleteResource, saved: SavedContent): Fitting => {
  const { filters, order, columns } = underPresentNames(resource, saved)
  const known = new Set([
    ...resource.columns.filter((column) => column.filter).flatMap(paramNames),
    ...(resource.scope ? [resource.scope] : []),
  ])
  const asked = Object.entries(filters)
  const wanted = orderOf(order)
  const canSort = resource.column[wanted.field]?.isSortable === true || wanted.field === resource.sort[0]
  const isColumn = (name: string): boolean => name in resource.column
  return {
    filters: Object.fromEntries(asked.filter(([name]) => known.has(name))),
    order: canSort ? wanted : { field: resource.sort[0], order: resource.sort[1] },
    columns: columns && { shown: columns.shown.filter(isColumn), order: columns.order.filter(isColumn) },
    gone: [
      ...new Set([
        ...asked.map(([name]) => name).filter((name) => !known.has(name)),
        ...(canSort ? [] : [wanted.field]),
        ...(columns?.shown.filter((name) => !isColumn(name)) ?? []),
      ]),
    ],
  }
}

const openings = new Map<string, Preference<Opening | null>>()

/** The saved filter with which a person's list opens; null is as declared. */
export const openingOf = (resource: CompleteResource): Preference<Opening | null> => {
  const known = openings.get(resource.name) ?? preference<Opening | null>(`opens.${resource.name}`, null)
  openings.set(resource.name, known)
  return known
}

/** Gives the filters and the order with which a list opens. */
export const startOf = (resource: CompleteResource): Pick<Fitting, 'filters' | 'order' | 'gone'> => {
  const opening = openingOf(resource).get()
  return opening
    ? fittingContent(resource, opening.content)
    : { filters: {}, order: { field: resource.sort[0], order: resource.sort[1] }, gone: [] }
}
