import { mayChoose } from '../../declared/choosers.ts'
import { resourceNamed } from '../../declared/declared.ts'
import type { CompleteColumn, CompleteResource } from '../../derive/complete.ts'
import { mayCall } from '../../providers/accessControlProvider.ts'
import { t } from '../../providers/i18nProvider.ts'
import { part } from '../later/part.tsx'
import { useChoices, useChosen } from '../lookup/useChoices.ts'
import { type LookupRow, labelOf } from '../lookup/useLookup.ts'
import { type CellProps, type FilterProps, isEmpty, type KindView, type NamedProps, type Params } from './kindView.ts'
import { Nothing } from './Nothing.tsx'

/** So many fit a cell by name, if they have no more letters than this; otherwise it names the first and says how many others there are. */
const NAMED = 2
const LETTERS = 7

const ManyFilter = part((parts) => parts.ManyFilter)

const optionsOf = ({ key, title, choiceLabel }: CompleteResource, rows: readonly LookupRow[]) =>
  rows.map((row) => {
    const name = labelOf([title], row)
    return { value: Number(row[key]), label: labelOf(choiceLabel, row) || name, short: labelOf(choiceLabel.slice(-1), row) || name }
  })

/** By which call the person chooses of a resource; null where they may not. */
const callOf = (target: CompleteResource): string | null => (mayChoose(target, mayCall) ? target.choices : null)

/** The records that a filter asks for, whoever wrote the address that asks. */
const idsIn = (column: CompleteColumn, params: Params): number[] =>
  [params[column.name] ?? []].flat().filter((id): id is number => Number.isSafeInteger(id))

const RefCell = ({ column, value, row }: CellProps) => {
  const title = row[`${column.name}_title`]
  if (isEmpty(value)) return <Nothing />
  return <span title={String(title ?? value)}>{String(title ?? value)}</span>
}

const RefsCell = ({ column, value, row: { [`${column.name}_titles`]: named } }: CellProps) => {
  if (isEmpty(value)) return <Nothing />
  const titles = (named ?? {}) as Readonly<Record<string, string>>
  const labels = (value as number[]).map((id) => String(titles[id] ?? id))
  const isMany = labels.length > NAMED || (labels.length > 1 && labels.join('').length > LETTERS)
  return (
    <span className="labels" title={labels.join(t('、'))}>
      {(isMany ? labels.slice(0, 1) : labels).map((label) => (
        <span key={label}>{label}</span>
      ))}
      {isMany && <span className="labels-more">+{labels.length - 1}</span>}
    </span>
  )
}

const Filter = (props: FilterProps) => {
  const target = resourceNamed(props.column.target ?? '')
  const path = callOf(target)
  const { rows, isLoading, isSearching, onSearch } = useChoices(path ? { path, search: target.search ?? undefined } : null)
  // What an address or a saved filter holds may stand far from the first that are offered.
  const { rows: named, isLoading: isNaming } = useChosen(path, idsIn(props.column, props.params))
  if (!path) return null
  return (
    <ManyFilter
      {...props}
      options={optionsOf(target, rows)}
      known={optionsOf(target, named)}
      isLoading={isLoading}
      isNaming={isNaming}
      isSearching={isSearching}
      onSearch={onSearch}
    />
  )
}

const describe: KindView['describe'] = (column, params) => {
  const values = params[column.name]
  return Array.isArray(values) && values.length > 0 ? t(`${column.label}：已选 ${values.length} 项`) : null
}

/** So many of what is chosen a chip has by name. */
const TOLD = 3

/** The filter's own question under the same key: asked once. */
const NamedRecords = ({ column, params, children }: NamedProps) => {
  const target = resourceNamed(column.target ?? '')
  const ids = idsIn(column, params)
  const { rows } = useChosen(callOf(target), ids)
  const options = optionsOf(target, rows)
  const names = ids.flatMap((id) => options.find(({ value }) => value === id)?.label ?? [])
  if (names.length < ids.length) return children(describe(column, params) ?? '')
  const told = names.slice(0, TOLD).join(t('、'))
  return children(names.length > TOLD ? t(`${column.label}：${told} 等 ${names.length} 项`) : t(`${column.label}：${told}`))
}

export const ref: KindView = { Cell: RefCell, Filter, describe, Named: NamedRecords }
export const refs: KindView = { Cell: RefsCell, Filter, describe, Named: NamedRecords }
