import { partByDays, partOfMonth } from './partOfMonth.ts'
import { addMonths, type Day } from './rentSchedule.ts'

/** How rent is counted: by calendar months, by months from the day on which the lease began, by days (domain.md, Money). */
export type RentMode = 1 | 2 | 3

/** When what is due for a period has to be paid: so many days before it begins, after it has begun, or on that day of the month in which it begins. */
export interface DueRule {
  way: 1 | 2 | 3
  days: number
}

/** What a contract says of rent. */
export interface RentTerms {
  start: Day
  /** The last day. */
  end: Day
  /** A month's rent in fen, each from a day on; the first from the beginning. */
  steps: readonly { from: Day; rent: number }[]
  mode: RentMode
  /** So many months are paid at a time. */
  cycle: number
  /** Whether the part of a month with which it begins is paid with the first whole ones, or alone. */
  joinsFirst: boolean
  due: DueRule
}

/** Some days of one month at one rent. */
export interface RentLine {
  from: Day
  to: Day
  /** A month's rent, in fen. */
  rent: number
  /** What is due for these days, in fen. */
  fen: number
}

/** What is due at one time. */
export interface PlannedRent {
  from: Day
  /** The last day. */
  to: Day
  due: Day
  /** In fen: the sum of its lines. */
  price: number
  lines: readonly RentLine[]
}

const DAY_MS = 86_400_000
const firstOfMonth = (day: Day): Day => {
  const date = new Date(day * DAY_MS)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1) / DAY_MS
}

/** Gives the first day of the n-th month of a lease, 0 being that in which it begins. */
const monthFrom = ({ start, mode }: RentTerms, n: number): Day => (mode === 2 ? addMonths(start, n) : addMonths(firstOfMonth(start), n))

/** Gives the month of a lease in which a day lies. */
const monthOf = (terms: RentTerms, day: Day): number => {
  // No month has fewer than 28 days, and none more than 31.
  let n = Math.max(0, Math.floor((day - terms.start) / 31) - 1)
  while (monthFrom(terms, n + 1) <= day) n++
  return n
}

const stepsWithin = ({ steps }: RentTerms, from: Day, to: Day): { from: Day; to: Day; rent: number; since: Day }[] =>
  steps.flatMap(({ from: since, rent }, place) => {
    const next = steps[place + 1]?.from ?? Number.POSITIVE_INFINITY
    const [first, last] = [Math.max(from, since), Math.min(to, next - 1)]
    return first <= last ? [{ from: first, to: last, rent, since }] : []
  })

const linesOfMonth = (terms: RentTerms, n: number, from: Day, to: Day): RentLine[] => {
  const [begin, next] = [monthFrom(terms, n), monthFrom(terms, n + 1)]
  return stepsWithin(terms, Math.max(from, begin), Math.min(to, next - 1)).map(({ since, ...line }) => ({
    ...line,
    fen:
      terms.mode === 3
        ? partByDays(line.rent, line.from - since + 1, line.to - since + 1)
        : partOfMonth(line.rent, line.from - begin + 1, line.to - begin + 1, next - begin),
  }))
}

/**
 * Gives what is due for some days of a lease, `from`..`to`, month by month and rent by rent; days before its beginning and after its end cost
 * nothing. However the days of a lease are cut, what is due for the parts sums to what is due for the whole.
 */
export const rentLines = (terms: RentTerms, from: Day, to: Day): RentLine[] => {
  const [first, last] = [Math.max(from, terms.start), Math.min(to, terms.end)]
  const lines: RentLine[] = []
  for (let n = monthOf(terms, first); monthFrom(terms, n) <= last; n++) lines.push(...linesOfMonth(terms, n, first, last))
  return lines
}

/** Gives what is due for some days of a lease, in fen. */
export const rentFor = (terms: RentTerms, from: Day, to: Day): number => rentLines(terms, from, to).reduce((sum, { fen }) => sum + fen, 0)

const dueOn = ({ start, due: { way, days } }: RentTerms, from: Day): Day => {
  if (way === 1) return Math.max(start, from - days)
  if (way === 2) return from + days
  const first = firstOfMonth(from)
  return Math.max(start, Math.min(first + days - 1, addMonths(first, 1) - 1))
}

/** Whether a lease begins with a part of a month. */
const beginsWithin = (terms: RentTerms): boolean => monthFrom(terms, 0) < terms.start

/** Gives the month with which the n-th period begins: whole cycles, after the part with which it begins where that is paid alone. */
const firstMonthOf = (terms: RentTerms, n: number): number => {
  if (!beginsWithin(terms)) return n * terms.cycle
  if (terms.joinsFirst) return n === 0 ? 0 : 1 + n * terms.cycle
  return n === 0 ? 0 : 1 + (n - 1) * terms.cycle
}

/** Gives the n-th period of a lease, 0 being the first; null after its end. */
export const plannedPeriod = (terms: RentTerms, n: number): PlannedRent | null => {
  const from = Math.max(terms.start, monthFrom(terms, firstMonthOf(terms, n)))
  if (from > terms.end) return null
  const to = Math.min(terms.end, monthFrom(terms, firstMonthOf(terms, n + 1)) - 1)
  const lines = rentLines(terms, from, to)
  return { from, to, due: dueOn(terms, from), price: lines.reduce((sum, { fen }) => sum + fen, 0), lines }
}

/** Gives the periods of a lease that begin before or on a day, in order. */
export const rentPlan = (terms: RentTerms, until: Day = Number.POSITIVE_INFINITY): PlannedRent[] => {
  const periods: PlannedRent[] = []
  for (let n = 0; ; n++) {
    const period = plannedPeriod(terms, n)
    if (!period || period.from > until) return periods
    periods.push(period)
  }
}
