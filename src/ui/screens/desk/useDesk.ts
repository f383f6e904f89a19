import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { DESK_MOVES, type Desk, type DeskSide, deskSides } from '../../../core/desk.ts'
import { resourceNamed } from '../../../declared/declared.ts'
import { t } from '../../../providers/i18nProvider.ts'
import type { Row } from '../../action/begun.ts'
import { useRunAction } from '../../action/useRunAction.ts'
import { readTitle } from '../../kinds/text.tsx'
import { useIsShown } from '../../tab/Located.tsx'
import { type DeskDeedNow, deedsNow } from './deeds.ts'
import { type Shown, useDeskList } from './useDeskList.ts'

type Sides<T> = Readonly<Record<DeskSide, T>>
/** What is chosen for both lists, by its place in `queue`. */
type Chosen = Readonly<Record<number, number>>

/** What those choices ask one of the lists; null until all are made. A number is asked for alone, a choice as one of several. */
const askedOf = ({ queue = [], ...lists }: Desk, side: DeskSide, chosen: Chosen): Record<string, unknown> | null => {
  const { column } = resourceNamed(lists[side].resource)
  if (queue.some((_, index) => chosen[index] === undefined)) return null
  return Object.fromEntries(queue.map((both, index) => [both[side], column[both[side]]?.is === 'int' ? chosen[index] : [chosen[index]]]))
}

/** The row that is chosen in a list: the one that was, as long as it is there, else the one in its place. */
const chosenIn = ({ resource, rows }: Shown, { key, place }: { key: unknown; place: number }): Row | undefined =>
  rows.find((row) => row[resource.key] === key) ?? rows[Math.min(place, rows.length - 1)]

const MOVES: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowUp: -1, [DESK_MOVES[0]]: 1, [DESK_MOVES[1]]: -1 }
const TURNS: Readonly<Record<string, DeskSide>> = { ArrowLeft: 'left', ArrowRight: 'right' }
const FIRST = { key: null as unknown, place: 0 }

/** Whether a key is pressed for the desk: in one of its lists, or nowhere, as when a dialog has just closed. */
const isForDesk = ({ ctrlKey, metaKey, altKey, isComposing, target }: KeyboardEvent): boolean => {
  const isHere = target === document.body || (target instanceof Element && target.closest('.desk-rows') !== null)
  return isHere && !ctrlKey && !metaKey && !altKey && !isComposing
}

/** Hears the keys that are pressed for the desk while it is shown. */
const useKeys = (isShown: boolean, onKey: (key: string) => boolean): void =>
  useEffect(() => {
    const hear = (event: KeyboardEvent): void => {
      const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
      if (isShown && isForDesk(event) && onKey(key)) event.preventDefault()
    }
    window.addEventListener('keydown', hear)
    return () => window.removeEventListener('keydown', hear)
  })

/** Whoever comes to the desk works it at once. */
const useBegins = (box: RefObject<HTMLDivElement | null>, isShown: boolean): void =>
  useEffect(() => {
    if (isShown) box.current?.focus({ preventScroll: true })
  }, [box, isShown])

/** A desk as it is worked now: its two lists, what is chosen in them, what can be done, and what was done last. */
export const useDesk = (desk: Desk) => {
  const isShown = useIsShown()
  const run = useRunAction()
  const [chosen, setChosen] = useState<Chosen>({})
  const [at, setAt] = useState<Sides<typeof FIRST>>({ left: FIRST, right: FIRST })
  const [told, setTold] = useState('')
  const [active, turnTo] = useState<DeskSide>('left')
  const [left, right] = [useRef<HTMLDivElement>(null), useRef<HTMLDivElement>(null)]
  const boxes = { left, right }
  useBegins(left, isShown)
  const shown: Sides<Shown> = {
    left: useDeskList(desk.left, askedOf(desk, 'left', chosen), isShown),
    right: useDeskList(desk.right, askedOf(desk, 'right', chosen), isShown),
  }
  const rows: Sides<Row | undefined> = { left: chosenIn(shown.left, at.left), right: chosenIn(shown.right, at.right) }
  const deeds = deedsNow(desk, shown, rows)
  const narrow = useCallback((place: number, value: number) => {
    setChosen((now) => ({ ...now, [place]: value }))
    setAt({ left: FIRST, right: FIRST })
  }, [])
  const choose = (side: DeskSide, row: Row): void => {
    const { resource, rows: all } = shown[side]
    setAt((now) => ({ ...now, [side]: { key: row[resource.key], place: all.indexOf(row) } }))
  }
  const step = (side: DeskSide, by: 1 | -1): void => {
    const { rows: all } = shown[side]
    const row = all[(rows[side] ? all.indexOf(rows[side]) : -1) + by]
    if (row) choose(side, row)
  }
  const begin = (deed: DeskDeedNow): void => {
    const row = rows[deed.on]
    const name = row ? readTitle(shown[deed.on].resource, row) : ''
    if (!deed.begin) setTold(t`${deed.label}：${name} 现在不能`)
    deed.begin?.(run, () => {
      setTold(t`刚才：${deed.label}：${name}`)
    })
  }
  useKeys(isShown, (key) => {
    const [by, turn] = [MOVES[key], TURNS[key]]
    const deed = deeds.find((one) => one.key === key)
    if (by !== undefined) step(active, by)
    else if (turn !== undefined) boxes[turn].current?.focus()
    else if (deed) begin(deed)
    return by !== undefined || turn !== undefined || deed !== undefined
  })
  return { chosen, narrow, shown, rows, boxes, deeds, told, choose, begin, turnTo, sides: deskSides }
}
