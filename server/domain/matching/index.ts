/** What the rest of the server may use of matching: to match, to have the system match what is certain, and to take back what money settled and end what lived of it. */

export { addMatches } from './addMatch.ts'
export { matchAtOnce, matchCertain } from './matchAlone.ts'
export { NOBODY } from './rules/nobody.ts'
export { endMatchesOf, takeBackMoney } from './undoMatch.ts'
