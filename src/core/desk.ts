import type { CallPath } from './action.ts'
import type { Strip } from './strip.ts'

/** One of a desk's two lists: a resource's, narrowed by what its filters can say. */
export interface DeskList extends Pick<Strip, 'label' | 'resource' | 'empty'> {
  where?: Readonly<Record<string, readonly number[]>>
  sort?: readonly [string, 'asc' | 'desc']
  /** The columns that a row shows, its title first. */
  shows: readonly string[]
  /** Columns of the chosen row that are said whole below the list, however long: what a row cuts off is read without a mouse. */
  tells?: readonly string[]
  /** A datetime: what is left until then is shown second by second. */
  until?: string
  /** Several rows can be marked, and this amount of theirs is summed: a deed is done to all that are marked, or to the one that is chosen. Of both lists or none. */
  marks?: string
  /** The right list's rows are those that a call offers for what is marked on the left, or by what one looks for. */
  offers?: Offers
}

/** A call that gives what goes with the rows of the left list: `ids` are their keys, `keyword` what one looks for (src/protocol/desk.ts). */
interface Offers {
  call: CallPath
  /** The column by whose values the offered rows are asked for: a reference to what the list's own key names. */
  by: string
  /** A column of choices of some resource: what its reasons are called. */
  why: { resource: string; column: string }
}

/** What narrows both lists at once: a column of each, of the same choices. */
interface DeskQueue {
  label: string
  left: string
  right: string
}

export const deskSides = ['left', 'right'] as const
export type DeskSide = (typeof deskSides)[number]

/** A deed of a desk: an action on the row that is chosen in one of the lists, begun by a key or a button. */
export interface DeskDeed {
  /** `Enter`, or one letter that moves nothing (`DESK_MOVES`). */
  key: string
  on: DeskSide
  action: string
  /** What its button says, where that is not the action's label. */
  label?: string
  /** What its dialog holds at first: `$column` is what the row chosen in the other list has in that column, of marked rows a list. */
  with?: Readonly<Record<string, string | number>>
  /** What its dialog asks is all given: it is done without it. */
  atOnce?: true
}

/** A screen of two lists that is worked by keyboard: what is chosen on the left goes with what is chosen on the right. */
export interface Desk {
  left: DeskList
  right: DeskList
  queue?: readonly DeskQueue[]
  deeds: readonly DeskDeed[]
  /** Takes back what was done last: an action, done to the record whose key the deed answered. */
  undo?: { key: string; resource: string; action: string }
}

/** The keys that move in a desk's lists, which no deed can have. */
export const DESK_MOVES = ['j', 'k'] as const
/** Marks a row, where rows can be marked. */
export const DESK_MARK = ' '
/** Begins to look for what is not offered. */
export const DESK_FIND = '/'

/** The other of a desk's two sides. */
export const otherSide = (side: DeskSide): DeskSide => (side === 'left' ? 'right' : 'left')
