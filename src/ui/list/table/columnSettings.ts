import { useMemo } from 'react'
import type { CompleteColumn, CompleteResource } from '../../../derive/complete.ts'
import type { ColumnChoice } from '../../../protocol/preferences.ts'
import { preference } from '../../../providers/preferences.ts'
import { useStore } from '../../hooks/useStore.ts'

const choosable = (resource: CompleteResource): CompleteColumn[] => resource.columns.filter((column) => column.shown !== 'never')

const standard = (resource: CompleteResource): ColumnChoice => ({
  shown: choosable(resource)
    .filter((column) => column.shown === 'yes')
    .map((column) => column.name),
  order: choosable(resource).map((column) => column.name),
})

/** A person's own choice of columns for a list, which follows them; null is as declared. */
const choiceOf = (name: string) => preference<ColumnChoice | null>(`columns.${name}`, null)

/** A column that has another name since stays where the person put it. */
const underPresentNames = ({ former }: CompleteResource, { shown, order }: ColumnChoice): ColumnChoice => {
  const named = (name: string): string => former[name] ?? name
  return { shown: shown.map(named), order: order.map(named) }
}

/** Gives which columns a list shows and in which order, and the function that changes it; null puts back what is declared. */
export const useColumnChoice = (resource: CompleteResource): [ColumnChoice, (next: ColumnChoice | null) => void] => {
  const choice = useMemo(() => choiceOf(resource.name), [resource.name])
  const chosen = useStore(choice)
  return [useMemo(() => (chosen ? underPresentNames(resource, chosen) : standard(resource)), [chosen, resource]), choice.set]
}

/** Gives all columns that may be shown, in the person's order; one that the declaration gained since stands at the end. */
export const orderedColumns = (resource: CompleteResource, settings: ColumnChoice): CompleteColumn[] => {
  const place = (column: CompleteColumn): number =>
    (settings.order.indexOf(column.name) + settings.order.length + 1) % (settings.order.length + 1)
  return choosable(resource).toSorted((a, b) => place(a) - place(b))
}

/** Whether a list shows a column: as the person chose, or as declared where the column has come since. */
export const isShown = (column: CompleteColumn, settings: ColumnChoice): boolean =>
  settings.shown.includes(column.name) || (column.shown === 'yes' && !settings.order.includes(column.name))

/** Gives the columns that a list shows, with the row's name first. */
export const useShownColumns = (resource: CompleteResource): CompleteColumn[] => {
  const [settings] = useColumnChoice(resource)
  return useMemo(() => {
    const shown = orderedColumns(resource, settings).filter((column) => isShown(column, settings))
    return shown.toSorted((a, b) => Number(b.name === resource.title) - Number(a.name === resource.title))
  }, [resource, settings])
}
