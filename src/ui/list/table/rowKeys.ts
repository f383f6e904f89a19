import { type KeyboardEvent, useEffect, useRef } from 'react'
import type { CompleteResource } from '../../../derive/complete.ts'
import { rowActions } from '../../action/allowed.ts'
import type { Row } from '../../action/begun.ts'
import type { Run } from '../../action/useRunAction.ts'
import { useIsShown } from '../../tab/Located.tsx'

const isTyped = ({ target }: { target: EventTarget | null }): boolean =>
  target instanceof HTMLElement && target.matches('input:not([type=checkbox]), textarea, select, [contenteditable=true]')

/** Begins the action of a row that a key stands for; whether there was one. */
export const runShortcut = (
  event: Pick<globalThis.KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'isComposing' | 'target'>,
  resource: CompleteResource,
  row: Row,
  run: Run,
): boolean => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || isTyped(event)) return false
  const action = rowActions(resource, row).find(({ shortcut }) => shortcut === event.key.toLowerCase())
  if (action) run(resource, action, [row])
  return action !== undefined
}

const focusIn = (body: HTMLElement | null, place: number): void =>
  body?.children[place]?.querySelector<HTMLElement>('td button.link')?.focus({ preventScroll: false })

/**
 * The rows by keyboard: ↑ and ↓ go from one to the next, the letter of an action begins it (`shortcut`). A row that goes away while it has the
 * focus gives it to the one in its place, so that who works a list down goes on; such a list begins at its first row.
 */
export const useRowKeys = (resource: CompleteResource, rows: readonly Row[], run: Run) => {
  const body = useRef<HTMLTableSectionElement>(null)
  const isDesk = resource.actions.some(({ shortcut }) => shortcut)
  const last = useRef<{ place: number; key: unknown } | null>(isDesk ? { place: 0, key: null } : null)
  const isShown = useIsShown()
  const keyOf = (row: Row | undefined): unknown => row?.[resource.key]
  const placeOf = (target: EventTarget | null): number =>
    target instanceof Element ? Array.from(body.current?.children ?? []).indexOf(target.closest('tr') as Element) : -1
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows are a reason, and that they come into sight
  useEffect(() => {
    const { place, key } = last.current ?? { place: -1, key: undefined }
    const { activeElement } = document
    // Whoever has just come to the page goes on with its rows.
    const isComing = key === null && activeElement?.matches('[role=tabpanel], nav *') === true
    const isFree = activeElement === null || activeElement === document.body || isComing
    if (place < 0 || !isShown || !isFree || rows.length === 0 || rows.some((row) => keyOf(row) === key)) return
    focusIn(body.current, Math.min(place, rows.length - 1))
  }, [rows, isShown])
  return {
    body,
    onFocus: ({ target }: { target: EventTarget | null }): void => {
      const place = placeOf(target)
      if (place >= 0) last.current = { place, key: keyOf(rows[place]) }
    },
    onKeyDown: (event: KeyboardEvent<HTMLElement>): void => {
      const place = placeOf(event.target)
      const row = rows[place]
      if (!row || isTyped(event)) return
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
      if (step !== undefined) focusIn(body.current, place + step)
      if (step !== undefined || runShortcut(event.nativeEvent, resource, row, run)) event.preventDefault()
    },
  }
}
