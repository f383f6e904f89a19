/** Why a reading is asked about (src/schemas/meter/meter.ts, `readingDoubts`): too much, nothing, the first one, or what was used before whoever pays came. */
export type Doubt = 1 | 2 | 3 | 4

/** What a meter says, in its unit, with at most two decimals; and how it stood when it was read last. */
export interface Dial {
  previous: number
  current: number
  /** Where the old meter was taken off, and the new one put on; null where it is the same meter. */
  old_end: number | null
  new_start: number | null
}

/** Hundredths are whole numbers, so that no float decides a fen. */
export const hundredths = (units: number): number => Math.round(units * 100)

/** Gives what was used, in hundredths of a unit: of a meter that was replaced, what both counted. Below zero where one of them went back. */
export const usedOf = ({ previous, current, old_end, new_start }: Dial): number =>
  (old_end === null ? 0 : hundredths(old_end) - hundredths(previous)) +
  hundredths(current) -
  hundredths(new_start ?? (old_end === null ? previous : 0))

/** Gives what a usage comes to, in fen: a half is rounded up, once. */
export const amountOf = (used: number, price: number): number => Math.round((used * price) / 100)

/** What a reading is judged by: usages in hundredths of a unit, the last six at most; `floor` in units. */
export interface Judged {
  used: number
  past: readonly number[]
  /** The middle of the past ones; null where there are none. */
  usual: number | null
  times: number
  floor: number
  /** Whether it is somebody's who has to pay. */
  isPaid: boolean
  /** Whether the meter was read last when somebody else, or nobody, had the room. */
  isFromBefore: boolean
}

/** So many usages have to be known before a zero among them is odd. */
const KNOWN = 3

/** Gives why a reading has to be looked at again before it is taken; null where it is like the others. A usage below the floor is never too much. */
export const doubtOf = ({ used, past, usual, times, floor, isPaid, isFromBefore }: Judged): Doubt | null => {
  if (used === 0) return past.length >= KNOWN && past.every((one) => one > 0) ? 2 : null
  if (used < floor * 100) return null
  if (isPaid && isFromBefore) return 4
  if (usual === null) return isPaid ? 3 : null
  return used > usual * times ? 1 : null
}

const units = (used: number): string => (used / 100).toFixed(2)

/** Gives the working of a usage, as it is written out. */
export const wordsOf = (dial: Dial): string => {
  const { previous, current, old_end, new_start } = dial
  const used = units(usedOf(dial))
  const now = current.toFixed(2)
  if (old_end !== null)
    return `旧表 ${old_end.toFixed(2)} − ${previous.toFixed(2)}，新表 ${now} − ${(new_start ?? 0).toFixed(2)}，共 ${used}`
  return `${now} − ${(new_start ?? previous).toFixed(2)} = ${used}`
}
