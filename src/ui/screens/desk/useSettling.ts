import { useCallback, useMemo, useState } from 'react'
import type { DeskSide } from '../../../core/desk.ts'
import type { Shown } from './useDeskList.ts'

/** Whether a list does not yet show what a deed has changed that was done at `doneAt`, in milliseconds. */
const isStale = ({ readAt, isFetching }: Shown, doneAt: number): boolean => isFetching && readAt < doneAt

/**
 * Whether what a desk shows may be overtaken by a deed: one that is under way, or that is done while its rows still stand there. A key that
 * is pressed then, as by whoever is fast or presses twice, would be for rows that nobody has seen or that are gone.
 */
export const useSettling = (shown: Readonly<Record<DeskSide, Shown>>) => {
  const [{ isUnderWay, doneAt }, setState] = useState({ isUnderWay: false, doneAt: 0 })
  const begun = useCallback(() => setState((now) => ({ ...now, isUnderWay: true })), [])
  const done = useCallback(() => setState((now) => ({ ...now, doneAt: Date.now() })), [])
  const ended = useCallback(() => setState((now) => ({ ...now, isUnderWay: false })), [])
  const isSettling = isUnderWay || Object.values(shown).some((one) => isStale(one, doneAt))
  return useMemo(() => ({ isSettling, begun, done, ended }), [isSettling, begun, done, ended])
}
