import { type PlannedRent, plannedPeriod, type RentTerms, rentFor } from './rentPlan.ts'
import type { Day } from './rentSchedule.ts'

/** Gives the period of a lease in which a day lies, and the last day of the one before; null for a day outside the term. */
export const periodWith = (terms: RentTerms, day: Day): { period: PlannedRent; before: Day | null } | null => {
  if (day < terms.start) return null
  let before: Day | null = null
  for (let n = 0, period = plannedPeriod(terms, n); period; period = plannedPeriod(terms, ++n)) {
    if (day <= period.to) return { period, before }
    before = period.to
  }
  return null
}

/**
 * Gives what of the rent that was collected for whole periods, up to a day, is for days after another: in fen, of each period what its payer's part
 * (`partOf`) of the whole is more than that of the days up to then. As of a bill that was paid and is cut.
 */
export const unusedOf = (terms: RentTerms, collectedTo: Day, leftOn: Day, partOf: (fen: number) => number): number => {
  let unused = 0
  for (let n = 0, period = plannedPeriod(terms, n); period && period.from <= collectedTo; period = plannedPeriod(terms, ++n))
    if (period.to > leftOn)
      unused += partOf(period.price) - (period.from > leftOn ? 0 : partOf(rentFor(terms, period.from, Math.min(period.to, leftOn))))
  return unused
}
