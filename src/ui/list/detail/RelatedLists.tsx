import { useContext, useEffect, useState, useSyncExternalStore } from 'react'
import { holds } from '../../../core/form.ts'
import { declaredVersion, onDeclared, resourceNamed } from '../../../declared/declared.ts'
import { type AskedList, historyAsk, relatedAsk } from '../../../declared/opening.ts'
import { relatedTo } from '../../../declared/referring.ts'
import type { CompleteColumn, CompleteResource } from '../../../derive/complete.ts'
import { type Change, putBackOf } from '../../../derive/history.ts'
import type { Sums } from '../../../protocol/envelope.ts'
import { grouped } from '../../../protocol/fen.ts'
import { t } from '../../../providers/i18nProvider.ts'
import { mayCall } from '../../../providers/mayCall.ts'
import { isOfThePast, mayRead, rowActions } from '../../action/allowed.ts'
import type { Row } from '../../action/begun.ts'
import { type RecordDeed, recordDeedLabels } from '../../action/recordDeeds.ts'
import { useRunAction } from '../../action/useRunAction.ts'
import { KindCell } from '../../kinds/KindCell.tsx'
import { RecordLink } from '../../kinds/RecordLink.tsx'
import { type SmallColumn, SmallTable } from '../../look/SmallTable.tsx'
import { Waiting } from '../../look/Waiting.tsx'
import { PlaceContext } from '../../tab/recordAddress.ts'
import { Totals } from '../Totals.tsx'
import { RowActions } from '../table/RowActions.tsx'
import { useNumbers } from '../table/useNumbers.tsx'
import { headText } from '../table/widths.ts'
import { addDeed } from './addDeed.ts'
import './detail.css'
import { InnerListContext } from './innerList.ts'
import { useAskedList } from './useAskedList.ts'

/** A list in a record's detail. */
interface Related {
  label: string
  resource: CompleteResource
  asked: AskedList
  columns: readonly CompleteColumn[]
  /** What begins another of its rows for this record. */
  add?: RecordDeed | null
  /** What may be done from one of its rows, where something may; without it what may be done from such a record. */
  deed?: (row: Row) => { label: string; run: () => void } | null
}

const isOpen = ({ resource: { isLookup, calls } }: Related): boolean => calls.index !== null && (isLookup || mayCall(calls.index))

/** Gives what puts an entry of the record's history back: the dialog of an action that may be done to it, holding what was before. */
const usePutBack = (resource: CompleteResource, record: Row): Related['deed'] => {
  const run = useRunAction()
  const actions = rowActions(resource, record)
  return (entry) => {
    const back = putBackOf(resource, actions, { deed: Number(entry.deed), changes: entry.changes as Change[] })
    return back && { label: t`改回`, run: () => run(resource, back.action, [record], { given: back.given }) }
  }
}

/** The columns of a list in a record's detail, without those that are the same in all its rows: what narrows it, and what names or is read of that. */
const columnsBeside = ({ columns }: CompleteResource, same: readonly string[]): CompleteColumn[] =>
  columns.filter(
    ({ name, shown, spec, leads }) =>
      shown === 'yes' &&
      !same.includes(name) &&
      !same.includes(spec.via?.split('.')[0] ?? '') &&
      !(leads.length > 0 && leads.every(({ key }) => same.includes(key))),
  )

/** What belongs to a record, and at the end its history. */
const relatedOf = (resource: CompleteResource, id: number, record: Row, putBack: Related['deed']): Related[] => {
  const own = relatedTo(resource).flatMap((list): Related[] => {
    const { label, resource: name, by, from, where, shows, when } = list
    const named = from === undefined ? id : (record[from] as number | null | undefined)
    if (!named || !holds(when, record)) return []
    const related = resourceNamed(name)
    const same = [by, ...Object.keys(where ?? {})]
    return [
      {
        label,
        resource: related,
        asked: relatedAsk(list, named, resourceNamed),
        add: isOfThePast(record) || from !== undefined ? null : addDeed(resource, record, related, by),
        columns: shows ? shows.flatMap((column) => related.column[column] ?? []) : columnsBeside(related, same),
      },
    ]
  })
  const history = historyAsk(resource, id)
  if (!history) return own
  return [
    ...own,
    {
      label: t`历史`,
      resource: resourceNamed(history.resource),
      asked: history,
      columns: columnsBeside(resourceNamed(history.resource), [...Object.keys(history.where), 'record_title']),
      deed: putBack,
    },
  ]
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

const RelatedTable = ({ related: { label, resource, asked, columns, deed } }: { related: Related }) => {
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
  if (rows.length === 0) return <p className="list-hint">{t`没有${label}`}</p>
  const deeds = new Map(rows.map((row) => [row, deed?.(row) ?? null]))
  const first = [...deeds.values()].find((one) => one !== null)
  return (
    <div className="related-scroll">
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
      <Totals resource={resource} asked={asked.where} sums={query.data?.sums as Sums | undefined} count={result.total ?? 0} />
      {(result.total ?? 0) > asked.rows && <p className="list-hint">{t`共 ${grouped(result.total ?? 0)} 条，这里是前 ${asked.rows} 条`}</p>}
    </div>
  )
}

/** What belongs to a record, a list at a time; those that the person may not call are not offered. */
export const RelatedLists = ({ resource, id, record }: { resource: CompleteResource; id: number; record: Row }) => {
  // A page that is published now may refer to this record.
  useSyncExternalStore(onDeclared, declaredVersion)
  const run = useRunAction()
  const putBack = usePutBack(resource, record)
  const open = relatedOf(resource, id, record, putBack).filter(isOpen)
  const [chosen, setChosen] = useState(0)
  const shown = open[chosen] ?? open[0]
  if (!shown) return null
  return (
    <section className="related-lists">
      <nav className="strips" aria-label={t`相关记录`}>
        {open.map((related, place) => (
          <button key={related.label} type="button" aria-pressed={related === shown} onClick={() => setChosen(place)}>
            {related.label}
          </button>
        ))}
      </nav>
      {shown.add && (
        <p className="related-add">
          <button type="button" className="link" onClick={() => shown.add?.begin(run)}>
            {shown.add.label}
          </button>
        </p>
      )}
      <RelatedTable key={shown.label} related={shown} />
    </section>
  )
}
