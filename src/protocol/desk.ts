/** What a desk's right list offers for what is chosen on the left. */
export interface DeskOffers {
  /** Rows that go together, by their keys, the surest first. `takes` in fen, `sure` in percent, `why` the numbers of the reasons. */
  offers: readonly { keys: readonly number[]; takes: number; sure: number; why: readonly number[] }[]
  /** All rows to show, in their order. */
  rows: readonly number[]
  /** What is no row and cannot be taken, but has to be known: what it says, and the record that it is of. */
  beside: readonly { of: string; id: number; says: string }[]
}
