import { type Ref, useEffect, useId, useRef } from 'react'
import type { CompleteColumn } from '../../../derive/complete.ts'
import { said, t } from '../../../providers/i18nProvider.ts'
import type { Row } from '../../action/begun.ts'
import { KindCell } from '../../kinds/KindCell.tsx'
import { isEmpty } from '../../kinds/kindView.ts'
import { headText } from '../../list/table/widths.ts'
import { Waiting } from '../../look/Waiting.tsx'
import { PlaceContext } from '../../tab/recordAddress.ts'
import { Countdown } from './Countdown.tsx'
import type { Shown } from './useDeskList.ts'

interface Props {
  shown: Shown
  /** The key of the row that is chosen. */
  chosen: unknown
  onChoose: (row: Row) => void
  onFocus: () => void
  ref: Ref<HTMLDivElement>
}

/** One list of a desk: rows of which one is chosen. Its columns line up across the rows. */
export const DeskTable = ({ shown: { list, resource, rows, count, error, isLoading }, chosen, onChoose, onFocus, ref }: Props) => {
  const id = useId()
  const body = useRef<HTMLDivElement>(null)
  const columns = list.shows.flatMap((name) => resource.column[name] ?? [])
  const idOf = (row: Row): string => `${id}${row[resource.key]}`
  const active = rows.find((row) => row[resource.key] === chosen)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another row is chosen
  useEffect(() => {
    body.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [chosen])
  const cellOf = (column: CompleteColumn, row: Row) => {
    const value = row[column.name]
    if (column.name === list.until && !isEmpty(value)) return <Countdown until={Number(value)} />
    return <KindCell column={column} value={value} row={row} />
  }
  return (
    <section className="desk-list">
      <h2 id={`${id}head`}>
        {said(list.label)}
        <small>{isLoading ? '' : t`共 ${count}`}</small>
      </h2>
      {error && <p role="alert">{error.message}</p>}
      {isLoading && <Waiting like="facts" />}
      <div
        ref={ref}
        className="desk-rows"
        role="listbox"
        tabIndex={0}
        aria-labelledby={`${id}head`}
        aria-activedescendant={active ? idOf(active) : undefined}
        onFocus={onFocus}
      >
        <div ref={body} className="desk-grid" style={{ gridTemplateColumns: `repeat(${columns.length}, auto)` }}>
          <div className="desk-heads" aria-hidden="true">
            {columns.map((column) => (
              <span key={column.name} data-align={column.align}>
                {headText(column)}
              </span>
            ))}
          </div>
          <PlaceContext value={null}>
            {rows.map((row) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the list has the keys
              <div
                key={idOf(row)}
                id={idOf(row)}
                role="option"
                tabIndex={-1}
                aria-selected={row === active}
                className="desk-row"
                onClick={() => onChoose(row)}
              >
                {columns.map((column) => (
                  <span key={column.name} data-align={column.align}>
                    {cellOf(column, row)}
                  </span>
                ))}
              </div>
            ))}
          </PlaceContext>
        </div>
        {!isLoading && !error && rows.length === 0 && <p className="list-hint desk-hint">{said(list.empty ?? resource.empty)}</p>}
      </div>
    </section>
  )
}
