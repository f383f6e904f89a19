import type { KeyboardEvent, MouseEvent, ReactNode } from 'react'
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { t } from '../../../providers/i18nProvider.ts'
import { BuildingIndex } from './BuildingIndex.tsx'
import { Legend } from './Legend.tsx'
import { blockPad, layoutRooms, visibleRange } from './layout.ts'
import { MapStrip } from './MapStrip.tsx'
import { NoRooms } from './NoRooms.tsx'
import { boxOf, moveBy, orgAt, placeOf, stripOf } from './navigate.ts'
import { noteOf } from './notes.ts'
import { RoomCard } from './RoomCard.tsx'
import './roomMap.css'
import './roomGrid.css'
import type { RoomMapData } from './types.ts'
import { useHover } from './useHover.ts'
import { useViewport } from './useViewport.ts'
import { countText, roomLabel, tally, tallyWidth } from './words.ts'

export type RoomMapProps = {
  data: RoomMapData
  /** Double click, or Enter on a pinned room. */
  onOpen: (org_id: number) => void
  renderCard: (org_id: number) => ReactNode
  /** The pinned room, when the caller keeps it; scrolled into view when it changes. */
  selected?: number | null
  onSelect?: (org_id: number | null) => void
  /** State codes to show, [] for all; kept inside when not given. */
  states?: readonly number[]
  onStates?: (states: number[]) => void
  toolbar?: ReactNode
  /** What to do when there are no rooms at all, e.g. a button that adds a building. */
  emptyAction?: ReactNode
}

const overscan = 264
/** The scroll position is rounded down to this, so that most scroll events render nothing. */
const grain = 88
const grained = (y: number) => Math.floor(y / grain) * grain
const none: readonly number[] = []
const unmeasured: RoomMapData = { buildings: [] }

const placeUnder = (target: EventTarget): number | null => {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-place]') : null
  return cell ? Number(cell.dataset.place) : null
}

