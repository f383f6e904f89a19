/** What the rest of the server may use of matching: to match, to have the system match what is certain, and to end what lived of reversed money. */

export { addMatches } from './addMatch.ts'
export { matchAtOnce, matchCertain } from './matchAlone.ts'
export { endMatchesOf } from './undoMatch.ts'
