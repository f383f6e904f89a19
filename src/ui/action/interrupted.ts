import { currentUser } from '../../providers/session.ts'
import type { Values } from '../form/context.ts'
import type { Begun } from './begun.ts'

/** What was typed, and the record on which it stands as it was seen; null where it stands on none. */
interface Typed {
  values: Values
  seen: Values | null
}

/**
 * The dialog that stood open when a session ended, with what was typed (spec.md section 4, Session: back to where one was). In memory only, and
 * given back once, to the same person.
 */
let kept: { userId: number; begun: Begun; typed: Typed | null } | null = null

/** Keeps a dialog where the session has ended under it; otherwise it was closed by its own person. */
export const keepInterrupted = (userId: number, begun: Begun): void => {
  if (currentUser() === null) kept = { userId, begun, typed: kept?.begun.requestId === begun.requestId ? kept.typed : null }
}

export const keepTyped = (userId: number, begun: Begun, typed: Typed): void => {
  if (currentUser() === null) kept = { userId, begun, typed }
}

export const interruptedOf = (userId: number): Begun | null => (kept?.userId === userId ? kept.begun : null)

/** Gives what was typed in that dialog, once. */
export const takeTyped = (begun: Begun): Typed | null => {
  if (kept?.begun.requestId !== begun.requestId) return null
  const { typed } = kept
  kept = null
  return typed
}
