import type { Queryable } from '../store/connection/database.ts'
import type { Scope } from '../store/reading/filters.ts'

/** What the domain counts of records, for whoever looks at them. */
export interface Count {
  /** The resource whose columns with `derived: 'counted'` it gives. */
  of: string
  columns: readonly string[]
  /** Resources of which it tells: who may read neither the list nor the detail of one is given none of its columns. */
  tells: readonly string[]
  /**
   * Gives what it counts of the records of these keys, each at most once, as `key` and the columns by their names: by one query, however
   * many they are. What it tells of other projects than those of `scope` it leaves out.
   */
  rows: (db: Queryable, keys: readonly number[], scope: Scope) => Promise<readonly Counted[]>
}

/** What is counted of one record. */
export type Counted = { key: number } & Readonly<Record<string, unknown>>

/**
 * Declares columns that are counted when a record is looked at: in its detail, in its card, and beside it in rows of choices. No list asks
 * for them, so they cost a list nothing.
 */
export const defineCount = (count: Count): Count => Object.freeze(count)
