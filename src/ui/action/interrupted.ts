import type { Values } from '../form/context.ts'
import { forgetWritten, keepWritten, writtenBy } from '../hooks/interrupted.ts'
import type { Begun } from './begun.ts'

/** What was typed, and the record on which it stands as it was seen; null where it stands on none. */
interface Typed {
  values: Values
  seen: Values | null
}

/** The dialog that stood open when a session ended, with what was typed. */
interface Interrupted {
  begun: Begun
  typed: Typed | null
}

const DIALOG = 'dialog'

/** Keeps a dialog where the session has ended under it, with what `keepTyped` has kept of it. */
export const keepInterrupted = (userId: number, begun: Begun): void => {
  const kept = writtenBy<Interrupted>(userId, DIALOG)
  keepWritten(userId, DIALOG, { begun, typed: kept?.begun.requestId === begun.requestId ? kept.typed : null })
}

export const keepTyped = (userId: number, begun: Begun, typed: Typed): void => keepWritten(userId, DIALOG, { begun, typed })

export const interruptedOf = (userId: number): Begun | null => writtenBy<Interrupted>(userId, DIALOG)?.begun ?? null

/** Gives what was typed in that dialog, once. */
export const takeTyped = (userId: number, begun: Begun): Typed | null => {
  const kept = writtenBy<Interrupted>(userId, DIALOG)
  if (kept?.begun.requestId !== begun.requestId) return null
  forgetWritten(DIALOG)
  return kept.typed
}
