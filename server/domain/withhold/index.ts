/** What the rest of the server may use of withholding: what becomes of a batch when its receipts are reversed, or when its money arrives. */

export { arrivingLines, checkBatch, reckonArrival, reckonArrivalOf } from './arrival.ts'
export { bounceLineOf } from './bounce.ts'
