import { partOfMonth } from './partOfMonth.ts'

/** A day as the number of days since 1970-01-01. */
export type Day = number

const DAY_MS = 86_400_000

/** Gives the same day of a later month (earlier when negative), or that month's last day where it has no such day. */
export const addMonths = (day: Day, months: number): Day => {
  const date = new Date(day * DAY_MS)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + months]
  return Math.min(Date.UTC(year, month, date.getUTCDate()), Date.UTC(year, month + 1, 0)) / DAY_MS
}

/** What a contract says of rent. */
export interface Lease {
  start: Day
  /** The last day. */
  end: Day
  /** A month's rent, in fen. */
  rent: number
}

/** What is due for one month of a lease, or for what the lease has of it. */
export interface RentPeriod {
  from: Day
  /** The last day. */
  to: Day
  /** In fen. */
  price: number
}

/**
 * Gives a month of a lease, 0 being the first; null after its end. A month goes from the day of the month on which the lease began to the day
 * before that day of the next; of the last the lease may have only a part, which costs its share by days, to the nearest fen.
 */
export const rentPeriod = ({ start, end, rent }: Lease, month: number): RentPeriod | null => {
  const from = addMonths(start, month)
  if (from > end) return null
  const whole = addMonths(start, month + 1) - 1
  const to = Math.min(whole, end)
  return { from, to, price: partOfMonth(rent, 1, to - from + 1, whole - from + 1) }
}

/** Gives the months of a lease that begin on these days or between them, in order. */
export const rentSchedule = (lease: Lease, first: Day, last: Day): RentPeriod[] => {
  const periods: RentPeriod[] = []
  // No month has more than 31 days, so none that begins then is passed over.
  for (let month = Math.max(0, Math.floor((first - lease.start) / 31)); ; month++) {
    const period = rentPeriod(lease, month)
    if (!period || period.from > last) return periods
    if (period.from >= first) periods.push(period)
  }
}
