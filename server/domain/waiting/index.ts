/** What the rest of the server may use of the queue: how its lists and lots are made. */

export { giveNumbers, makeList, type Publication } from './lists.ts'
export { drawLots, freezePool, giveLots, type Lottery, programHash, seedFor } from './lots.ts'
export { commitOf } from './rules/lottery.ts'
