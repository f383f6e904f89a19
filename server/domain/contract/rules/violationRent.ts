import type { RentTerms } from './rentPlan.ts'
import type { Day } from './rentSchedule.ts'

/** A contract's rent, in fen, from a day on. */
interface Step {
  from: Day
  rent: number
}

/**
 * Gives the terms by which the days of a violation are charged (domain.md, holdover: market rent back to its first day): what the market rent
 * is above the rent that the contract had on each day, never below 0; amounts in fen, a month at a time from the first day on.
 * `steps` are the contract's, in their order, the first of them in force when it began.
 */
export const violationTerms = (steps: readonly Step[], market: number, from: Day, to: Day): RentTerms => {
  const inForce = steps.filter((step, place) => step.from <= to && (steps[place + 1]?.from ?? Number.POSITIVE_INFINITY) > from)
  return {
    start: from,
    end: to,
    steps: inForce.map((step) => ({ from: Math.max(step.from, from), rent: Math.max(0, market - step.rent) })),
    mode: 2,
    cycle: 1,
    joinsFirst: false,
    due: { way: 2, days: 0 },
  }
}