export function RoomMap(props: RoomMapProps) {
  const { data, onOpen, renderCard, selected, onSelect, toolbar, emptyAction } = props
  const port = useRef<HTMLDivElement>(null)
  const grid = useRef<HTMLDivElement>(null)
  const { width, height } = useViewport(port)
  const [ownStates, setOwnStates] = useState<readonly number[]>(none)
  const states = props.states ?? ownStates
  const onStates = props.onStates ?? setOwnStates
  const [ownPinned, setOwnPinned] = useState<number | null>(null)
  const pinned = selected === undefined ? ownPinned : selected
  const [cursor, setCursor] = useState<number | null>(null)
  const [top, setTop] = useState(0)
  /** The building last chosen in the index, current until the map is scrolled on: beside others on its line, it is not the first there. */
  const [jumped, setJumped] = useState<{ building: number; top: number } | null>(null)
  const hover = useHover()

  const counts = useMemo(() => tally(data), [data])
  const totals = useMemo(() => [...counts.subarray(data.buildings.length * tallyWidth)], [counts, data])
  const stateKey = states.join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the states, whose array may be new at every render
  const layout = useMemo(
    () => layoutRooms(width > 0 ? data : unmeasured, width, states.length ? new Set(states) : null),
    [data, width, stateKey],
  )
  const pinnedPlace = useMemo(() => (pinned === null ? -1 : placeOf(data, layout, pinned)), [data, layout, pinned])
  const cursorPlace = useMemo(() => (cursor === null ? -1 : placeOf(data, layout, cursor)), [data, layout, cursor])

  const [from, to] = visibleRange(layout, top - overscan, top + height + overscan + grain)
  const [atTop] = visibleRange(layout, top + grain, top + grain + 1)
  const active = jumped?.top === top ? jumped.building : (layout.building[Math.min(atTop, layout.strips - 1)] ?? -1)

  // A new width or filter moves everything: the building that was on top stays there.
  const anchor = useRef(-1)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a refetch alone must not move the scroll position
  useLayoutEffect(() => {
    hover.clear()
    const el = port.current
    if (!el || el.scrollTop === 0 || anchor.current < 0) return
    const strip = layout.titleStrip.findIndex((s, k) => k >= anchor.current && s >= 0)
    const y = layout.y[layout.titleStrip[strip] ?? -1] ?? 0
    el.scrollTop = y
  }, [width, stateKey])
  anchor.current = active

  const reveal = useCallback(
    (place: number) => {
      const el = port.current
      if (!el || place < 0) return
      const { y, h } = boxOf(layout, place)
      if (y < el.scrollTop) el.scrollTop = y - blockPad
      else if (y + h > el.scrollTop + el.clientHeight) el.scrollTop = y + h + blockPad - el.clientHeight
    },
    [layout],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new choice scrolls, not a new layout
  useEffect(() => reveal(pinnedPlace), [pinned])

  const jump = useCallback(
    (strip: number) => {
      const el = port.current
      if (!el) return
      el.scrollTop = layout.y[strip] ?? 0
      setJumped({ building: layout.building[strip] ?? -1, top: grained(el.scrollTop) })
    },
    [layout],
  )

  const pin = (org: number | null) => {
    hover.clear()
    setOwnPinned(org)
    onSelect?.(org)
  }
  const unpin = () => {
    pin(null)
    grid.current?.focus({ preventScroll: true })
  }
  const onClick = (e: MouseEvent) => {
    const place = placeUnder(e.target)
    const org = place === null ? null : orgAt(data, layout, place)
    if (org !== null) setCursor(org)
    if (org !== pinned) pin(org)
  }
  const onKeyDown = (e: KeyboardEvent) => {
    if (e.key === 'Escape' && pinned !== null) return unpin()
    if (e.key === 'Enter' && cursor !== null) return cursor === pinned ? onOpen(cursor) : pin(cursor)
    const next = moveBy(layout, Math.max(0, cursorPlace), e.key, e.ctrlKey)
    if (next === null) return
    e.preventDefault()
    setCursor(orgAt(data, layout, next))
    reveal(next)
  }
  const onFocus = () => {
    if (cursorPlace >= 0 || layout.places === 0) return
    setCursor(orgAt(data, layout, layout.first[visibleRange(layout, top, top + 1)[0]] ?? 0))
  }

  const strips = []
  for (let s = from; s < to; s++) {
    const k = layout.building[s] ?? -1
    const b = data.buildings[k]
    if (b) strips.push(<MapStrip key={s} layout={layout} strip={s} building={b} note={noteOf(data, layout, counts, s)} />)
  }
  const cardPlace = pinned !== null ? pinnedPlace : (hover.place ?? -1)
  const cardOrg = cardPlace >= 0 && cardPlace < layout.places ? orgAt(data, layout, cardPlace) : null
  const cardBuilding = data.buildings[layout.building[stripOf(layout, cardPlace)] ?? -1]
  const ring = (place: number, name: string) => {
    if (place < 0) return null
    const { x, y } = boxOf(layout, place)
    return <div className={`rm-ring ${name}`} style={{ transform: `translate(${x}px, ${y}px)` }} />
  }

  return (
    <section className="rm" aria-label={t`房态图`}>
      {toolbar && <div className="rm-toolbar">{toolbar}</div>}
      <Legend counts={totals} states={states} onStates={onStates} />
      <div className="rm-body">
        {data.buildings.length > 0 && <BuildingIndex data={data} layout={layout} counts={counts} active={active} onJump={jump} />}
        <div
          className="rm-port"
          ref={port}
          onScroll={(e) => {
            setTop(grained(e.currentTarget.scrollTop))
            hover.clear()
          }}
        >
          {width > 0 && layout.places === 0 && (
            <NoRooms isFiltered={data.buildings.length > 0 && states.length > 0} onClear={() => onStates([])} action={emptyAction} />
          )}
          {/* biome-ignore lint/a11y/useSemanticElements: a table's lines cannot stand side by side */}
          <div
            ref={grid}
            role="grid"
            className="rm-grid"
            aria-label={t`房间 ${countText(layout.places)} 间`}
            aria-rowcount={layout.strips}
            aria-activedescendant={cursorPlace >= 0 ? `room-${cursor}` : undefined}
            tabIndex={0}
            style={{ height: layout.height }}
            onClick={onClick}
            onDoubleClick={(e) => {
              const place = placeUnder(e.target)
              const org = place === null ? null : orgAt(data, layout, place)
              if (org !== null) onOpen(org)
            }}
            onPointerOver={(e) => e.pointerType === 'mouse' && pinned === null && hover.over(placeUnder(e.target))}
            onPointerLeave={() => hover.over(null)}
            onKeyDown={onKeyDown}
            onFocus={onFocus}
          >
            {strips}
            {ring(cursorPlace, 'rm-cursor')}
            {ring(pinnedPlace, 'rm-pinned')}
          </div>
          {cardOrg !== null && cardBuilding && (
            <RoomCard
              label={roomLabel(cardBuilding, layout.room[cardPlace] ?? 0)}
              box={boxOf(layout, cardPlace)}
              port={port}
              pinned={pinned !== null}
              onClose={unpin}
              onEnter={hover.keep}
              onLeave={() => hover.over(null)}
            >
              {renderCard(cardOrg)}
            </RoomCard>
          )}
        </div>
      </div>
    </section>
  )
}
