import { mapValues } from 'es-toolkit'
import { mayChoose } from '../../declared/choosers.ts'
import { resourceNamed } from '../../declared/declared.ts'
import type { CompleteColumn, CompleteResource } from '../../derive/complete.ts'
import { t } from '../../providers/i18nProvider.ts'
import { mayCall } from '../../providers/mayCall.ts'
import { useChoices, useChosen } from '../lookup/useChoices.ts'
import { type LookupRow, labelOf } from '../lookup/useLookup.ts'
import type { FilterProps, NamedProps, Params } from './kindView.ts'
import { ManyFilter } from './ManyFilter.tsx'
import { describeMany } from './ref.tsx'
import { readText } from './text.tsx'

const optionsOf = ({ key, title, choiceLabel, column }: CompleteResource, found: readonly LookupRow[]) =>
  found.map((one) => {
    const row = mapValues(one, (value, name) => (column[name]?.spec.spoken ? readText(column[name], value) : value))
    const name = labelOf([title], row)
    return { value: Number(row[key]), label: labelOf(choiceLabel, row) || name, short: labelOf(choiceLabel.slice(-1), row) || name }
  })

/** By which call the person chooses of a resource; null where they may not. */
const callOf = (target: CompleteResource): string | null => (mayChoose(target, mayCall) ? target.choices : null)

/** The records that a filter asks for, whoever wrote the address that asks. */
const idsIn = (column: CompleteColumn, params: Params): number[] =>
  [params[column.name] ?? []].flat().filter((id): id is number => Number.isSafeInteger(id))

/** Takes any of the records that a column may refer to. */
export const RefFilter = (props: FilterProps) => {
  const target = resourceNamed(props.column.target ?? '')
  const path = callOf(target)
  // What is read in another language than it is kept in is looked for here: the server knows the one that it keeps.
  const search = target.column[target.title]?.spec.spoken ? undefined : (target.search ?? undefined)
  const { rows, isLoading, isSearching, onSearch } = useChoices(path ? { path, search } : null)
  // What an address or a saved filter holds may stand far from the first that are offered.
  const { rows: named, isLoading: isNaming } = useChosen(path, idsIn(props.column, props.params))
  if (!path) return null
  return (
    <ManyFilter
      {...props}
      path={path}
      options={optionsOf(target, rows)}
      known={optionsOf(target, named)}
      isLoading={isLoading}
      isNaming={isNaming}
      isSearching={isSearching}
      onSearch={onSearch}
    />
  )
}

/** So many of what is chosen a chip has by name. */
const TOLD = 3

/** Draws with the names of what is applied. The filter's own question under the same key: asked once. */
export const NamedRecords = ({ column, params, children }: NamedProps) => {
  const target = resourceNamed(column.target ?? '')
  const ids = idsIn(column, params)
  const { rows } = useChosen(callOf(target), ids)
  const options = optionsOf(target, rows)
  const names = ids.flatMap((id) => options.find(({ value }) => value === id)?.label ?? [])
  if (names.length < ids.length) return children(describeMany(column, params) ?? '')
  const told = names.slice(0, TOLD).join(t`、`)
  return children(names.length > TOLD ? t`${column.label}：${told} 等 ${names.length} 项` : t`${column.label}：${told}`)
}
