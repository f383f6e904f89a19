/** What a line is about, each the SQL of a key; left out: nothing. */
export interface About {
  custom_id?: string
  company_id?: string
  contract_id?: string
  bill_id?: string
  share_id?: string
  flow_id?: string
}

/** An account that a line goes to. */
export interface PostedAccount {
  /** Its number; or, where another posting says it, the SQL of that number. */
  account: number | string
  /** SQL: when it is this one. Of several the first that fits counts; where none does there is no line. */
  when?: string
  /** The same for the accountant: when, or which account. */
  says?: string
}

/** One line of a posting. */
export interface PostingLine {
  side: 'debit' | 'credit'
  accounts: readonly PostedAccount[]
  /** The SQL of its signed amount in fen. A correction is below zero, on the same side (红字). */
  price: string
  about: About
}

/** What an event posts to the journal (postings.md): it is written in the event's own transaction, by the store. */
export interface Posting {
  /** Its code, which every line keeps. */
  event: number
  label: string
  /** The table whose row is the event, and what the row is called below. */
  of: string
  row: string
  /** Left out: a row that is added. Otherwise: one whose column turns to this value. */
  turns?: { column: string; to: number }
  /** Joins, in SQL. */
  join?: string
  where?: string
  /** SQL of the key that tells this event from all others of its kind: it is posted once. */
  source: string
  /** SQL of the day on which it is booked. */
  day: string
  /** SQL of the project whose book it is in, and of who did it. */
  p_id: string
  by: string
  lines: readonly PostingLine[]
}

/**
 * Declares what an event posts: from `{ of: 'flow', row: 'f', lines: [{ side: 'debit', … }, …] }` come the trigger that writes the lines of each row that is added,
 * the statement that posts rows which no trigger saw, and the lines of 总账 › 记账规则.
 */
export const definePosting = (posting: Posting): Posting => Object.freeze(posting)
