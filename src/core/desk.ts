import type { Strip } from './strip.ts'

/** One of a desk's two lists: a resource's, narrowed by what its filters can say. */
export interface DeskList extends Pick<Strip, 'label' | 'resource' | 'empty'> {
  where?: Readonly<Record<string, readonly number[]>>
  sort?: readonly [string, 'asc' | 'desc']
  /** The columns that a row shows, its title first. */
  shows: readonly string[]
  /** A datetime: what is left until then is shown second by second. */
  until?: string
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
  /** `Enter`, or one letter that is neither j nor k. */
  key: string
  on: DeskSide
  action: string
  /** What its button says, where that is not the action's label. */
  label?: string
  /** What its dialog holds at first: `$column` is what the row chosen in the other list has in that column. */
  with?: Readonly<Record<string, string | number>>
}

/** A screen of two lists that is worked by keyboard: what is chosen on the left goes with what is chosen on the right. */
export interface Desk {
  left: DeskList
  right: DeskList
  queue?: readonly DeskQueue[]
  deeds: readonly DeskDeed[]
}

/** The keys that move in a desk's lists, which no deed can have. */
export const DESK_MOVES = ['j', 'k'] as const

/** The other of a desk's two sides. */
export const otherSide = (side: DeskSide): DeskSide => (side === 'left' ? 'right' : 'left')
