/** Rows as a list's call gives them, and with which filters it gives them. */
interface FromList {
  /** Tells it from the others. */
  name: string
  label: string
  /** The resource's name. */
  resource: string
  filters: Readonly<Record<string, string | number | readonly number[]>>
}

/** A part of 今日待办. */
export interface TodoRows extends FromList {
  tone: string
  sort: readonly [string, 'asc' | 'desc']
  /** The columns that stand beside a row's name. */
  shows: readonly string[]
  /** Keys of what may be done from a row, the first that fits. */
  deeds: readonly string[]
  /** How many there are; with `more`, more than that. */
  count: number
  more: boolean
  rows: readonly Readonly<Record<string, unknown>>[]
}

/** What ends on days of a month. */
export interface EndingDays extends FromList {
  /** The column of the day on which it ends. */
  day: string
  days: readonly EndingDay[]
}

/** What ends on one day, `YYYY-MM-DD`: how much, and the first of it by key and name. */
export interface EndingDay {
  date: string
  count: number
  first: readonly { key: number; name: string }[]
}

/** A step by which an operator begins with an empty installation. */
export interface FirstStep {
  label: string
  /** Why, or what is to be thought of. */
  hint: string
  /** The resource whose list it fills. */
  resource: string
  /** The call by which it is begun. */
  begins: string
  /** The screen where that is, of a list that none shows whole. */
  at?: string
  /** Whether some operators have nothing to do here. */
  isOptional?: boolean
  isDone: boolean
}

/** How many rows a part of 今日待办 shows, and how many of a kind a day of the calendar. */
export const TODO_ROWS = 5
export const DAY_ROWS = 3
