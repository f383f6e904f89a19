import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { DESK_FIND, DESK_MARK, DESK_MOVES, type Desk, type DeskSide, deskSides } from '../../../core/desk.ts'
import { resourceNamed } from '../../../declared/declared.ts'
import { t } from '../../../providers/i18nProvider.ts'
import { anyRowActions } from '../../action/allowed.ts'
import type { Row } from '../../action/begun.ts'
import { useRunAction } from '../../action/useRunAction.ts'
import { useReadAnew } from '../../hooks/useReadAnew.ts'
import { readTitle } from '../../kinds/text.tsx'
import { useIsShown } from '../../tab/Located.tsx'
import { atOnce, type DeskDeedNow, deedsNow } from './deeds.ts'
import { type Shown, useDeskList } from './useDeskList.ts'
import { meantRows, useMarks } from './useMarks.ts'
import { useOffers } from './useOffers.ts'
import { useSettling } from './useSettling.ts'

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
const useKeys = (isShown: boolean, onKey: (key: string, isHeld: boolean) => boolean): void =>
  useEffect(() => {
    const hear = (event: KeyboardEvent): void => {
      const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
      if (isShown && isForDesk(event) && onKey(key, event.repeat)) event.preventDefault()
    }
    window.addEventListener('keydown', hear)
    return () => window.removeEventListener('keydown', hear)
  })

/** Whoever comes to the desk works it at once. */
const useBegins = (box: RefObject<HTMLDivElement | null>, isShown: boolean): void =>
  useEffect(() => {
    if (isShown) box.current?.focus({ preventScroll: true })
  }, [box, isShown])

/** The rows that are meant, by their keys. */
const keysOf = ({ resource }: Shown, rows: readonly Row[]): unknown[] => rows.map((row) => row[resource.key])

/** What is as sure as this is marked before anybody looks at it. */
const MARKED_FROM = 60

/** Takes back the deed that was done last, where the desk has a way to. */
const useUndo = ({ undo }: Desk, settling: ReturnType<typeof useSettling>, onUndone: () => void) => {
  const run = useRunAction()
  const [last, setLast] = useState<unknown>(null)
  const resource = undo ? resourceNamed(undo.resource) : null
  const heard = useCallback((answer: unknown) => setLast(resource ? (answer as Row | undefined)?.[resource.key] : null), [resource])
  const row = last === null || last === undefined || !resource ? null : { [resource.key]: last }
  const action = row && resource ? anyRowActions(resource).find(({ name }) => name === undo?.action) : undefined
  const begin =
    row && resource && action
      ? () => {
          if (settling.isSettling) return
          settling.begun()
          run(resource, atOnce(action), [row], {
            onDone: () => {
              setLast(null)
              onUndone()
            },
            onEnd: settling.ended,
          })
        }
      : null
  return { key: undo?.key, label: resource?.actions.find(({ name }) => name === undo?.action)?.label ?? '', begin, heard }
}

