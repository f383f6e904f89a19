/** What a tenant owes of a bill, what of it is paid, and what the bill comes to month by month, in order. Fen. */
export interface TenantsPart {
  due: number
  paid: number
  months: readonly { month: string; price: number }[]
}

/** Of a month: due and paid, in fen. */
export interface MonthPaid {
  month: string
  due: number
  paid: number
}

/** The nearest fen of `due` × `upTo` ÷ `whole`. */
const share = (due: number, upTo: number, whole: number): number =>
  Number((2n * BigInt(due) * BigInt(upTo) + BigInt(whole)) / (2n * BigInt(whole)))

/**
 * Gives what of a tenant's part of a bill is due and paid by month: each month as it has of the bill, so that they sum to the part; what is paid settles the earliest first.
 * A month that came to less than nothing counts as nothing.
 */
export const paidByMonth = ({ due, paid, months }: TenantsPart): MonthPaid[] => {
  const prices = months.map(({ price }) => Math.max(0, price))
  const whole = prices.reduce((sum, price) => sum + price, 0)
  if (whole === 0) return []
  let [upTo, told, left] = [0, 0, paid]
  return months.map(({ month }, place) => {
    upTo += prices[place] ?? 0
    const own = share(due, upTo, whole) - told
    told += own
    const settled = Math.min(own, left)
    left -= settled
    return { month, due: own, paid: settled }
  })
}

/** Sums bills by month, in order; months in which nothing is due are left out. */
export const byMonth = (all: readonly MonthPaid[]): MonthPaid[] => {
  const sums = new Map<string, MonthPaid>()
  for (const { month, due, paid } of all) {
    const had = sums.get(month) ?? { month, due: 0, paid: 0 }
    sums.set(month, { month, due: had.due + due, paid: had.paid + paid })
  }
  return [...sums.values()].filter(({ due }) => due > 0).sort((a, b) => (a.month < b.month ? -1 : 1))
}
