import type { StatementLine } from './statement.ts'

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
