import { addDays } from '../../protocol/dates.ts'

/** A row of a spans plot: from which day to which it lasts, both of it; without an end it still does. */
export interface Lasting {
  id: number
  from: string
  to: string | null
}

/** Where a span stands on its bar, in per cent of the whole. */
interface Span {
  id: number
  left: number
  width: number
}

/** A bar of spans over the years that it shows. */
export interface SpanBar {
  spans: Span[]
  /** The first days of years within it, and where they stand. */
  years: { year: number; left: number }[]
  /** Where today stands. */
  today: number
}

/** What lies further ahead than so many days is cut off: a contract of twenty years would hide who lived there before. */
const AHEAD = 365

const dayNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / 86_400_000

/** Gives where spans stand on a bar from the first day of them to the last, which is at least today. Null where there are none. */
export const barOf = (rows: readonly Lasting[], today: string): SpanBar | null => {
  const first = rows.map(({ from }) => from).sort()[0]
  const farthest = addDays(today, AHEAD)
  if (first === undefined || first > farthest) return null
  const ends = rows.map(({ to }) => to ?? today).sort()
  const last = [ends.at(-1) ?? today, today].sort()[1] ?? today
  const end = last > farthest ? farthest : last
  const [start, length] = [dayNumber(first), dayNumber(end) + 1 - dayNumber(first)]
  const at = (number: number): number => ((number - start) * 100) / length
  const spans = rows
    .filter(({ from }) => from <= end)
    .toSorted((a, b) => a.from.localeCompare(b.from))
    .map(({ id, from, to }) => {
      const until = to === null || to > end ? end : to
      return { id, left: at(dayNumber(from)), width: at(dayNumber(until) + 1) - at(dayNumber(from)) }
    })
  const years: SpanBar['years'] = []
  for (let year = Number(first.slice(0, 4)) + 1; `${year}-01-01` <= end; year++) years.push({ year, left: at(dayNumber(`${year}-01-01`)) })
  return { spans, years, today: at(dayNumber(today)) }
}
