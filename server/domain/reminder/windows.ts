import { type RawBuilder, sql } from 'kysely'
import { addDays } from '../../../src/protocol/dates.ts'

/** The dates, first and last, for which a number of days is due now. */
export interface Window {
  days: number
  first: string
  last: string
}

/** For so many days a reminder that was missed (no node ran) is still made; later it would be news no more. */
export const GRACE_DAYS = 7

/**
 * Gives for which dates which number of days is due today. `until` counts down to a date to come (a contract's end), `since` counts from
 * one that has passed. A number is due on its day and, where that was missed, for a week after, but never once the next number has come:
 * so the windows do not overlap, and a date is in one of them at most.
 */
export const windowsOf = (direction: 'until' | 'since', numbers: readonly number[], today: string): Window[] => {
  const sorted = [...new Set(numbers)].sort((a, b) => (direction === 'until' ? b - a : a - b))
  return sorted.map((days, index) => {
    const next = sorted[index + 1]
    if (direction === 'until') {
      const least = Math.max(0, days - GRACE_DAYS + 1, next === undefined ? 0 : next + 1)
      return { days, first: addDays(today, least), last: addDays(today, days) }
    }
    const most = Math.min(days + GRACE_DAYS - 1, next === undefined ? Number.MAX_SAFE_INTEGER : next - 1)
    return { days, first: addDays(today, -most), last: addDays(today, -days) }
  })
}

/** Windows as rows of days, first and last. */
export const dueIn = (windows: readonly Window[]): RawBuilder<unknown> => sql`
  select * from unnest(${windows.map(({ days }) => days)}::integer[], ${windows.map(({ first }) => first)}::date[], ${windows.map(({ last }) => last)}::date[])
    as w (days, first, last)`
