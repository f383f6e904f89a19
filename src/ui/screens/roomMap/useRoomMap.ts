import type { KeyboardEvent, MouseEvent, PointerEvent, RefObject, UIEvent } from 'react'
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { blockPad, type CellSize, layoutRooms, type RoomMapLayout, visibleRange } from './layout.ts'
import { boxOf, moveBy, orgAt, placeOf } from './navigate.ts'
import { tally, tallyWidth } from './tally.ts'
import type { RoomMapData } from './types.ts'
import { useHover } from './useHover.ts'
import { useViewport } from './useViewport.ts'

export interface RoomMapController {
  /** What scrolls, and what is as high as all rooms and holds the focus: drawn with these refs and events. */
  port: RefObject<HTMLDivElement | null>
  grid: RefObject<HTMLDivElement | null>
  portEvents: { onScroll: (e: UIEvent) => void }
  gridEvents: {
    onClick: (e: MouseEvent) => void
    onDoubleClick: (e: MouseEvent) => void
    onPointerOver: (e: PointerEvent) => void
    onPointerLeave: () => void
    onKeyDown: (e: KeyboardEvent) => void
    onFocus: () => void
  }
  layout: RoomMapLayout
  /** Nothing can be laid out until the width is known. */
  isMeasured: boolean
  /** Rooms by building and state, as `tally` gives them, and the whole by state. */
  counts: Int32Array
  totals: readonly number[]
  /** State codes shown, [] for all. */
  states: readonly number[]
  showStates: (states: readonly number[]) => void
  /** The strips [from, to) to draw. */
  range: readonly [number, number]
  /** The building the index marks. */
  active: number
  /** Scrolls to a strip. */
  jump: (strip: number) => void
  /** The room the keyboard is at, and its place: -1 when none is drawn. */
  cursor: number | null
  cursorPlace: number
  pinnedPlace: number
  /** The room whose card is shown: the pinned one, else the one the pointer rests on. */
  card: { org: number; place: number; isPinned: boolean } | null
  unpin: () => void
  /** The pointer has come to the card, or has left it. */
  keepCard: () => void
  leaveCard: () => void
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

/** What is laid out at this width and size, of the states that are shown. */
const useLayout = (data: RoomMapData, width: number, size: CellSize) => {
  const [states, setStates] = useState(none)
  // The states shown already move nothing when they are chosen again.
  const showStates = useCallback((next: readonly number[]) => setStates((now) => (now.join() === next.join() ? now : next)), [])
  const layout = useMemo(
    () => layoutRooms(width > 0 ? data : unmeasured, width, states.length ? new Set(states) : null, size),
    [data, width, states, size],
  )
  return { layout, states, showStates }
}

/** Which lines are in sight, and what brings others there. */
const useScroll = (port: RefObject<HTMLDivElement | null>, layout: RoomMapLayout, states: readonly number[], height: number) => {
  const [top, setTop] = useState(0)
  /** The building last chosen in the index, current until the map is scrolled on: beside others on its line, it is not the first there. */
  const [jumped, setJumped] = useState<{ building: number; top: number } | null>(null)
  const range = visibleRange(layout, top - overscan, top + height + overscan + grain)
  const [atTop] = visibleRange(layout, top + grain, top + grain + 1)
  const active = jumped?.top === top ? jumped.building : (layout.building[Math.min(atTop, layout.strips - 1)] ?? -1)

  // A new width, size or filter moves everything: the building that was on top stays there.
  const anchor = useRef(-1)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a refetch alone must not move the scroll position
  useLayoutEffect(() => {
    const el = port.current
    if (!el || el.scrollTop === 0 || anchor.current < 0) return
    const strip = layout.titleStrip.findIndex((s, k) => k >= anchor.current && s >= 0)
    el.scrollTop = layout.y[layout.titleStrip[strip] ?? -1] ?? 0
  }, [layout.width, layout.size, states])
  anchor.current = active

  const jump = useCallback(
    (strip: number) => {
      const el = port.current
      if (!el) return
      el.scrollTop = layout.y[strip] ?? 0
      setJumped({ building: layout.building[strip] ?? -1, top: grained(el.scrollTop) })
    },
    [port, layout],
  )
  const reveal = (place: number): void => {
    const el = port.current
    if (!el || place < 0) return
    const { y, h } = boxOf(layout, place)
    if (y < el.scrollTop) el.scrollTop = y - blockPad
    else if (y + h > el.scrollTop + el.clientHeight) el.scrollTop = y + h + blockPad - el.clientHeight
  }
  return {
    range,
    active,
    jump,
    reveal,
    moved: (y: number) => setTop(grained(y)),
    firstPlace: layout.first[visibleRange(layout, top, top + 1)[0]] ?? 0,
  }
}

/** The map without its looks: what is laid out and in sight, which room the keyboard, the pointer and the pin are at. */
export const useRoomMap = (data: RoomMapData, size: CellSize, onOpen: (org_id: number) => void): RoomMapController => {
  const port = useRef<HTMLDivElement>(null)
  const grid = useRef<HTMLDivElement>(null)
  const { width, height } = useViewport(port)
  const { layout, states, showStates } = useLayout(data, width, size)
  const { range, active, jump, reveal, moved, firstPlace } = useScroll(port, layout, states, height)
  const hover = useHover()
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever rooms move under the pointer
  useLayoutEffect(() => hover.clear(), [width, size, states])
  const [pinned, setPinned] = useState<number | null>(null)
  const [cursor, setCursor] = useState<number | null>(null)
  const pinnedPlace = useMemo(() => (pinned === null ? -1 : placeOf(data, layout, pinned)), [data, layout, pinned])
  const cursorPlace = useMemo(() => (cursor === null ? -1 : placeOf(data, layout, cursor)), [data, layout, cursor])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new choice scrolls, not a new layout
  useEffect(() => reveal(pinnedPlace), [pinned])
  const counts = useMemo(() => tally(data), [data])
  const totals = useMemo(() => [...counts.subarray(data.buildings.length * tallyWidth)], [counts, data])

  const pin = (org: number | null) => {
    hover.clear()
    setPinned(org)
  }
  const unpin = () => {
    pin(null)
    grid.current?.focus({ preventScroll: true })
  }
  const orgUnder = (target: EventTarget): number | null => {
    const place = placeUnder(target)
    return place === null ? null : orgAt(data, layout, place)
  }
  const onClick = (e: MouseEvent) => {
    const org = orgUnder(e.target)
    if (org !== null) setCursor(org)
    if (org !== pinned) pin(org)
  }
  const onDoubleClick = (e: MouseEvent) => {
    const org = orgUnder(e.target)
    if (org !== null) onOpen(org)
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
    if (cursorPlace < 0 && layout.places > 0) setCursor(orgAt(data, layout, firstPlace))
  }
  const leaveCard = () => hover.over(null)

  const cardPlace = pinned !== null ? pinnedPlace : (hover.place ?? -1)
  const cardOrg = cardPlace >= 0 && cardPlace < layout.places ? orgAt(data, layout, cardPlace) : null
  return {
    port,
    grid,
    portEvents: {
      onScroll: (e) => {
        moved(e.currentTarget.scrollTop)
        hover.clear()
      },
    },
    gridEvents: {
      onClick,
      onDoubleClick,
      onPointerOver: (e) => e.pointerType === 'mouse' && pinned === null && hover.over(placeUnder(e.target)),
      onPointerLeave: leaveCard,
      onKeyDown,
      onFocus,
    },
    layout,
    isMeasured: width > 0,
    counts,
    totals,
    states,
    showStates,
    range,
    active,
    jump,
    cursor,
    cursorPlace,
    pinnedPlace,
    card: cardOrg === null ? null : { org: cardOrg, place: cardPlace, isPinned: pinned !== null },
    unpin,
    keepCard: hover.keep,
    leaveCard,
  }
}
