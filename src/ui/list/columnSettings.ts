import { useMemo } from 'react'
import type { CompleteColumn, CompleteResource } from '../../derive/complete.ts'
import { type Store, storeOf, useStore } from '../useStore.ts'

/** What a person has changed of a list's columns. */
export interface ColumnSettings {
  shown: string[]
  order: string[]
}

const stores = new Map<string, Store<ColumnSettings>>()

const choosable = (resource: CompleteResource): CompleteColumn[] => resource.columns.filter((column) => column.shown !== 'never')

const standard = (resource: CompleteResource): ColumnSettings => ({
  shown: choosable(resource)
    .filter((column) => column.shown === 'yes')
    .map((column) => column.name),
  order: choosable(resource).map((column) => column.name),
})

/** The settings of a resource's list, kept in this browser. */
export const columnSettings = (resource: CompleteResource): Store<ColumnSettings> => {
  const known = stores.get(resource.name)
  if (known) return known
  const made = storeOf(`anju.columns.${resource.name}`, standard(resource))
  stores.set(resource.name, made)
  return made
}

export const resetColumns = (resource: CompleteResource): void => columnSettings(resource).set(standard(resource))

/** Gives all columns that may be shown, in the person's order; one that the declaration gained since stands at the end. */
export const orderedColumns = (resource: CompleteResource, settings: ColumnSettings): CompleteColumn[] => {
  const place = (column: CompleteColumn): number =>
    (settings.order.indexOf(column.name) + settings.order.length + 1) % (settings.order.length + 1)
  return choosable(resource).toSorted((a, b) => place(a) - place(b))
}

/** Whether a list shows a column: as the person chose, or as declared where the column has come since. */
export const isShown = (column: CompleteColumn, settings: ColumnSettings): boolean =>
  settings.shown.includes(column.name) || (column.shown === 'yes' && !settings.order.includes(column.name))

/** Gives the columns that a list shows, with the row's name first. */
export const useShownColumns = (resource: CompleteResource): CompleteColumn[] => {
  const settings = useStore(columnSettings(resource))
  return useMemo(() => {
    const shown = orderedColumns(resource, settings).filter((column) => isShown(column, settings))
    return shown.toSorted((a, b) => Number(b.name === resource.title) - Number(a.name === resource.title))
  }, [resource, settings])
}
