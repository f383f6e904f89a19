/** Another month's rent, as it is asked for (src/schemas/contract/amending.ts). Amounts in fen. */
export interface AskedRent {
  /** 1, or left out: so much; 2: by percent; 3: so much more, or less; 4: the standard rent of the room. */
  how?: number | undefined
  rent?: number | undefined
  /** With at most two decimals. */
  percent?: number | undefined
  more?: number | undefined
  /** What is not a whole one of these is rounded, half of it up: 1 the fen, 2 ten of them, 3 the yuan. */
  rounds?: number | undefined
}

const UNITS: Readonly<Record<number, number>> = { 1: 1, 2: 10, 3: 100 }

/** Gives a / b to the nearest multiple of a unit, a half upwards. */
const nearest = (a: number, b: number, unit: number): number => Math.floor((2 * a + b * unit) / (2 * b * unit)) * unit

/** Gives the rent that a contract is to cost instead of what it does, in fen (domain.md, Rules of the trade: rounding only of the month's rent itself); null where the room has no standard rent. It may come to nothing, or less. */
export const newRent = (
  { rent, standard }: { rent: number; standard: number | null },
  { how = 1, rent: asked = rent, percent = 0, more = 0, rounds = 1 }: AskedRent,
): number | null => {
  if (how === 2) return nearest(rent * (10_000 + Math.round(percent * 100)), 10_000, UNITS[rounds] ?? 1)
  if (how === 3) return rent + more
  return how === 4 ? standard : asked
}
