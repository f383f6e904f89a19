import { type PlannedRent, type RentTerms, rentFor } from './rentPlan.ts'
import type { Day } from './rentSchedule.ts'

/** A bill of rent that stands. Amounts in fen. */
export interface BilledRent extends Days {
  due: Day
  price: number
  paid: number
}

/** Some days of a lease as they are paid for: by a bill, or by none. `rent` in fen. */
export type BillingRow<B extends BilledRent> = { from: Day; to: Day; due: Day; rent: number; bill: B | null }

/** Some days, the last of them too. */
export interface Days {
  from: Day
  to: Day
}

/** Gives the days of a period that no bill is for, of bills in the order of their days. */
export const unbilled = ({ from, to }: Days, bills: readonly Days[]): [Day, Day][] => {
  const gaps: [Day, Day][] = []
  let next = from
  for (const bill of bills.filter((one) => one.to >= from && one.from <= to)) {
    if (bill.from > next) gaps.push([next, bill.from - 1])
    next = Math.max(next, bill.to + 1)
  }
  if (next <= to) gaps.push([next, to])
  return gaps
}

/**
 * Gives all that is paid for a lease, in order: each bill as it stands, and for the days that none is for what the plan has due, a period at a time. What is due
 * for the days of the bills and the rent of the other rows sum to the plan.
 */
export const billingOf = <B extends BilledRent>(terms: RentTerms, plan: readonly PlannedRent[], bills: readonly B[]): BillingRow<B>[] => {
  const standing = bills.toSorted((a, b) => a.from - b.from || a.to - b.to)
  const open = plan.flatMap((period) =>
    unbilled(period, standing).map(([from, to]) => ({ from, to, due: period.due, rent: rentFor(terms, from, to), bill: null })),
  )
  const billed = standing.map((bill) => ({ from: bill.from, to: bill.to, due: bill.due, rent: bill.price, bill }))
  return [...billed, ...open].toSorted((a, b) => a.from - b.from || a.to - b.to)
}
