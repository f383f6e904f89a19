import { addDays } from '../../../../src/protocol/dates.ts'
import type { StatementLine } from './statement.ts'

/** A channel's two files tell of one movement within so many minutes. */
export const MINUTES_APART = 10

const firstPart = ({ kind, serial, day, time, price, balance, party, account, note }: StatementLine): string =>
  serial === '' ? JSON.stringify([day, time, price, balance, party, account, note]) : `${kind}|${serial}|${day}|${price}`

/**
 * Gives each line a text by which the same line of the same account is known again, in another file as in this: its number with the day and
 * the amount (banks repeat a number for the money and its fee), or all that it says where it has none; and which of those that are equal in
 * that it is. Files that overlap by whole days agree.
 */
export const markOf = (lines: readonly StatementLine[]): string[] => {
  const met = new Map<string, number>()
  return lines.map((line) => {
    const part = firstPart(line)
    const times = (met.get(part) ?? 0) + 1
    met.set(part, times)
    return `${part}|${times}`
  })
}

const clockOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

/** On which other day a channel's other file may have a line: it was paid before midnight, and booked after it. */
const otherDay = ({ day, time, serial }: StatementLine): string | null => {
  if (serial === '' || time === null) return null
  const minute = clockOf(time)
  return minute < MINUTES_APART ? addDays(day, -1) : minute >= 24 * 60 - MINUTES_APART ? addDays(day, 1) : null
}

/**
 * Gives each line of a channel's file the mark that it has in the channel's other one where midnight lies between what the two say (the bill of trades has when somebody paid, that of funds when it was
 * booked); null where it cannot. A channel's numbers are never given again, so that a day's difference makes no other line of it.
 */
export const markAcross = (lines: readonly StatementLine[]): (string | null)[] => {
  const marks = markOf(lines.map((line) => ({ ...line, day: otherDay(line) ?? line.day })))
  return lines.map((line, place) => (otherDay(line) === null ? null : (marks[place] ?? null)))
}
