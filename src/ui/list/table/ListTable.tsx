import { sum } from 'es-toolkit'
import { memo, type ReactNode, type RefObject, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { CompleteColumn, CompleteResource } from '../../../derive/complete.ts'
import { t } from '../../../providers/i18nProvider.ts'
import { bulkActions } from '../../action/allowed.ts'
import type { Row } from '../../action/begun.ts'
import { recordDeedLabels, recordDeeds } from '../../action/recordDeeds.ts'
import { useRunAction } from '../../action/useRunAction.ts'
import { KindCell } from '../../kinds/KindCell.tsx'
import { useShownColumns } from './columnSettings.ts'
import { NoRows } from './NoRows.tsx'
import { inRowOf, RowActions } from './RowActions.tsx'
import { useRowKeys } from './rowKeys.ts'
import './table.css'
import { readTitle } from '../../kinds/text.tsx'
import { showsYears, YearsContext } from '../../kinds/years.ts'
import { PlaceContext } from '../../tab/recordAddress.ts'
import type { ListController } from '../useListController.ts'
import { actionsWidth, headText, seenWhole, widthsOf } from './widths.ts'

/** As in table.css, where the first column stands beside it. */
const SELECT_WIDTH = 40

const cellOf = (column: CompleteColumn, row: Row): ReactNode => <KindCell column={column} value={row[column.name]} row={row} />

interface RowProps {
  resource: CompleteResource
  columns: readonly CompleteColumn[]
  row: Row
  hasActions: boolean
  /** Null where nothing can be done to many. */
  isSelected: boolean | null
  onSelect: (row: Row, isSelected: boolean) => void
  /** Null where a record is not this person's to open. */
  onOpen: ((row: Row) => void) | null
}

const TableRow = memo(({ resource, columns, row, hasActions, isSelected, onSelect, onOpen }: RowProps) => (
  <tr className="row" data-selected={isSelected === true}>
    {isSelected !== null && (
      <td>
        <input
          type="checkbox"
          aria-label={t`选择 ${readTitle(resource, row)}`}
          checked={isSelected}
          onChange={(event) => onSelect(row, event.target.checked)}
        />
      </td>
    )}
    {columns.map((column) => (
      <td key={column.name} data-align={column.align}>
        {column.name === resource.title && onOpen ? (
          <button type="button" className="link" onClick={() => onOpen(row)}>
            <PlaceContext value={null}>{cellOf(column, row)}</PlaceContext>
          </button>
        ) : (
          cellOf(column, row)
        )}
      </td>
    ))}
    {hasActions && (
      <td>
        <RowActions resource={resource} row={row} />
      </td>
    )}
  </tr>
))

const SORTS = { asc: 'ascending', desc: 'descending' } as const

/** A column's head: a click sorts up, the next down, the one after that as the list was. */
const Head = ({ column, list }: { column: CompleteColumn; list: ListController }) => {
  const sorted = list.order.field === column.name ? list.order.order : null
  const turn = (): void => list.sortBy(sorted === 'desc' ? null : column.name, sorted === 'asc' ? 'desc' : 'asc')
  return (
    <th scope="col" data-align={column.align} aria-sort={sorted ? SORTS[sorted] : undefined} title={headText(column)}>
      {column.isSortable ? (
        <button type="button" onClick={turn}>
          {headText(column)}
          <span className="sort" data-sorted={sorted ?? undefined} aria-hidden="true" />
        </button>
      ) : (
        headText(column)
      )}
    </th>
  )
}

/**
 * Gives the room of a table of `needed` px where that is less, else null: with less it scrolls within its own frame, and what names and what
 * acts on a row stays.
 */
const useNarrowRoom = (needed: number): [RefObject<HTMLDivElement | null>, number | null] => {
  const frame = useRef<HTMLDivElement>(null)
  const [room, setRoom] = useState<number | null>(null)
  // Before it is drawn: a page that is too wide for one picture jumps before the eyes of whoever reads it.
  useLayoutEffect(() => {
    const element = frame.current
    if (!element) return
    const look = (): void => {
      const { clientWidth } = element
      // A page that is not shown has no width.
      if (clientWidth > 0) setRoom(needed > clientWidth ? clientWidth : null)
    }
    look()
    const observer = new ResizeObserver(look)
    observer.observe(element)
    return () => observer.disconnect()
  }, [needed])
  return [frame, room]
}

/** Gives the width of what may be done from the rows that are shown: it grows by them, and a page of others does not move the columns back. */
const useActionsWidth = (resource: CompleteResource, rows: readonly Row[]): number => {
  const widest = useRef({ resource, width: 0 })
  if (widest.current.resource !== resource) widest.current = { resource, width: 0 }
  const shown = rows.map((row) => {
    const deeds = recordDeeds(resource, row)
    const inRow = inRowOf(deeds)
    return { labels: inRow.map(({ label }) => label), hasMore: inRow.length < deeds.length }
  })
  widest.current.width = Math.max(widest.current.width, actionsWidth(shown))
  return widest.current.width
}

/** The rows in a plain table: what a list needs of one is little, and a component library's table costs a third of the first page's time. */
export const ListTable = ({ list, onOpen }: { list: ListController; onOpen: RowProps['onOpen'] }) => {
  const { resource, rows, selected, select } = list
  const columns = useShownColumns(resource)
  const actions = list.asOf ? [] : recordDeedLabels(resource)
  const isSelectable = !list.asOf && (bulkActions(resource).length > 0 || resource.columns.some(({ spec }) => 'total' in spec))
  const keys = useMemo(() => new Set(selected.map((row) => row[resource.key])), [selected, resource.key])
  const onSelect = useCallback(
    (row: Row, isSelected: boolean) =>
      select((now) => (isSelected ? [...now, row] : now.filter((other) => other[resource.key] !== row[resource.key]))),
    [select, resource.key],
  )
  const selectWidth = isSelectable ? [SELECT_WIDTH] : []
  const ofActions = useActionsWidth(resource, rows)
  const actionWidth = actions.length > 0 ? [ofActions] : []
  const hasYears = showsYears(columns, rows)
  const taken = sum([...selectWidth, ...actionWidth])
  const ofColumns = widthsOf(columns, taken, hasYears)
  const [frame, room] = useNarrowRoom(taken + sum(ofColumns))
  const isWide = room !== null
  const isCovered = isWide && actions.length > 0
  const widths = [...selectWidth, ...(isCovered ? seenWhole(ofColumns, room - taken) : ofColumns), ...actionWidth]
  const keyed = useRowKeys(resource, rows, useRunAction())
  return (
    <div
      className="grid-frame"
      ref={frame}
      data-wide={isWide}
      data-select={isSelectable}
      data-actions={actions.length > 0}
      // Who has no mouse scrolls it by the arrows.
      {...(isWide ? { tabIndex: 0, role: 'region', 'aria-label': resource.label } : {})}
    >
      <table className="grid" style={{ minWidth: sum(widths) }}>
        <colgroup>
          {widths.map((width, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a column of the group is its place
            <col key={index} style={{ width }} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {isSelectable && (
              <th scope="col">
                <input
                  type="checkbox"
                  aria-label={t`全选本页`}
                  checked={rows.length > 0 && keys.size === rows.length}
                  onChange={(event) => select(event.target.checked ? rows : [])}
                />
              </th>
            )}
            {columns.map((column) => (
              <Head key={column.name} column={column} list={list} />
            ))}
            {actions.length > 0 && <th scope="col">{t`操作`}</th>}
          </tr>
        </thead>
        <YearsContext value={hasYears}>
          <tbody ref={keyed.body} onFocus={keyed.onFocus} onKeyDown={keyed.onKeyDown}>
            {rows.map((row) => (
              <TableRow
                key={String(row[resource.key])}
                resource={resource}
                columns={columns}
                row={row}
                hasActions={actions.length > 0}
                isSelected={isSelectable ? keys.has(row[resource.key]) : null}
                onSelect={onSelect}
                onOpen={onOpen}
              />
            ))}
          </tbody>
        </YearsContext>
      </table>
      {rows.length === 0 && <NoRows list={list} />}
    </div>
  )
}
