/** What a bill comes to for a calendar month, and what of that month is invoiced. Fen. */
export interface BillMonth {
  month: string
  start_date: string
  end_date: string
  price: number
  invoiced: number
}

/** What of a month is to be invoiced. Fen, above zero. */
export interface OpenMonth {
  month: string
  start_date: string
  end_date: string
  price: number
}

/**
 * Gives what of a bill's months, which stand in order, can still be invoiced, `rest` in all: what of each month is not, less what was invoiced of no month or beyond one,
 * from the earliest on. The amounts sum to `rest`, or to what is there where that is less.
 */
export const openMonths = (months: readonly BillMonth[], rest: number): OpenMonth[] => {
  const open = months.map((one) => Math.max(0, one.price - one.invoiced))
  let beyond = Math.max(0, open.reduce((sum, price) => sum + price, 0) - Math.max(0, rest))
  return months.flatMap(({ month, start_date, end_date }, place) => {
    const had = open[place] ?? 0
    const less = Math.min(had, beyond)
    beyond -= less
    return had > less ? [{ month, start_date, end_date, price: had - less }] : []
  })
}

/** Gives the first of these months, as many as an amount is for; of the last as much as is left. */
export const upTo = (open: readonly OpenMonth[], amount: number): OpenMonth[] => {
  let left = amount
  return open.flatMap((one) => {
    const price = Math.min(one.price, left)
    left -= price
    return price > 0 ? [{ ...one, price }] : []
  })
}

/** Gives of each of these months as much of it as an amount is of all of them: the amounts sum to it. */
export const inPart = (months: readonly OpenMonth[], amount: number): OpenMonth[] => {
  const total = months.reduce((sum, { price }) => sum + price, 0)
  let [upto, given] = [0, 0]
  return months.flatMap(({ month, start_date, end_date, price: whole }) => {
    upto += whole
    // Beyond what a number holds exactly where both are large.
    const price = Number((BigInt(Math.min(amount, total)) * BigInt(upto)) / BigInt(total)) - given
    given += price
    return price > 0 ? [{ month, start_date, end_date, price }] : []
  })
}

/** Gives one line for all of a bill's months; none of none. */
export const asOne = (open: readonly OpenMonth[]): (Omit<OpenMonth, 'month'> & { month: null })[] => {
  const [first] = open
  const last = open.at(-1)
  if (!first || !last) return []
  return [{ month: null, start_date: first.start_date, end_date: last.end_date, price: open.reduce((sum, { price }) => sum + price, 0) }]
}
