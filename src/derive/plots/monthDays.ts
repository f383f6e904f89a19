import { addDays } from '../../protocol/dates.ts'

/** Gives the last day of a month, `YYYY-MM`. */
export const lastOfMonth = (month: string): string => {
  const [year, place] = month.split('-').map(Number)
  return new Date(Date.UTC(year ?? 0, place ?? 1, 0)).toISOString().slice(0, 10)
}

/** Gives the month so many months later, `YYYY-MM` (earlier when negative). */
export const addMonths = (month: string, months: number): string => {
  const [year, place] = month.split('-').map(Number)
  return new Date(Date.UTC(year ?? 0, (place ?? 1) - 1 + months, 1)).toISOString().slice(0, 7)
}

/** Gives the Monday of a day's week. */
export const mondayOf = (date: string): string => addDays(date, -((new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7))
