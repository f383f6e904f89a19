import { dateOf } from './dates.ts'

const DAY = 86_400
/** 1970-01-01 in days of a spreadsheet, which reckons a 1900-02-29 that was none (ECMA-376 part 1, 18.17.4.1). */
const EPOCH = 25_569
/** 2999-12-31. */
const LAST = 401_768
/** From 1900-03-01 on the days of a spreadsheet are those of the calendar. */
const FIRST = 61
const SHANGHAI_SECONDS = 8 * 3600

/** Gives the instant in seconds, to the minute, of a spreadsheet's serial number read as the clock in Shanghai; null outside 1900–2999. */
export const secondsOfSerial = (serial: number): number | null => {
  if (!(serial >= FIRST && serial < LAST + 1)) return null
  return Math.round(((serial - EPOCH) * DAY) / 60) * 60 - SHANGHAI_SECONDS
}

/** Gives `YYYY-MM-DD` of a serial number that is a whole day; null otherwise. */
export const dateOfSerial = (serial: number): string | null => {
  const seconds = Number.isInteger(serial) ? secondsOfSerial(serial) : null
  return seconds === null ? null : dateOf(seconds)
}

const two = (digits: string): string => digits.padStart(2, '0')

/** Gives `YYYY-MM-DD` for a day as staff write it: 2026-11-21, 2026/1/2, 2026.1.2, 2026年1月2日, 20261121; the text as it is where it is none. */
export const writtenDate = (text: string): string => {
  const match = /^(\d{4})(?:([-/.])(\d{1,2})\2(\d{1,2})|年(\d{1,2})月(\d{1,2})日?|(\d{2})(\d{2}))$/.exec(text)
  if (!match) return text
  const [, year = '', , a, b, c, d, e, f] = match
  return `${year}-${two(a ?? c ?? e ?? '')}-${two(b ?? d ?? f ?? '')}`
}
