import { currentUser } from '../../providers/session.ts'
import type { Values } from '../form/context.ts'
import type { Begun } from './begun.ts'

/**
 * The dialog that stood open when a session ended, with what was typed (spec.md section 4, Session: back to where one was). In memory only, and
 * given back once, to the same person.
 */
let kept: { userId: number; begun: Begun; values: Values | null } | null = null

/** Keeps a dialog where the session has ended under it; otherwise it was closed by its own person. */
export const keepInterrupted = (userId: number, begun: Begun): void => {
  if (currentUser() === null) kept = { userId, begun, values: kept?.begun.requestId === begun.requestId ? kept.values : null }
}

export const keepTyped = (userId: number, begun: Begun, values: Values): void => {
  if (currentUser() === null) kept = { userId, begun, values }
}

export const interruptedOf = (userId: number): Begun | null => (kept?.userId === userId ? kept.begun : null)

/** Gives what was typed in that dialog, once. */
export const takeTyped = (begun: Begun): Values | null => {
  if (kept?.begun.requestId !== begun.requestId) return null
  const { values } = kept
  kept = null
  return values
}
