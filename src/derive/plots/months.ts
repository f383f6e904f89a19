/** A row of a months plot: from which day to which it lasts, when it is due, and in fen what it is and what is paid of it. */
export interface Payable {
  id: number
  from: string
  to: string
  due: string
  price: number
  paid: number
}

/** How a month stands: settled, partly paid, overdue with nothing paid, not due yet. */
export type MonthState = 'paid' | 'part' | 'owed' | 'due'

/** A month for which something is to be paid. */
export interface MonthSquare {
  /** YYYY-MM */
  month: string
  state: MonthState
  /** In fen, of all its rows; of one that lasts several months, the whole. */
  price: number
  paid: number
  /** The row that it leads to: the first that is not settled, otherwise the first. */
  id: number
}

/** A year and its twelve months; null where nothing is to be paid for one. */
export interface YearOfMonths {
  year: number
  months: readonly (MonthSquare | null)[]
}

/** The day so many months later; the last of its month where that has no such day. */
const later = (day: string, months: number): string => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))).toISOString().slice(0, 10)
}

/** No period of a contract is longer, in months. */
const MOST = 600

/** Gives the months (YYYY-MM) that a period is for: each month is that in which it begins, so that 15 March to 14 April is March alone. */
export const monthsOf = (from: string, to: string): string[] => {
  const found = [from.slice(0, 7)]
  for (let place = 1; place < MOST && later(from, place) <= to; place++) found.push(later(from, place).slice(0, 7))
  return found
}

const stateOf = (rows: readonly Payable[], today: string): MonthState => {
  if (rows.every(({ price, paid }) => paid >= price)) return 'paid'
  if (rows.some(({ paid }) => paid > 0)) return 'part'
  return rows.some(({ due }) => due < today) ? 'owed' : 'due'
}

/** Gives the years of what is to be paid, the newest first, each month as it stands on a day. */
export const yearsOf = (rows: readonly Payable[], today: string): YearOfMonths[] => {
  const byMonth = new Map<string, Payable[]>()
  for (const row of rows.toSorted((a, b) => a.from.localeCompare(b.from)))
    for (const month of monthsOf(row.from, row.to)) byMonth.set(month, [...(byMonth.get(month) ?? []), row])
  const squareOf = (month: string): MonthSquare | null => {
    const own = byMonth.get(month)
    const first = own?.find(({ price, paid }) => paid < price) ?? own?.[0]
    if (!own || !first) return null
    const sum = (word: 'price' | 'paid'): number => own.reduce((total, row) => total + row[word], 0)
    return { month, state: stateOf(own, today), price: sum('price'), paid: sum('paid'), id: first.id }
  }
  const years = [...new Set([...byMonth.keys()].map((month) => Number(month.slice(0, 4))))].sort((a, b) => b - a)
  return years.map((year) => ({
    year,
    months: Array.from({ length: 12 }, (_, place) => squareOf(`${year}-${String(place + 1).padStart(2, '0')}`)),
  }))
}
