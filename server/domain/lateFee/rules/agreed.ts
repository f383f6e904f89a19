import type { Rate, Terms } from './lateFee.ts'

/** What a contract agrees on late fees from a day on: 1 the operator's standard, 2 its own (ten thousandths a day, days, percent), 3 none. */
export interface Agreed {
  from: string
  way: number
  rate: number | null
  grace: number | null
  cap: number | null
}

/** Terms with where the days of grace and the cap are from: 1 and 2 as a contract has it. */
export interface AgreedTerms extends Terms {
  by: number
}

/** The line that holds on a day; before the first, the first. */
const lineOn = <L extends { from: string }>(lines: readonly L[], day: string): L | undefined =>
  lines.findLast(({ from }) => from <= day) ?? lines[0]

/**
 * Gives the terms of a share that is due on a day: each day's rate is what was agreed for the day, of the standard's where that was agreed, and nothing while the
 * operator charged no late fees; the days of grace and the cap are those that were agreed for the due day. Both lists go by their days.
 */
export const agreedTerms = (standard: Terms, agreed: readonly Agreed[], due: string): AgreedTerms => {
  const atDue = lineOn(agreed, due)
  const own = atDue?.way === 2 ? { grace: atDue.grace ?? 0, cap: atDue.cap ?? 100, by: 2 } : { by: 1 }
  const days = [...new Set([...standard.rates, ...agreed].map(({ from }) => from))].toSorted()
  const rates = days.map((from): Rate => {
    const { way = 1, rate } = lineOn(agreed, from) ?? {}
    const usual = lineOn(standard.rates, from)?.rate ?? 0
    if (way === 3) return { from, rate: 0, by: 3 }
    return way === 2 && usual > 0 ? { from, rate: Math.round((rate ?? 0) * 1000), by: 2 } : { from, rate: usual, by: 1 }
  })
  return { ...standard, ...own, rates }
}
