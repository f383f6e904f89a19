import { type Ref, useEffect, useId, useRef } from 'react'
import { DESK_FIND } from '../../../core/desk.ts'
import type { CompleteColumn } from '../../../derive/complete.ts'
import { said, t } from '../../../providers/i18nProvider.ts'
import type { Row } from '../../action/begun.ts'
import { KindCell } from '../../kinds/KindCell.tsx'
import { isEmpty } from '../../kinds/kindView.ts'
import { showsYears, YearsContext } from '../../kinds/years.ts'
import { headText } from '../../list/table/widths.ts'
import { Waiting } from '../../look/Waiting.tsx'
import { PlaceContext } from '../../tab/recordAddress.ts'
import { Countdown } from './Countdown.tsx'
import type { Shown } from './useDeskList.ts'

/** What one looks for in a list whose rows a call offers. */
interface Finding {
  box: Ref<HTMLInputElement>
  text: string
  set: (text: string) => void
  /** Goes on to the list. */
  leave: () => void
}

const LEAVES = ['Enter', 'Escape', 'ArrowDown']

const Finder = ({ finding: { box, text, set, leave } }: { finding: Finding }) => (
  <input
    ref={box}
    className="desk-finder"
    type="search"
    aria-label={t`查找`}
    aria-keyshortcuts={DESK_FIND}
    placeholder={t`按 / 查找租客、房号、合同号、账单号`}
    value={text}
    maxLength={50}
    onChange={({ target }) => set(target.value)}
    onKeyDown={(event) => {
      if (!LEAVES.includes(event.key) || event.nativeEvent.isComposing) return
      event.preventDefault()
      if (event.key === 'Escape') set('')
      leave()
    }}
  />
)

interface Props {
  shown: Shown
  /** The key of the row that is chosen. */
  chosen: unknown
  /** The keys of the rows that are marked, where rows can be. */
  marked: ReadonlySet<unknown>
  finding: Finding | null
  onChoose: (row: Row) => void
  onMark: (row: Row) => void
  onFocus: () => void
  ref: Ref<HTMLDivElement>
}

/** One list of a desk: rows of which one is chosen. Its columns line up across the rows. */
export const DeskTable = ({ shown, chosen, marked, finding, onChoose, onMark, onFocus, ref }: Props) => {
  const { list, resource, rows, count, error, isLoading } = shown
  const canMark = list.marks !== undefined
  const id = useId()
  const body = useRef<HTMLDivElement>(null)
  const columns = list.shows.flatMap((name) => resource.column[name] ?? [])
  const idOf = (row: Row): string => `${id}${row[resource.key]}`
  const active = rows.find((row) => row[resource.key] === chosen)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another row is chosen
  useEffect(() => {
    body.current?.querySelector('[data-chosen=true]')?.scrollIntoView({ block: 'nearest' })
  }, [chosen])
  const told = (list.tells ?? []).flatMap((name) => resource.column[name] ?? []).filter(({ name }) => !isEmpty(active?.[name]))
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
        {finding && <Finder finding={finding} />}
      </h2>
      {error && <p role="alert">{error.message}</p>}
      <div
        ref={ref}
        className="desk-rows"
        role="listbox"
        tabIndex={0}
        aria-labelledby={`${id}head`}
        aria-multiselectable={canMark}
        aria-activedescendant={active ? idOf(active) : undefined}
        onFocus={onFocus}
      >
        <div ref={body} className="desk-grid" style={{ gridTemplateColumns: `${canMark ? 'auto ' : ''}repeat(${columns.length}, auto)` }}>
          <div className="desk-heads" aria-hidden="true">
            {canMark && <span />}
            {columns.map((column) => (
              <span key={column.name} data-align={column.align}>
                {headText(column)}
              </span>
            ))}
          </div>
          <PlaceContext value={null}>
            <YearsContext value={showsYears(columns, rows)}>
              {rows.map((row) => (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the list has the keys
                <div
                  key={idOf(row)}
                  id={idOf(row)}
                  role="option"
                  tabIndex={-1}
                  aria-selected={canMark ? marked.has(row[resource.key]) : row === active}
                  data-chosen={row === active}
                  className="desk-row"
                  onClick={() => onChoose(row)}
                >
                  {canMark && (
                    <span className="desk-mark">
                      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the list has the key */}
                      {/* biome-ignore lint/a11y/noStaticElementInteractions: the row is the option */}
                      <i
                        onClick={(event) => {
                          event.stopPropagation()
                          onMark(row)
                        }}
                      />
                    </span>
                  )}
                  {columns.map((column) => (
                    <span key={column.name} data-align={column.align}>
                      {cellOf(column, row)}
                    </span>
                  ))}
                </div>
              ))}
            </YearsContext>
          </PlaceContext>
        </div>
        {isLoading && <Waiting like="facts" />}
        {!isLoading && !error && rows.length === 0 && <p className="list-hint desk-hint">{said(list.empty ?? resource.empty)}</p>}
      </div>
      {list.tells && (
        <p className="desk-whole">
          {active && told.map((column) => <KindCell key={column.name} column={column} value={active[column.name]} row={active} />)}
        </p>
      )}
    </section>
  )
}
