import type { ActionOf, AskedBy, PlaceOf, RowOf, SystemMoveOf } from '../../src/core/typed.ts'
import type { Session } from '../caller/session.ts'
import type { Tx } from '../store/connection/database.ts'

/** Who moves records: a person by a call, with the projects that are theirs; or the system, which has no number and all projects. */
export interface Acting {
  tx: Tx
  session: Pick<Session, 'scope'> & { userId: number | null }
  /** Seconds since the epoch. */
  now: number
  /** Others have agreed: the record may stand where it stood while they were asked (`approves.meanwhile`). */
  isApproved?: true
}

/** A row as the store has it, with its number in the order of changes. */
type Held<R> = RowOf<R> & { version: number }

/** The rows that a move is given: one, where an action stands on a row. */
type HeldBy<R, M> = 'row' extends PlaceOf<R, M> ? readonly [Held<R>] : readonly Held<R>[]

/**
 * What a move does beside changing the state. Each is called with the rows locked, in scope, of the version that the caller saw, and in a
 * state that the move may leave.
 */
export interface Effect<R, Rows, Asked> {
  /** Holds what has to be held before the rows are: money comes before bills (server/domain/matching/addMatch.ts). */
  holds?: (acting: Acting, keys: readonly number[], asked: Asked) => Promise<void>
  /** How much it is about, in fen, where no column and no field says it: by it the steps of an approval are judged (`over`). */
  worth?: (row: Held<R>, asked: Asked) => number
  /** What who approves it has to know, and no column of the record says: a line beside what was asked; null where there is nothing. */
  tells?: (acting: Acting, row: Held<R>, asked: Asked) => Promise<string | null>
  /** May it? Throws a CallError where not. */
  check?: (acting: Acting, rows: Rows, asked: Asked) => Promise<void>
  /** What else a row gets beside the state and what was asked under a column's name: a function a column, so that one that is misspelt is an error. Undefined leaves it as it is. */
  sets?: {
    readonly [C in keyof RowOf<R>]?: (
      acting: Acting,
      row: Held<R>,
      asked: Asked,
    ) => RowOf<R>[C] | undefined | Promise<RowOf<R>[C] | undefined>
  }
  /** Does the rest, with the rows as they are now and as they were. Gives the call's answer, where that is more than how many there were. */
  after?: (acting: Acting, rows: Rows, asked: Asked, before: Rows) => Promise<object | undefined>
  /** What is said of a row that is in no state for it, where that is more than that. */
  refusal?: (row: Held<R>) => string
}

/** The effects of a resource's moves, as the kit looks them up. */
export interface Effects {
  resource: string
  // biome-ignore lint/suspicious/noExplicitAny: of every resource
  of: Readonly<Record<string, Effect<any, any, any>>>
}

/**
 * Declares what the actions of a resource, and the moves that the system makes of its records, do (server/domain/<subject>/effects.ts,
 * found by the file's being there). They are done alike for a browser, an import, an approval's last step and a job.
 */
export const defineEffects = <R extends { name: string }>(
  resource: R,
  of: { readonly [M in ActionOf<R> | SystemMoveOf<R>]?: Effect<R, HeldBy<R, M>, AskedBy<R, M>> },
): Effects => ({ resource: resource.name, of: of as Effects['of'] })
