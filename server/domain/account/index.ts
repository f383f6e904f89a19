/** What other domains may use of accounts: sessions, and the limit on tries to open one. */
export { giveTriesBack, noteFailure, takeTry } from './loginLimit.ts'
export { openSession } from './sessions.ts'
export { standingOf } from './standing.ts'
