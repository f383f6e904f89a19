import { fromDeclared, resources } from '../../declared/declared.ts'
import { settingNamed } from '../../declared/settings.ts'
import type { CompleteColumn } from '../../derive/complete.ts'
import { type Change, deeds, loggedLabel } from '../../derive/history.ts'
import { fenToYuan } from '../../protocol/fen.ts'
import { said, t } from '../../providers/i18nProvider.ts'
import { part } from '../later/part.tsx'
import { instantText } from '../look/dates.ts'
import { wordsIn } from './enums.tsx'
import { type CellProps, type FilterProps, isEmpty, type KindView, type Params } from './kindView.ts'
import { Nothing } from './Nothing.tsx'

const ManyFilter = part((parts) => parts.ManyFilter)

/** A resource that is declared no more keeps the name under which it was logged. */
const find = (name: unknown) => resources.find((resource) => resource.name === name)
const labelOf = (name: unknown): string => {
  const [declared, setting] = [find(name), settingNamed(String(name))]
  if (declared) return loggedLabel(declared.label)
  return setting ? said(setting.label) : String(name)
}

const ResourceCell = ({ value }: CellProps) => (isEmpty(value) ? <Nothing /> : labelOf(value))

const loggedNow = fromDeclared(() =>
  resources
    .filter((resource) => resource.isLogged)
    .map((resource, place) => ({ value: place, label: labelOf(resource.name), name: resource.name })),
)

/** One resource at a time; the filter's choices go by number, the param by name. */
const ResourceFilter = ({ column, params, onChange }: FilterProps) => {
  const logged = loggedNow()
  const chosen = logged.find(({ name }) => name === params[column.name])
  return (
    <ManyFilter
      column={column}
      params={{ [column.name]: chosen ? [chosen.value] : [] }}
      options={logged}
      onChange={(patch) => {
        const last = (patch[column.name] as number[] | undefined)?.at(-1)
        onChange({ [column.name]: last === undefined ? undefined : logged[last]?.name })
      }}
    />
  )
}

export const resource: KindView = {
  Cell: ResourceCell,
  Filter: ResourceFilter,
  describe: (column, params) => (isEmpty(params[column.name]) ? null : t`${column.label}：${labelOf(params[column.name])}`),
}

/** Gives a value in the words that its column has on screen. */
const wordsOf = (column: CompleteColumn | undefined, value: unknown, title: string | undefined): string => {
  if (isEmpty(value)) return '—'
  if (title) return title
  switch (column?.spec.is) {
    case 'enum':
      return column.spec.of[Number(value)] ?? String(value)
    case 'enums':
      return wordsIn(column.spec.of, value).join(t`、`)
    case 'fen':
      return t`${fenToYuan(Number(value))} 元`
    case 'datetime':
      return instantText(Number(value))
    case 'images':
      return t`${(value as unknown[]).length} 张`
    case 'files':
      return t`${(value as unknown[]).length} 个`
    case 'rows':
      return t`${(value as unknown[]).length} 项`
    case 'ref':
      return `#${value}`
    default:
      return `${Array.isArray(value) ? value.join(t`、`) : value}${column?.spec.unit ?? ''}`
  }
}

/** Gives a change as staff read it: 月租金：1,000.00 元 → 1,100.00 元. Of a record just made, or taken away, what it held. */
const changeText = ({ resource: name, deed }: Params, change: Change): string => {
  const of = find(name)
  // A field may be called otherwise by now.
  const column = of?.column[change.column] ?? of?.column[of.former[change.column] ?? '']
  const label = column?.label ?? change.column
  const [before, after] = [wordsOf(column, change.before, change.before_title), wordsOf(column, change.after, change.after_title)]
  if (deed === deeds.made) return t`${label}：${after}`
  return deed === deeds.deleted ? t`${label}：${before}` : t`${label}：${before} → ${after}`
}

/** A list shows what fits and the whole on hover; where there is room each change has a line. */
const ChangesCell = ({ value, row }: CellProps) => {
  if (isEmpty(value)) return <Nothing />
  const lines = (value as Change[]).map((change) => changeText(row, change))
  return (
    <ul className="changes" title={lines.join('\n')}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}

export const changes: KindView = { Cell: ChangesCell, Filter: null, describe: () => null }
