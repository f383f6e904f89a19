import type { RentTerms } from './rentPlan.ts'
import { addMonths, type Day } from './rentSchedule.ts'

/** What is charged for staying beyond a term (domain.md, holdover): the operator's ladder. */
export interface Ladder {
  /** So many days to move at the contract's rent. */
  moving_days: number
  /** Then so many months at this percent of the market rent, and all of it after that. */
  ladder_months: number
  ladder_percent: number
}

/** Gives the days on which the ladder's steps begin, after the last day of a term. */
const ladderDays = (end: Day, { moving_days, ladder_months }: Ladder): { since: Day; half: Day; whole: Day } => {
  const half = end + 1 + moving_days
  return { since: end + 1, half, whole: addMonths(half, ladder_months) }
}

/** Gives the terms by which staying beyond a term is charged until a day, as those of rent: amounts in fen, a month at a time from the first day on. */
export const occupationTerms = (lease: { end: Day; rent: number; market: number }, ladder: Ladder, until: Day): RentTerms => {
  const { since, half, whole } = ladderDays(lease.end, ladder)
  const steps = [
    { from: since, rent: lease.rent },
    { from: half, rent: Math.round((lease.market * ladder.ladder_percent) / 100) },
    { from: whole, rent: lease.market },
  ].filter((step, place, all) => step.from !== all[place + 1]?.from)
  return { start: since, end: until, steps, mode: 2, cycle: 1, joinsFirst: false, due: { way: 2, days: 0 } }
}
