/** Gives a / b to the nearest whole, a half upwards; both are whole and not below zero, so no float decides. */
const halfUp = (a: number, b: number): number => Math.floor((2 * a + b) / (2 * b))

/**
 * Gives the rent of the days `first`..`last` of a month of `days` days, in fen (domain.md, Money): what is due to the end of the last day, less
 * what was due before the first. So the parts of a month, however it is cut, always sum to the month.
 */
export const partOfMonth = (rent: number, first: number, last: number, days: number): number =>
  halfUp(rent * last, days) - halfUp(rent * (first - 1), days)

/** The days of a year by which rent by the day is counted. */
const YEAR = 365

/** Gives the rent of the days `first`..`last` of those that are let by the day, in fen: a year's rent by its days, counted as above. */
export const partByDays = (rent: number, first: number, last: number): number =>
  halfUp(rent * 12 * last, YEAR) - halfUp(rent * 12 * (first - 1), YEAR)
