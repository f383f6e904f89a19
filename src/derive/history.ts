import { isMaskedKind } from '../core/kinds.ts'
import type { CompleteAction } from './actions.ts'
import type { CompleteResource } from './complete.ts'

/** Gives what the journal calls a resource whose list has this label. */
export const loggedLabel = (label: string): string => label.replace(/列表$/, '')

/** What a row of the journal says was done: made, changed, deleted, or something else that changed no row. */
export const deeds = { made: 1, changed: 2, deleted: 3, other: 4 } as const

/** One column's change as the journal keeps it; `_title` names what a reference named then. */
export interface Change {
  column: string
  before?: unknown
  after?: unknown
  before_title?: string
  after_title?: string
}

/** What puts a change back: an action with a dialog, and what its dialog then starts with; undefined empties a field. */
export interface PutBack {
  action: CompleteAction
  given: Readonly<Record<string, unknown>>
}

/**
 * Gives what puts a change back by one of the actions that may be done to the record now: the one whose dialog has most of the changed
 * fields. So the dialog's rules hold for it as for any other change. Null where none has any.
 */
export const putBackOf = (
  resource: CompleteResource,
  actions: readonly CompleteAction[],
  { deed, changes }: { deed: number; changes: readonly Change[] },
): PutBack | null => {
  if (deed !== deeds.changed) return null
  const now = changes.map((change) => ({ ...change, column: resource.former[change.column] ?? change.column }))
  // The journal holds a number masked, which is nothing to put back.
  const kept = now.filter(({ column: name }) => !isMaskedKind(resource.column[name]?.is))
  const ways = actions.flatMap((action): PutBack[] => {
    const fields = action.form?.properties
    const own = fields ? kept.filter(({ column }) => Object.hasOwn(fields, column)) : []
    return own.length > 0 ? [{ action, given: Object.fromEntries(own.map(({ column, before }) => [column, before])) }] : []
  })
  return ways.reduce<PutBack | null>(
    (best, way) => (best && Object.keys(best.given).length >= Object.keys(way.given).length ? best : way),
    null,
  )
}
