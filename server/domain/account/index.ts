/** What other domains may use of accounts: sessions, and the limit on tries to open one. */
export { canGiveCode, canGiveKey, mustOutrank, ownRights } from './giving.ts'
export { forgetOldBrowsers, rememberBrowser } from './knownBrowsers.ts'
export { giveTryBack, refuseAddress, takeTry } from './loginLimit.ts'
export { openSession } from './sessions.ts'
