import { nowSeconds } from './clock.ts'

/** Asia/Shanghai has kept UTC+8 without summer time since 1992; anju's dates all lie after that. */
const SHANGHAI_SECONDS = 8 * 3600

const two = (value: number): string => String(value).padStart(2, '0')

/** Gives `YYYY-MM-DD` in Asia/Shanghai for an instant in seconds. */
export const dateOf = (seconds: number): string => new Date((seconds + SHANGHAI_SECONDS) * 1000).toISOString().slice(0, 10)

/** Gives the day that it is in Asia/Shanghai, by the server's clock. */
export const today = (): string => dateOf(nowSeconds())

/** Gives `YYYY-MM-DD HH:mm` in Asia/Shanghai for an instant in seconds. */
export const minuteOf = (seconds: number): string =>
  new Date((seconds + SHANGHAI_SECONDS) * 1000).toISOString().slice(0, 16).replace('T', ' ')

/** Gives `YYYY-MM-DD HH:mm:ss` in Asia/Shanghai for an instant in seconds. */
export const secondOf = (seconds: number): string =>
  new Date((seconds + SHANGHAI_SECONDS) * 1000).toISOString().slice(0, 19).replace('T', ' ')

/** True for a `YYYY-MM-DD` that is a day of the calendar between 1900 and 2999. */
export const isDate = (text: string): boolean => {
  const match = /^(19|2\d)\d{2}-\d{2}-\d{2}$/.test(text)
  if (!match) return false
  const instant = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(instant) && new Date(instant).toISOString().startsWith(text)
}

/** Gives the instant in seconds of `YYYY-MM-DD` or `YYYY-MM-DD HH:mm(:ss)` in Asia/Shanghai; null where it is none. */
export const secondsOf = (text: string): number | null => {
  const match = /^(\d{4}-\d{2}-\d{2})(?:[ T]([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?)?$/.exec(text)
  if (!match || !isDate(match[1] ?? '')) return null
  const [, day, hour = '0', minute = '0', second = '0'] = match
  const clock = `${two(Number(hour))}:${two(Number(minute))}:${two(Number(second))}`
  return Date.parse(`${day}T${clock}Z`) / 1000 - SHANGHAI_SECONDS
}

const MONTHS = Array.from({ length: 12 }, (_, month) => two(month + 1))

/** Gives the months (`YYYY-MM`) that begin with a year and maybe more; null of less than a year, with which too many do. */
export const monthsBeginning = (typed: string): string[] | null =>
  typed.length < 4 ? null : MONTHS.map((month) => `${typed.slice(0, 4)}-${month}`).filter((month) => month.startsWith(typed))

/** Gives the date `days` later (earlier when negative). */
export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
