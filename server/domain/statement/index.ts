/** What the rest of the server may use of statements: to settle a line by an entry, and to have it open again. */

export { rentItem } from './enter.ts'
export { freeLineOf, settleByEntry } from './lines.ts'
export { NO_PARTY } from './rules/kinds.ts'
export { unverify } from './verify.ts'
