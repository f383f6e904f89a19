import { partOfMonth } from './partOfMonth.ts'
import type { RentLine } from './rentPlan.ts'
import { addMonths, type Day } from './rentSchedule.ts'

const DAY_MS = 86_400_000

/** The first day of the calendar month after the one in which a day lies. */
const nextMonth = (day: Day): Day => {
  const date = new Date(day * DAY_MS)
  return addMonths(Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1) / DAY_MS, 1)
}

/**
 * Gives lines of rent cut where calendar months begin, for what is counted by those (domain.md, Money: ledger, recognition): the parts of a line, by their
 * days, sum to it.
 */
export const monthLines = (lines: readonly RentLine[]): RentLine[] =>
  lines.flatMap((line) => {
    const parts: RentLine[] = []
    for (let from = line.from; from <= line.to; from = nextMonth(from)) {
      const to = Math.min(line.to, nextMonth(from) - 1)
      parts.push({ ...line, from, to, fen: partOfMonth(line.fen, from - line.from + 1, to - line.from + 1, line.to - line.from + 1) })
    }
    return parts
  })
