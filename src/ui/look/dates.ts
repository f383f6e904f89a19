import { minuteOf, today } from '../../protocol/dates.ts'
import { spokenLocale } from '../../providers/i18nProvider.ts'

const formats = new Map<string, Intl.DateTimeFormat>()

/** Made when first used: the first use of Intl costs a browser 17 ms, which the source language does without. */
const formatOf = (locale: string, kind: 'day' | 'short' | 'whole'): Intl.DateTimeFormat => {
  const name = `${locale} ${kind}`
  const known = formats.get(name)
  if (known) return known
  const day = { year: 'numeric', month: 'short', day: '2-digit' } as const
  const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  const parts = { day, short: { month: 'short', day: '2-digit', ...time } as const, whole: { ...day, ...time } }[kind]
  const made = new Intl.DateTimeFormat(locale, { ...parts, timeZone: 'Asia/Shanghai' })
  formats.set(name, made)
  return made
}

const isSource = (): boolean => spokenLocale() === 'zh-CN'

/** Gives a `YYYY-MM-DD` as the person reads dates. */
export const dayText = (day: string): string => {
  const seconds = Date.parse(`${day}T00:00:00+08:00`)
  return isSource() || Number.isNaN(seconds) ? day : formatOf(spokenLocale(), 'day').format(seconds)
}

/** Gives an instant in seconds, with the year, as the person reads times; in Asia/Shanghai. */
export const instantText = (seconds: number): string =>
  isSource() ? minuteOf(seconds) : formatOf(spokenLocale(), 'whole').format(seconds * 1000)

export const isThisYear = (seconds: number): boolean => minuteOf(seconds).slice(0, 4) === today().slice(0, 4)

/** Gives an instant in seconds, without the year where it is this one. */
export const shortInstantText = (seconds: number): string => {
  if (!isThisYear(seconds)) return instantText(seconds)
  return isSource() ? minuteOf(seconds).slice(5) : formatOf(spokenLocale(), 'short').format(seconds * 1000)
}
