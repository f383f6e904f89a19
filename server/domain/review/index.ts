/** What the rest of the server may use of annual reviews. */

export { makeBatch } from './batches.ts'
export { verdictsOn, wordsOf } from './judging.ts'
