import { type RentTerms, rentFor, rentLines } from './rentPlan.ts'
import type { Day } from './rentSchedule.ts'

/** Who bears a part: 2 the tenant's employer, 3 the treasury, 4 another (src/schemas/contract/splits.ts). */
export type Bearer = 2 | 3 | 4

/** What a bearer bears of the rent from a day on, until his next line. Amounts in fen a month. */
export interface Split {
  from: Day
  bearer: Bearer
  company_id: number | null
  /** 1 so many percent, 2 a fixed sum, 3 what goes beyond a fixed sum of the tenant's. */
  way: 1 | 2 | 3
  percent: number | null
  sum: number | null
  /** The most of it. */
  cap: number | null
}

/** What one party owes of some days' rent, in fen. Party 1 is the tenant. */
export interface Part {
  party: 1 | Bearer
  company_id: number | null
  fen: number
}

/** In this order they bear; nobody bears what another has borne already. */
const ORDER: readonly Bearer[] = [2, 3, 4]

/** Gives the lines that are in force on a day, in the order in which they bear. */
export const splitsOn = (splits: readonly Split[], day: Day): Split[] =>
  ORDER.flatMap((bearer) => {
    const [line] = splits.filter((split) => split.bearer === bearer && split.from <= day).toSorted((a, b) => b.from - a.from)
    return line && !(line.way === 1 && line.percent === 0) ? [line] : []
  })

/** So many days with the same lines in force. */
const spans = (splits: readonly Split[], from: Day, to: Day): [Day, Day][] => {
  const begins = [...new Set([from, ...splits.map((split) => split.from).filter((day) => day > from && day <= to)])].toSorted(
    (a, b) => a - b,
  )
  return begins.map((day, place) => [day, (begins[place + 1] ?? to + 1) - 1])
}

const isPlain = ({ way, cap }: Split): boolean => way === 1 && cap === null

/** What a monthly sum comes to for some days, by the same arithmetic as the rent itself: however days are cut, the parts sum to the whole. */
const monthly = (terms: RentTerms, sum: number, from: Day, to: Day): number =>
  rentFor({ ...terms, steps: [{ from: terms.start, rent: sum }] }, from, to)

const wantedBy = ({ way, percent, sum, cap }: Split, terms: RentTerms, whole: number, left: number, from: Day, to: Day): number => {
  const wanted =
    way === 1
      ? Math.floor((whole * (percent ?? 0)) / 100)
      : way === 2
        ? monthly(terms, sum ?? 0, from, to)
        : left - monthly(terms, sum ?? 0, from, to)
  return cap === null ? wanted : Math.min(wanted, monthly(terms, cap, from, to))
}

/**
 * Gives what each party owes of the rent of some days of a lease (domain.md, Money): percents are rounded down, so that the remainder is the tenant's,
 * who comes first; sums and caps are a month's, and of a part of a month their part. Days on which percents alone are agreed are divided once; others
 * month by month. A party that owes nothing is left out, and the parts sum to the rent.
 */
export const partsOf = (terms: RentTerms, splits: readonly Split[], from: Day, to: Day): Part[] => {
  const borne = new Map<string, Part>()
  let tenants = 0
  const divide = (lines: readonly Split[], first: Day, last: Day): void => {
    const whole = rentFor(terms, first, last)
    let left = whole
    for (const line of lines) {
      const fen = Math.max(0, Math.min(left, wantedBy(line, terms, whole, left, first, last)))
      const { bearer: party, company_id } = line
      const place = `${party} ${company_id}`
      borne.set(place, { party, company_id, fen: fen + (borne.get(place)?.fen ?? 0) })
      left -= fen
    }
    tenants += left
  }
  for (const [first, last] of spans(splits, Math.max(from, terms.start), Math.min(to, terms.end))) {
    const lines = splitsOn(splits, first)
    if (lines.every(isPlain)) divide(lines, first, last)
    else for (const month of rentLines(terms, first, last)) divide(lines, month.from, month.to)
  }
  return [{ party: 1 as const, company_id: null, fen: tenants }, ...borne.values()].filter(({ fen }) => fen > 0)
}
