/** A part of a plan: by when how much, in fen. */
export interface Part {
  due_day: string
  price: number
}

const lastOf = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate()

/** Gives the day so many months after another; the last of the month where it has no such day. */
export const monthsAfter = (day: string, months: number): string => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const [y, m] = [year + Math.floor((month - 1 + months) / 12), ((month - 1 + months) % 12) + 1]
  return `${y}-${String(m).padStart(2, '0')}-${String(Math.min(date, lastOf(y, m))).padStart(2, '0')}`
}

/** Gives parts a month apart that sum to the whole; the remainder of the division goes to the first. */
export const evenParts = (total: number, count: number, first: string): Part[] => {
  const each = Math.floor(total / count)
  return Array.from({ length: count }, (_, place) => ({
    due_day: monthsAfter(first, place),
    price: place === 0 ? total - each * (count - 1) : each,
  }))
}

/** Says what is wrong with parts that were typed; null where nothing is. */
export const wrongParts = (parts: readonly Part[], total: number): 'sum' | 'order' | null => {
  if (parts.some(({ due_day }, place) => place > 0 && due_day <= (parts[place - 1]?.due_day ?? ''))) return 'order'
  return parts.reduce((sum, { price }) => sum + price, 0) === total ? null : 'sum'
}
