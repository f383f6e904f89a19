import { choosersOf, mayChoose } from '../../declared/choosers.ts'
import { resourceNamed } from '../../declared/declared.ts'
import type { CompleteResource } from '../../derive/complete.ts'
import { LOOKUP_ROWS } from '../../protocol/envelope.ts'
import { mayCall } from '../../providers/accessControlProvider.ts'
import { t } from '../../providers/i18nProvider.ts'
import { part } from '../later/part.tsx'
import { useChoices } from '../lookup/useChoices.ts'
import { type LookupRow, labelOf, useLookup } from '../lookup/useLookup.ts'
import { type CellProps, type FilterProps, isEmpty, type KindView } from './kindView.ts'
import { Nothing } from './Nothing.tsx'

/** So many fit a cell by name, if they have no more letters than this; otherwise it names the first and says how many others there are. */
const NAMED = 2
const LETTERS = 7

const ManyFilter = part((parts) => parts.ManyFilter)

const PAGE = { page: 1, page_rows: LOOKUP_ROWS }

const optionsOf = ({ key, title, choiceLabel }: CompleteResource, rows: readonly LookupRow[]) =>
  rows.map((row) => {
    const name = labelOf([title], row)
    return { value: Number(row[key]), label: labelOf(choiceLabel, row) || name, short: labelOf(choiceLabel.slice(-1), row) || name }
  })

/** Whether the person may ask what a record is called whose number alone is known. */
const mayName = (target: CompleteResource): boolean => target.calls.choose !== null && (target.isLookup || choosersOf(target).some(mayCall))

const RefCell = ({ column, value, row }: CellProps) => {
  const title = row[`${column.name}_title`]
  if (isEmpty(value)) return <Nothing />
  return <span title={String(title ?? value)}>{String(title ?? value)}</span>
}

const RefsCell = ({ column, value, row: { [`${column.name}_titles`]: named } }: CellProps) => {
  const target = resourceNamed(column.target ?? '')
  const { rows } = useLookup(target.isLookup ? target.choices : null, PAGE)
  if (isEmpty(value)) return <Nothing />
  const titles = (named ?? {}) as Readonly<Record<string, string>>
  const labels = (value as number[]).map((id) =>
    String(titles[id] ?? rows.find((row) => Number(row[target.key]) === id)?.[target.title] ?? id),
  )
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
  const { choices, search } = target
  const isOpen = mayChoose(target, mayCall)
  const { rows, first, isLoading, isSearching, onSearch } = useChoices(
    isOpen && choices ? { path: choices, params: PAGE, search: search ?? undefined } : null,
  )
  // What a saved filter holds may stand far from the first that are offered.
  const far = ((props.params[props.column.name] as number[] | undefined) ?? []).filter(
    (id) => !first.some((row) => Number(row[target.key]) === id),
  )
  const asked = isOpen && !isLoading && far.length > 0 && mayName(target)
  const { rows: named } = useLookup(asked ? target.calls.choose : null, { ids: far })
  if (!isOpen) return null
  return (
    <ManyFilter
      {...props}
      options={optionsOf(target, rows)}
      known={optionsOf(target, [...named, ...first])}
      isLoading={isLoading}
      isSearching={isSearching}
      onSearch={onSearch}
    />
  )
}

const describe: KindView['describe'] = (column, params) => {
  const values = params[column.name]
  return Array.isArray(values) && values.length > 0 ? t(`${column.label}：已选 ${values.length} 项`) : null
}

export const ref: KindView = { Cell: RefCell, Filter, describe }
export const refs: KindView = { Cell: RefsCell, Filter, describe }
