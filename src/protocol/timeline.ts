/** Something that happened to a record, or is to come. */
export interface LifeEvent {
  /** The day, `YYYY-MM-DD`. */
  date: string
  /** What happens, or the state that the record came into. */
  says: string
  /** The row that it happens to; null where that is the record itself. */
  of: { resource: string; key: number; name: string } | null
  /** In fen. */
  price: number | null
  /** Who did it; null where that is not written down. */
  by: string | null
}

/** A record's life by day, the newest first. */
export interface Timeline {
  events: readonly LifeEvent[]
  /** The day before which there is more than is told here; null where all of it is. */
  since: string | null
}
