import type { ReactNode } from 'react'
import { filesIn } from '../../../core/attachments.ts'
import { holds } from '../../../core/form.ts'
import type { Tone } from '../../../core/resource.ts'
import type { CompleteColumn, CompleteResource } from '../../../derive/complete.ts'
import { addFormOf } from '../../../derive/imports/importColumns.ts'
import { t } from '../../../providers/i18nProvider.ts'
import type { Row } from '../../action/begun.ts'
import { KindCell } from '../../kinds/KindCell.tsx'
import { isEmpty } from '../../kinds/kindView.ts'
import { FileLinks } from '../../look/Attachments.tsx'
import { Picture, PictureLink } from '../../look/Picture.tsx'
import './detail.css'

const Pictures = ({ ids, label }: { ids: number[]; label: string }) => (
  <div className="pictures">
    {ids.map((id, index) => (
      <PictureLink key={id} of={id} label={t`查看${label}${index + 1}`}>
        <Picture of={id} alt={`${label}${index + 1}`} width={104} height={80} />
      </PictureLink>
    ))}
  </div>
)

/** Letters that half of a drawer holds beside a label. */
const NARROW = 20

const isWide = ({ is }: CompleteColumn, value: unknown): boolean =>
  is === 'images' || is === 'files' || is === 'note' || is === 'changes' || (is === 'text' && String(value ?? '').length > NARROW)

interface FactProps {
  column: CompleteColumn
  row: Row
  value: unknown
  after?: ReactNode
  tone?: Tone | undefined
}

/** One column of a record with its label. */
export const Fact = ({ column, row, value, after, tone }: FactProps) => (
  <div className="fact" data-wide={isWide(column, value)}>
    <dt>{column.label}</dt>
    <dd data-tone={tone}>
      {column.is === 'images' && Array.isArray(value) && value.length > 0 ? (
        <Pictures ids={value as number[]} label={column.label} />
      ) : column.is === 'files' && filesIn(row, column.name).length > 0 ? (
        <FileLinks files={filesIn(row, column.name)} />
      ) : (
        <KindCell column={column} value={value} row={row} />
      )}
      {column.is === 'fen' && typeof value === 'number' ? t` 元` : column.spec.unit && value !== null ? ` ${column.spec.unit}` : ''}
      {after}
    </dd>
  </div>
)

/** The columns that a record begins with, of those that its reader was given and that hold something; `apart` stands elsewhere. */
export const factColumns = (resource: CompleteResource, row: Row, apart?: CompleteColumn): CompleteColumn[] =>
  resource.facts.flatMap(({ column: name }) => {
    const column = resource.column[name]
    return column && column !== apart && !isEmpty(row[name]) ? [column] : []
  })

/** Whether a record of these values is asked for a column at all: by the `x-when` of its adding, where that hangs on other columns of the row. */
const isAskedFor = (resource: CompleteResource, { name, spec }: CompleteColumn, row: Row): boolean => {
  const asked = spec.reads?.split('.')[0] ?? name
  const condition = addFormOf(resource)?.properties[asked]?.['x-when'] ?? {}
  return !Object.keys(condition).every((other) => other in row) || holds(condition, row)
}

/** The columns that stand beneath what a record begins with; those that hold nothing, since such a record has none of them, are left out. */
export const otherColumns = (resource: CompleteResource, row: Row, first: readonly CompleteColumn[]): CompleteColumn[] =>
  resource.columns.filter(
    (column) =>
      column.shown !== 'never' &&
      column.name !== resource.title &&
      !first.includes(column) &&
      (!isEmpty(row[column.name]) || isAskedFor(resource, column, row)),
  )

const toneOf = ({ facts }: CompleteResource, { name }: CompleteColumn, value: unknown): Tone | undefined => {
  const fact = facts.find(({ column }) => column === name)
  return fact?.over === undefined || Number(value) > fact.over ? fact?.tone : undefined
}

interface Props {
  resource: CompleteResource
  row: Row
  /** The state that stands beside the record's name. */
  apart?: CompleteColumn | undefined
  numbers?: { valueOf: (column: CompleteColumn, value: unknown) => unknown; after: (column: CompleteColumn, value: unknown) => ReactNode }
}

/** What staff look for first in a record, as its resource says (`facts`); nothing where it says none. */
export const Facts = ({ resource, row, apart, numbers }: Props) => {
  const columns = factColumns(resource, row, apart)
  if (columns.length === 0) return null
  return (
    <section className="facts-first" aria-label={t`要点`}>
      <dl className="facts">
        {columns.map((column) => (
          <Fact
            key={column.name}
            column={column}
            row={row}
            value={numbers ? numbers.valueOf(column, row[column.name]) : row[column.name]}
            after={numbers?.after(column, row[column.name])}
            tone={toneOf(resource, column, row[column.name])}
          />
        ))}
      </dl>
    </section>
  )
}
