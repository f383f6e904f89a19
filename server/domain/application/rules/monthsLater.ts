/** Gives the last day on which a paper of so many months is good: the day before the same day of that month, or that month's last where it has no such day. */
export const monthsLater = (day: string, months: number): string => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month - 1 + months + 1, 0)).getUTCDate()
  const same = Date.UTC(year, month - 1 + months, Math.min(date, last))
  return new Date(same - 86_400_000).toISOString().slice(0, 10)
}
