import { useEffect, useRef, useState } from 'react'
import { currentUser } from '../../providers/session.ts'

/**
 * What was being written when a session ended, by the name of the place where it stood (spec.md section 4, Session: back to where one was). In
 * memory only, and given back once, to the same person.
 */
const kept = new Map<string, { userId: number; written: unknown }>()

/** Keeps what is written at a place that goes, where the session has ended under it; otherwise it was closed by its own person. */
export const keepWritten = (userId: number, place: string, written: unknown): void => {
  if (currentUser() === null) kept.set(place, { userId, written })
}

/** Gives what this person was writing at a place; it stays to be given until it is forgotten. */
export const writtenBy = <T>(userId: number, place: string): T | null => {
  const its = kept.get(place)
  return its?.userId === userId ? (its.written as T) : null
}

export const forgetWritten = (place: string): void => void kept.delete(place)

const whoami = (): number => currentUser()?.user_id ?? 0

/** Gives what was being written on a page when the session ended under it, to whoever wrote it; null otherwise, and to the next who opens the page. */
export const useWritten = <T>(place: string): T | null => {
  const [before] = useState(() => writtenBy<T>(whoami(), place))
  useEffect(() => forgetWritten(place), [place])
  return before
}

/** Keeps what is written on a page for as long as it is not saved (null once it is), should the session end under it. */
export const useKeptWriting = (place: string, writing: unknown): void => {
  const [userId] = useState(whoami)
  const latest = useRef(writing)
  useEffect(() => {
    latest.current = writing
  }, [writing])
  useEffect(
    () => () => {
      if (latest.current !== null) keepWritten(userId, place, latest.current)
    },
    [userId, place],
  )
}
