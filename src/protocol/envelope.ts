/** Every answer of every call, in either style (spec.md section 7). */
export interface Envelope<T = unknown> {
  code: number
  msg: string
  data: T
}

/** A list call's data. `count` is exact up to COUNT_CAP (TEXT_COUNT_CAP for a search by text); `more` says that there are more than that. */
export interface Page<Row> {
  list: Row[]
  count: number
  more?: boolean
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
