/** A day as the number of days since 1970-01-01: a million rows are reckoned faster in these than in texts. */
export type Day = number

const DAY_MS = 86_400_000
const texts = new Map<Day, string>()

export const calendar = {
  dayOf: (date: string): Day => Date.parse(`${date}T00:00:00Z`) / DAY_MS,

  /** Gives `YYYY-MM-DD`. */
  dateOf(day: Day): string {
    const known = texts.get(day)
    if (known) return known
    const made = new Date(day * DAY_MS).toISOString().slice(0, 10)
    texts.set(day, made)
    return made
  },

  /** Gives the same day of a later month (earlier when negative), or that month's last day where it has no such day. */
  addMonths(day: Day, months: number): Day {
    const date = new Date(day * DAY_MS)
    const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + months]
    return Math.min(Date.UTC(year, month, date.getUTCDate()), Date.UTC(year, month + 1, 0)) / DAY_MS
  },

  /** Gives a day of a month `months` away from this day's; `date` is at most 28. */
  inMonth(day: Day, months: number, date: number): Day {
    const from = new Date(day * DAY_MS)
    return Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months, date) / DAY_MS
  },

  isWeekend: (day: Day): boolean => [0, 6].includes((day + 4) % 7),

  /** Gives the instant, in seconds, of a minute of a day in Shanghai. */
  instantOf: (day: Day, minute: number): number => day * 86_400 + minute * 60 - 8 * 3600,
}
