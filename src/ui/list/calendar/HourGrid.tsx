import { DndContext, type DragMoveEvent } from '@dnd-kit/core'
import { range } from 'es-toolkit'
import { useRef, useState } from 'react'
import type { CompleteResource } from '../../../derive/complete.ts'
import { lanesOf } from '../../../derive/plots/lanes.ts'
import { addsTo } from '../../../derive/routes.ts'
import { dateOf, minuteOf, secondsOf, today } from '../../../protocol/dates.ts'
import { t } from '../../../providers/i18nProvider.ts'
import { pageActions, rowActions } from '../../action/allowed.ts'
import type { Row } from '../../action/begun.ts'
import { useRunAction } from '../../action/useRunAction.ts'
import { daysOfWeek } from '../../look/weekDays.ts'
import { dragInstructions, useDragSensors } from '../dragging.ts'
import { Crowd } from './Crowd.tsx'
import { Entry, placeOf, whereOf } from './Entry.tsx'
import { useMoved } from './useMoved.ts'

const HOUR = 3600
/** A row of the grid: half an hour, in seconds and in px (calendar.css). */
const SLOT = HOUR / 2
const SLOT_PX = 36
/** An office's day; what takes place before or after it makes the grid longer. */
const OPENS = 8
const CLOSES = 20
/** So many stand side by side and can still be read. */
const ABREAST = 3

interface Props {
  resource: CompleteResource
  days: readonly string[]
  rows: readonly Row[]
  given: Readonly<Record<string, unknown>> | undefined
  onOpen: ((row: Row) => void) | null
}

const hourOf = (seconds: number): number => (seconds - (secondsOf(dateOf(seconds)) ?? 0)) / HOUR
const clockOf = (seconds: number): string => minuteOf(seconds).slice(11)

const timeOf = (start: number, lasts: number): string => `${clockOf(start)}–${clockOf(start + lasts)}`

/** Days side by side, hour by hour: what takes place stands where it does, is dragged elsewhere where that can be done, and an empty hour begins another. */
export const HourGrid = ({ resource, days, rows, given, onOpen }: Props) => {
  const run = useRunAction()
  const grid = useRef<HTMLDivElement>(null)
  const [from = '', to = ''] = resource.calendar?.during ?? []
  /** What is dragged, and the time above which it is held. */
  const [aim, setAim] = useState<{ id: unknown; start: number } | null>(null)
  const { startOf, move, action } = useMoved(resource, rows)
  const adds = addsTo(pageActions(resource))
  // An hour begins what is asked for its time when it is added; of others the time comes later.
  const add = adds?.form && from in adds.form.properties && to in adds.form.properties ? adds : undefined
  const lengthOf = (row: Row): number => Number(row[to]) - Number(row[from])
  const placed = rows.map((row) => ({ row, from: startOf(row), to: startOf(row) + lengthOf(row) }))
  const first = Math.min(OPENS, ...placed.map((one) => Math.floor(hourOf(one.from))))
  const last = Math.max(CLOSES, ...placed.map((one) => Math.min(24, Math.ceil(hourOf(one.from) + (one.to - one.from) / HOUR))))
  const slots = range(first * 2, last * 2)
  const sensors = useDragSensors(() => ({ x: (grid.current?.clientWidth ?? 0) / days.length, y: SLOT_PX }))
  /** Where it stands in its day, in px. */
  const spanOf = (start: number, end: number, midnight: number) => ({
    top: ((start - midnight) / SLOT - first * 2) * SLOT_PX,
    height: Math.max(1, (end - start) / SLOT) * SLOT_PX,
  })
  const where = whereOf(resource)
  const toldOf = ({ row, from: start, to: end }: (typeof placed)[number]) => ({
    key: String(row[resource.key]),
    label: [timeOf(start, end - start), row[resource.title], where && row[`${where.name}_title`]].filter(Boolean).join(' '),
  })
  const rowOf = (id: unknown): Row | undefined => rows.find((row) => row[resource.key] === id)
  /** The time at which it would stand where it is dragged to. */
  const aimed = ({ active, delta }: Pick<DragMoveEvent, 'active' | 'delta'>): number => {
    const row = rowOf(active.id)
    const width = (grid.current?.clientWidth ?? 1) / days.length
    const start = row ? startOf(row) : 0
    const now = Math.max(0, days.indexOf(dateOf(start)))
    const day = Math.min(days.length - 1, Math.max(0, now + Math.round(delta.x / width)))
    return start + (day - now) * 24 * HOUR + Math.round(delta.y / SLOT_PX) * SLOT
  }
  return (
    <DndContext
      sensors={sensors}
      onDragMove={(event) => setAim({ id: event.active.id, start: aimed(event) })}
      onDragCancel={() => setAim(null)}
      onDragEnd={(event) => {
        const row = rowOf(event.active.id)
        setAim(null)
        if (row && aimed(event) !== startOf(row)) void move(row, aimed(event))
      }}
      accessibility={{
        screenReaderInstructions: dragInstructions(),
        announcements: {
          onDragStart: () => t`已拿起`,
          onDragOver: () => undefined,
          onDragEnd: () => t`已放下`,
          onDragCancel: () => t`已放弃`,
        },
      }}
    >
      <span className="visually-hidden" aria-live="assertive">
        {aim && t`移到 ${minuteOf(aim.start)}`}
      </span>
      <div className="hours">
        <div className="hours-clock" aria-hidden>
          {slots.map((slot) => (
            <span key={slot}>{slot % 2 === 0 && `${String(slot / 2).padStart(2, '0')}:00`}</span>
          ))}
        </div>
        <div className="hours-days" ref={grid}>
          {days.map((date, place) => {
            const own = placed.filter((one) => dateOf(one.from) === date)
            const { lanes, crowds } = lanesOf(own, ABREAST)
            const midnight = secondsOf(date) ?? 0
            return (
              <section key={date} className="hours-day" aria-label={`${daysOfWeek()[place]} ${date}`} data-today={date === today()}>
                <h2>
                  {daysOfWeek()[place]} <small>{date.slice(5)}</small>
                </h2>
                <div className="hours-slots">
                  {slots.map((slot) => {
                    const start = midnight + slot * SLOT
                    return add ? (
                      <button
                        key={slot}
                        type="button"
                        tabIndex={-1}
                        aria-label={`${add.label} ${minuteOf(start)}`}
                        onClick={() => run(resource, add, [], { given: { ...given, [from]: start, [to]: start + SLOT } })}
                      />
                    ) : (
                      <span key={slot} />
                    )
                  })}
                  {own.map(({ row, from: start, to: end }, index) => {
                    const lane = lanes[index]
                    return (
                      lane && (
                        <Entry
                          key={String(row[resource.key])}
                          resource={resource}
                          row={row}
                          time={timeOf(aim !== null && aim.id === row[resource.key] ? aim.start : start, end - start)}
                          {...spanOf(start, end, midnight)}
                          lane={lane}
                          canMove={action !== undefined && rowActions(resource, row).some(({ name }) => name === action.name)}
                          onOpen={onOpen}
                        />
                      )
                    )
                  })}
                  {crowds.map(({ places, from: start, to: end, ...lane }) => (
                    <Crowd
                      key={start}
                      those={places.flatMap((at) => (own[at] ? [toldOf(own[at])] : []))}
                      {...spanOf(start, end, midnight)}
                      {...placeOf(lane)}
                      onOpen={(key) => onOpen?.(rowOf(Number(key)) as Row)}
                    />
                  ))}
                </div>
              </section>
            )
          })}
        </div>
      </div>
    </DndContext>
  )
}
