import { useContext, useEffect } from 'react'
import type { AskedList } from '../../../declared/opening.ts'
import type { CompleteColumn, CompleteResource } from '../../../derive/complete.ts'
import type { Sums } from '../../../protocol/envelope.ts'
import { grouped } from '../../../protocol/fen.ts'
import { t } from '../../../providers/i18nProvider.ts'
import { isOfThePast, mayRead } from '../../action/allowed.ts'
import type { Row } from '../../action/begun.ts'
import { type RecordDeed, recordDeedLabels } from '../../action/recordDeeds.ts'
import { KindCell } from '../../kinds/KindCell.tsx'
import { RecordLink } from '../../kinds/RecordLink.tsx'
import { showsYears, YearsContext } from '../../kinds/years.ts'
import { type SmallColumn, SmallTable } from '../../look/SmallTable.tsx'
import { Waiting } from '../../look/Waiting.tsx'
import { PlaceContext } from '../../tab/recordAddress.ts'
import { Totals } from '../Totals.tsx'
import { RowActions } from '../table/RowActions.tsx'
import { useNumbers } from '../table/useNumbers.tsx'
import { headText } from '../table/widths.ts'
import './detail.css'
import { InnerListContext } from './innerList.ts'
import { useAskedList } from './useAskedList.ts'

/** The first page of a list within another screen: in a record's detail, or below a setting. */
export interface Related {
  label: string
  resource: CompleteResource
  asked: AskedList
  columns: readonly CompleteColumn[]
  /** What is said where there is no row; without it that there is none. */
  empty?: string
  /** What begins another of its rows for this record. */
  add?: RecordDeed | null
  /** What may be done from one of its rows, where something may; without it what may be done from such a record. */
  deed?: (row: Row) => { label: string; run: () => void } | null
}

type Deed = NonNullable<ReturnType<NonNullable<Related['deed']>>>

const deedsAs = (label: string, deeds: ReadonlyMap<Row, Deed | null>): SmallColumn<Row> => ({
  name: 'deed',
  head: label,
  isHeadHidden: true,
  cell: (row) => {
    const deed = deeds.get(row)
    return (
      deed && (
        <button type="button" className="link" onClick={deed.run}>
          {deed.label}
        </button>
      )
    )
  },
})

const actionsOn = (resource: CompleteResource): SmallColumn<Row> => ({
  name: 'actions',
  head: t`操作`,
  cell: (row) => <RowActions resource={resource} row={row} />,
})

/** Such a list, drawn. */
export const RelatedTable = ({ related: { label, resource, asked, columns, empty, deed } }: { related: Related }) => {
  const { query, result } = useAskedList(asked)
  const numbers = useNumbers(resource, JSON.stringify(asked.where))
  const rows = result.data ?? []
  const keyOf = (row: Row): number => Number(row[resource.key])
  const tell = useContext(InnerListContext)
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows alone are news
  useEffect(() => tell({ resource: resource.name, ids: rows.map(keyOf) }), [result.data])
  // What names a row leads to it; where that is the record itself, what stands first. Of rows that cannot be opened, each leads where it leads.
  const lead = mayRead(resource) ? (columns.find(({ name }) => name === resource.title) ?? columns[0]) : undefined
  const shownAs = (column: CompleteColumn): SmallColumn<Row> => ({
    name: column.name,
    head: headText(column),
    align: column.align,
    cell: (row) => {
      const shown = numbers.of(keyOf(row))
      const value = row[column.name]
      const cell = <KindCell column={column} value={shown.valueOf(column, value)} row={row} />
      return (
        <>
          {column === lead ? (
            <RecordLink of={resource.name} id={keyOf(row)}>
              <PlaceContext value={null}>{cell}</PlaceContext>
            </RecordLink>
          ) : (
            cell
          )}
          {shown.after(column, value)}
        </>
      )
    },
  })
  if (query.isLoading) return <Waiting like="facts" />
  if (query.error) return <p role="alert">{query.error.message}</p>
  if (rows.length === 0) return <p className="list-hint">{empty ?? t`没有${label}`}</p>
  const deeds = new Map(rows.map((row) => [row, deed?.(row) ?? null]))
  const first = [...deeds.values()].find((one) => one !== null)
  return (
    <div className="related-scroll">
      <YearsContext value={showsYears(columns, rows)}>
        <SmallTable
          look="related"
          columns={[
            ...columns.map(shownAs),
            ...(first ? [deedsAs(first.label, deeds)] : []),
            ...(!deed && !rows.some(isOfThePast) && recordDeedLabels(resource).length > 0 ? [actionsOn(resource)] : []),
          ]}
          rows={rows}
          keyOf={keyOf}
        />
      </YearsContext>
      <Totals resource={resource} asked={asked.where} sums={query.data?.sums as Sums | undefined} count={result.total ?? 0} />
      {(result.total ?? 0) > asked.rows && <p className="list-hint">{t`共 ${grouped(result.total ?? 0)} 条，这里是前 ${asked.rows} 条`}</p>}
    </div>
  )
}
