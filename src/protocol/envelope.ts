import type { ChartData } from './chart.ts'

/** Every answer of every call, in either style (spec.md section 7). */
export interface Envelope<T = unknown> {
  code: number
  msg: string
  data: T
}

/** The sums of a list's rows by column, in fen: a number, or one for each value of the column of choices by which they are counted apart. */
export type Sums = Readonly<Record<string, number | Readonly<Record<string, number>>>>

/**
 * A list call's data. `count` is exact up to COUNT_CAP (TEXT_COUNT_CAP for a search by text); `more` says that there are more than that.
 * `sums` are those of all rows found, where the resource has totals and at most SUM_CAP are found.
 */
export interface Page<Row> {
  list: Row[]
  count: number
  more?: boolean
  sums?: Sums
  /** What the list's picture is drawn from, where that was asked for in the place of rows. */
  chart?: ChartData
}

/** A list that comes within another answer: what its own call would give for these params. */
export interface GivenList {
  resource: string
  params: Readonly<Record<string, unknown>>
  page: Page<Record<string, unknown>>
}

/** A detail call's data where it asks for what is related: the record, and the lists with which its detail opens. */
export interface Opened<Row> {
  record: Row
  lists: GivenList[]
}

/**
 * Counting and paging stop here: nobody turns to page 501, and a count of a million rows on each call would cost more than the
 * page. Beyond it the list says 10,000+ and staff filter or turn the order round.
 */
export const COUNT_CAP = 10_000

/**
 * The same where a text is searched: each hit has to be looked up in its row, wherever that lies, and nobody reads two thousand hits of
 * a search; a longer word finds fewer.
 */
export const TEXT_COUNT_CAP = 2_000

/** The sums of so many rows at most come with a list: of more they are asked for, since each row has to be looked at. */
export const SUM_CAP = 2_000

/** Page size limit of any list, and the lookups' page size (design.md; spec.md section 9). */
export const MAX_PAGE_ROWS = 1000
export const LOOKUP_ROWS = 100

/** Paths that the spec's shell calls with the token alone: no stime, no sign (design.md, Protocol). */
export const UNSIGNED_PATHS: ReadonlySet<string> = new Set([
  '/login',
  '/get_info',
  '/logout',
  '/message/init',
  '/message/content',
  '/message/has_read',
  '/message/remove_readed',
  '/message/restore',
  '/save_error_logger',
  '/broker/getAgentsByPhone',
])
