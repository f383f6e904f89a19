import { postingEvents } from '../../../src/schemas/journal/journal.ts'

/** Gives the code and the word of an event by its code. */
export const event = <const E extends keyof typeof postingEvents>(code: E): { event: E; label: (typeof postingEvents)[E] } => ({
  event: code,
  label: postingEvents[code],
})

/** What a share of a bill was posted as when it was made. */
export const BILLED = 1

/** The SQL of the account that an event posted on a side: a correction goes where the event went, whatever is set by now. */
export const accountPosted = (code: keyof typeof postingEvents, source: string, side: 1 | 2): string =>
  `(select j.ledger_account_id from journal_line j where j.event = ${code} and j.source_id = ${source} and j.side = ${side})`
