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
  /** What it may rent in all, in months. */
  cap: number
}

/** Gives the days in which a household rented before a day: tenancies that follow each other without a day between, or were at the same time, are one. */
const staysBefore = (start: Day, past: readonly Tenancy[]): Tenancy[] => {
  const stays: Tenancy[] = []
  for (const one of past.filter((each) => each.start < start).toSorted((a, b) => a.start - b.start)) {
    const end = Math.min(one.end, start - 1)
    const last = stays.at(-1)
    if (last && one.start <= last.end + 1) last.end = Math.max(last.end, end)
    else stays.push({ start: one.start, end })
  }
  return stays
}

/**
 * Gives the clock of a household for a tenancy that begins on a day, by those that it had: leases that follow each other without a day
 * between count as one, by the calendar; earlier ones by their days, a day on which it had two once. `carried` are days that were used before by whoever was the main tenant.
 */
export const clockAt = (start: Day, past: readonly Tenancy[], carried: number, cap: number): Clock => {
  const stays = staysBefore(start, past)
  const since = stays.at(-1)?.end === start - 1 ? (stays.pop() as Tenancy).start : start
  const before = stays.reduce((sum, stay) => sum + stay.end - stay.start + 1, carried)
  return { since, before, last: addMonths(since, cap) - 1 - before, cap }
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
