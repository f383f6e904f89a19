import type { CompleteAction } from '../../derive/actions.ts'
import type { CompleteResource } from '../../derive/complete.ts'

export type Row = Record<string, unknown>

/** An action that someone has begun: on these rows (none for a page's action). */
export interface Begun {
  resource: CompleteResource
  action: CompleteAction
  rows: readonly Row[]
  /** Says to the server that a second sending of this very deed is the same deed. */
  requestId: string
  onDone?: () => void
  /** What its dialog starts with; where it only asks whether, what it sends. */
  given?: Readonly<Record<string, unknown>>
}

/** What a dialog of an action gets. */
export interface DialogProps {
  begun: Begun
  onClose: () => void
}
