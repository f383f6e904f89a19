import type { Tone } from '../../src/core/resource.ts'

/** Values of a list's filters, as its call takes them. */
export type Filters = Readonly<Record<string, string | number | readonly number[]>>

/** Rows of a resource for whoever may read its list, and of those projects that they see. */
interface Asked {
  /** Tells it from the others. */
  name: string
  label: string
  of: string
  /** The filters with which the resource's list shows these rows and no others; `today` is a day as `YYYY-MM-DD`, `me` the account that looks. */
  filters: (today: string, me: number) => Filters
}

/** A part of 今日待办: rows that something is to be done about, the most urgent first. */
export interface Todo extends Asked {
  /** Its place among the others: what is lower stands first. */
  rank: number
  /** How its number is toned. */
  tone?: Tone
  /** The order in which its rows are most urgent. */
  sort: readonly [string, 'asc' | 'desc']
  /** What stands beside a row's name, in this order. */
  shows: readonly string[]
  /**
   * What may be done from a row where it is shown, by its key (`call`, or `flow.add` where another resource's action begins from it): the
   * first of these that this person may do to the row as it stands.
   */
  deeds?: readonly string[]
}

/** What ends on a day, for the calendar of 工作台. */
export interface Ending extends Asked {
  /** The column (date or datetime) of the day on which it ends; filters of the list narrow it to a day. */
  day: string
  /** What names an entry; the resource's title where left out. */
  shows?: string
}

/** What a subject has for 工作台 (server/domain/<subject>/todos.ts). */
export interface Todos {
  todos?: readonly Todo[]
  endings?: readonly Ending[]
}

/** Declares what a subject has for 工作台: its parts of 今日待办, and what of it ends on a day. */
export const defineTodos = (todos: Todos): Todos => Object.freeze(todos)