/** A desk as it is worked now: its two lists, what is chosen and marked in them, what can be done, and what was done last. */
export const useDesk = (desk: Desk) => {
  const isShown = useIsShown()
  const run = useRunAction()
  const readAnew = useReadAnew()
  const [chosen, setChosen] = useState<Chosen>({})
  const [at, setAt] = useState<Sides<typeof FIRST>>({ left: FIRST, right: FIRST })
  const [told, setTold] = useState('')
  const [active, turnTo] = useState<DeskSide>('left')
  const [looksFor, lookFor] = useState('')
  const { marks, toggle, put } = useMarks()
  const [left, right] = [useRef<HTMLDivElement>(null), useRef<HTMLDivElement>(null)]
  const boxes = { left, right }
  const finder = useRef<HTMLInputElement>(null)
  useBegins(left, isShown)
  const leftShown = useDeskList(desk.left, askedOf(desk, 'left', chosen), isShown)
  const leftRow = chosenIn(leftShown, at.left)
  const leftMeant = meantRows(leftShown, marks.left, leftRow)
  const { offered, question, error, isLoading } = useOffers(desk, keysOf(leftShown, leftMeant), looksFor)
  const byHand = useRef('')
  const rightList = useDeskList(desk.right, askedOf(desk, 'right', chosen), isShown, desk.right.offers ? offered.rows : null)
  const shown: Sides<Shown> = {
    left: leftShown,
    right: desk.right.offers ? { ...rightList, error: error ?? rightList.error, isLoading: isLoading || rightList.isLoading } : rightList,
  }
  const settling = useSettling(shown)
  const rows: Sides<Row | undefined> = { left: leftRow, right: chosenIn(shown.right, at.right) }
  // What is offered is done to nothing that nobody has marked or turned to.
  const isOpen = desk.right.marks === undefined || active === 'right'
  const meant: Sides<readonly Row[]> = { left: leftMeant, right: meantRows(shown.right, marks.right, isOpen ? rows.right : undefined) }
  const deeds = deedsNow(desk, shown, meant)
  // The same read anew, as in the background, takes nothing back of what somebody has marked since.
  useEffect(() => {
    if (byHand.current === question) return
    byHand.current = ''
    const [best] = offered.offers
    put('right', best && best.sure >= MARKED_FROM ? best.keys : [])
  }, [offered, question, put])
  const narrow = useCallback((place: number, value: number) => {
    setChosen((now) => ({ ...now, [place]: value }))
    setAt({ left: FIRST, right: FIRST })
  }, [])
  const choose = (side: DeskSide, row: Row): void => {
    const { resource, rows: all } = shown[side]
    setAt((now) => ({ ...now, [side]: { key: row[resource.key], place: all.indexOf(row) }, ...(side === 'left' ? { right: FIRST } : {}) }))
    if (side === 'left') lookFor('')
  }
  const step = (side: DeskSide, by: 1 | -1): void => {
    const { rows: all } = shown[side]
    const row = all[(rows[side] ? all.indexOf(rows[side]) : -1) + by]
    if (row) choose(side, row)
  }
  const mark = (side: DeskSide, row: Row | undefined): boolean => {
    if (shown[side].list.marks === undefined || !row) return false
    toggle(side, row[shown[side].resource.key])
    if (side === 'right') byHand.current = question
    return true
  }
  const take = (keys: readonly number[]): void => {
    put('right', keys)
    byHand.current = question
  }
  const undo = useUndo(desk, settling, () => {
    settling.done()
    setTold(t`刚才：${undo.label}`)
    readAnew.records(shown.left.resource)
    readAnew.records(shown.right.resource)
  })
  const begin = (deed: DeskDeedNow): void => {
    const names = meant[deed.on].map((row) => readTitle(shown[deed.on].resource, row))
    const name = names.length > 2 ? t`${names[0] ?? ''} 等 ${names.length} 条` : names.join(t`、`)
    // What asks first shows what it would be done to.
    if (deed.isAtOnce && settling.isSettling) return
    if (!deed.begin) {
      setTold(t`${deed.label}：${name} 现在不能`)
      return
    }
    const onDone = (answer: unknown): void => {
      settling.done()
      setTold(t`刚才：${deed.label}：${name}`)
      undo.heard(answer)
      if (desk.right.marks === undefined) return
      put('left', [])
      byHand.current = ''
      lookFor('')
      readAnew.records(shown.right.resource)
    }
    if (deed.isAtOnce) settling.begun()
    deed.begin(run, { onDone, onEnd: settling.ended })
  }
  const hear = (key: string, isHeld: boolean): boolean => {
    const [by, turn, offer] = [MOVES[key], TURNS[key], offered.offers[Number(key) - 1]]
    const deed = deeds.find((one) => one.key === key)
    if (by !== undefined) step(active, by)
    else if (turn !== undefined) boxes[turn].current?.focus()
    else if (key === DESK_MARK) return mark(active, rows[active])
    else if (key === DESK_FIND && desk.right.offers) finder.current?.focus()
    else if (offer) take(offer.keys)
    // A key that is held down moves on; it does nothing a second time.
    else if (isHeld) return deed !== undefined || key === undo.key
    else if (undo.begin && key === undo.key) undo.begin()
    else if (deed) begin(deed)
    else return false
    return true
  }
  useKeys(isShown, hear)
  const finding = { box: finder, text: looksFor, set: lookFor, leave: () => boxes.right.current?.focus() }
  return {
    chosen,
    narrow,
    shown,
    rows,
    marks,
    meant,
    mark,
    isSettling: settling.isSettling || isLoading,
    isLooking: isLoading,
    offered,
    take,
    finding,
    undo,
    boxes,
    deeds,
    told,
    choose,
    begin,
    turnTo,
    sides: deskSides,
  }
}
