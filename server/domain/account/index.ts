/** What other domains may use of accounts: sessions, the limit on tries to open one, and who still works here. */
export { canGiveCode, canGiveKey, mustOutrank, ownRights } from './giving.ts'
export { isServing, whoDealsWith, whoMay } from './inCharge.ts'
export { forgetOldBrowsers, rememberBrowser } from './knownBrowsers.ts'
export { giveTryBack, refuseAddress, takeTry } from './loginLimit.ts'
export { openSession } from './sessions.ts'
export { superiorOf } from './superiorOf.ts'
