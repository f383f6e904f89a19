import { sql } from 'kysely'

/** The clock of the store, in seconds: one for all nodes. */
export const epochNow = sql<number>`epoch_now()`

/** What every change of a record sets beside what it changes: whoever has read it before is overtaken. */
export const changed = { version: sql<number>`version + 1`, updated_at: epochNow } as const
