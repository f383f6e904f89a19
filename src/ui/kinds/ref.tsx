import { resources } from '../../declared/declared.ts'
import type { CompleteColumn } from '../../derive/complete.ts'
import { t } from '../../providers/i18nProvider.ts'
import { part } from '../later/part.tsx'
import { type CellProps, isEmpty, type KindView } from './kindView.ts'
import { Nothing } from './Nothing.tsx'
import { RecordLink } from './RecordLink.tsx'
import { readText } from './text.tsx'

/** So many fit a cell by name, if they have no more letters than this; otherwise it names the first and says how many others there are. */
const NAMED = 2
const LETTERS = 7

const RefFilter = part((parts) => parts.RefFilter)
const NamedRecords = part((parts) => parts.NamedRecords)

/** Gives what a record is called in the reader's language, where the system named it. */
const calledIn = ({ target }: CompleteColumn, title: unknown): string => {
  const resource = resources.find(({ name }) => name === target)
  return readText(resource?.column[resource.title], title)
}

const RefCell = ({ column, value, row }: CellProps) => {
  const { name, spec } = column
  if (isEmpty(value)) return spec.is === 'ref' && spec.unset ? <span>{spec.unset}</span> : <Nothing />
  const title = calledIn(column, row[`${name}_title`] ?? value)
  return <span title={title}>{title}</span>
}

const RefsCell = ({ column, value, row: { [`${column.name}_titles`]: named } }: CellProps) => {
  if (isEmpty(value)) return <Nothing />
  const titles = (named ?? {}) as Readonly<Record<string, string>>
  const ids = value as number[]
  const labels = ids.map((id) => calledIn(column, titles[id] ?? id))
  const isMany = labels.length > NAMED || (labels.length > 1 && labels.join('').length > LETTERS)
  return (
    <span className="labels" title={labels.join(t`、`)}>
      {ids.slice(0, isMany ? 1 : NAMED).map((id, place) => (
        <RecordLink key={id} of={column.target} id={id}>
          <span>{labels[place]}</span>
        </RecordLink>
      ))}
      {isMany && <span className="labels-more">+{labels.length - 1}</span>}
    </span>
  )
}

/** How many are applied, until their names are there. */
export const describeMany: KindView['describe'] = (column, params) => {
  const values = params[column.name]
  return Array.isArray(values) && values.length > 0 ? t`${column.label}：已选 ${values.length} 项` : null
}

export const ref: KindView = { Cell: RefCell, Filter: RefFilter, describe: describeMany, Named: NamedRecords }
export const refs: KindView = { Cell: RefsCell, Filter: RefFilter, describe: describeMany, Named: NamedRecords }
