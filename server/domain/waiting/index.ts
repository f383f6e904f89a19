/** What the rest of the server may use of the queue: how its lists and lots are made, and what is said of a call. */

export { giveNumbers, makeList, type Publication } from './lists.ts'
export { drawLots, freezePool, giveLots, type Lottery, programHash, seedFor } from './lots.ts'
export { heldWords } from './notices.ts'
export { commitOf } from './rules/lottery.ts'
