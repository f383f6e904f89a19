import { addMonths, type Day } from './rentSchedule.ts'

/** Days in which a household rents, both included. */
export interface Tenancy {
  start: Day
  end: Day
}

/** How much of the time that a household may rent in all is used (domain.md, Rules of the trade: 72 months unless the operator says otherwise). */
export interface Clock {
  /** The day on which it has stayed without a break since. */
  since: Day
  /** Days that it has rented before that, and those that it took over from whom it lives with. */
  before: number
  /** The last day of what it may rent, if it stays without a break. */
  last: Day
}

const daysOf = ({ start, end }: Tenancy): number => end - start + 1

/**
 * Gives the clock of a household for a tenancy that begins on a day, by those that it had: leases that follow each other without a day
 * between count as one, by the calendar; earlier ones by their days. `carried` are days that were used before by whoever was the main tenant.
 */
export const clockAt = (start: Day, past: readonly Tenancy[], carried: number, capMonths: number): Clock => {
  const earlier = past.filter((one) => one.start < start).toSorted((a, b) => b.start - a.start)
  let since = start
  let before = carried
  for (const one of earlier) {
    const end = Math.min(one.end, since - 1)
    if (end === since - 1) since = one.start
    else before += Math.max(0, daysOf({ start: one.start, end }))
  }
  return { since, before, last: addMonths(since, capMonths) - 1 - before }
}

/** Gives a time in years, months and days as staff say it: 3年2个月; `days` are those used beside whole months. */
export const spanText = (from: Day, to: Day, extra: number): string => {
  const end = to + 1 + extra
  let months = Math.max(0, Math.floor((end - from) / 31))
  while (addMonths(from, months + 1) <= end) months++
  const days = end - addMonths(from, months)
  const [years, rest] = [Math.floor(months / 12), months % 12]
  const parts = [years > 0 ? `${years}年` : '', rest > 0 ? `${rest}个月` : '', days > 0 ? `${days}天` : '']
  return parts.join('') || '0天'
}
