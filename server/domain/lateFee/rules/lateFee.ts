import { addDays } from '../../../../src/protocol/dates.ts'

/** What changed what was not paid of a share, on a day: money that came (below zero), what was written off (below zero) or is owed again. In fen. */
export interface Change {
  day: string
  price: number
}

/** A share of a bill as a late fee sees it. In fen. */
export interface Owing {
  due: string
  /** What it came to, reductions included: they count from the beginning. */
  price: number
  changes: readonly Change[]
  /** What of these changes was added to what it comes to: by other terms, or by another's part. */
  added?: number
  /** Days that are not charged, the first and the last of each span. */
  frozen: readonly { from: string; to: string }[]
  /** The last day that is charged at all; null where there is none. */
  stop: string | null
}

/** What is charged a day, in millionths of ten: 1 is 0.0000001 of the base, ‱ with three decimals. From a day on, until the next. */
export interface Rate {
  from: string
  rate: number
  /** Where it is from, as a contract has it (`Agreed`). */
  by?: number
}

/** What else than the rate holds for a share: as it was set when it was due. */
interface Limits {
  /** So many days after the due day nothing is charged; what is paid by then is never charged. */
  grace: number
  /** Whether the days of grace are never charged, or only where it was not paid in them. */
  isAfterGrace: boolean
  /** The most that it comes to, in percent of what was not paid when the days of grace were over, and of what was added since. */
  cap: number
}

export interface Terms extends Limits {
  /** By their days; before the first, the first. */
  rates: readonly Rate[]
}

/** What the operator set from a day on. */
export interface Standard extends Limits, Pick<Rate, 'from' | 'rate'> {
  /** Whether it is charged for days after the contract has ended. */
  goesOnAfterEnd: boolean
}

/** Days on which as much was owed, at one rate. In fen; `fen` is what it adds to the sum. */
interface Piece {
  from: string
  to: string
  days: number
  base: number
  rate: number
  by?: number | undefined
  fen: number
}

export interface LateFee {
  pieces: Piece[]
  total: number
  cap: number
  isCapped: boolean
}

const WHOLE = 10_000_000n
const DAY = 86_400_000

const daysBetween = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / DAY) + 1

/** A sum of base × days × rate in fen, a half rounded up: once, of the whole. */
const inFen = (raw: bigint): number => Number((raw * 2n + WHOLE) / (WHOLE * 2n))

const laterOf = (a: string, b: string): string => (a > b ? a : b)

/** What is not paid of a share when a day is over. */
const unpaidAt = ({ price, changes }: Owing, day: string): number =>
  Math.max(
    0,
    changes.reduce((sum, change) => (change.day <= day ? sum + change.price : sum), price),
  )

const rateOn = ({ rates }: Terms, day: string): Pick<Rate, 'rate' | 'by'> =>
  rates.findLast(({ from }) => from <= day) ?? rates[0] ?? { rate: 0 }

const isFrozen = ({ frozen }: Owing, day: string): boolean => frozen.some(({ from, to }) => from <= day && day <= to)

/** The days on which something may be other than the day before, from `begin` to `end`. */
const turns = (owing: Owing, { rates }: Terms, begin: string, end: string): string[] => {
  const all = [
    begin,
    ...owing.changes.map(({ day }) => addDays(day, 1)),
    ...rates.map(({ from }) => from),
    ...owing.frozen.flatMap(({ from, to }) => [from, addDays(to, 1)]),
  ]
  return [...new Set(all)].filter((day) => day >= begin && day <= end).toSorted()
}

/** Gives rates by the days on which they were set, the last one of a day; before anything was charged at all, the first that was. */
export const ratesOf = <R extends Rate>(set: readonly R[]): R[] => {
  const each = set.filter(({ from }, place) => set[place + 1]?.from !== from)
  return each.slice(
    Math.max(
      0,
      each.findIndex(({ rate }) => rate > 0),
    ),
  )
}

/**
 * Gives what the operator's standard is for a share that is due on a day, of what was set (`ratesOf`): each day's rate is that of the day; all else is as it was set
 * when the share was due, where late fees were charged then or before, and else as they were first charged. Null where they never were.
 */
export const standardOn = (set: readonly Standard[], due: string): (Terms & Pick<Standard, 'goesOnAfterEnd'>) | null => {
  const charged = set.filter(({ rate }) => rate > 0)
  const held = charged.findLast(({ from }) => from <= due) ?? charged[0]
  if (!held) return null
  const { grace, isAfterGrace, cap, goesOnAfterEnd } = held
  return { rates: set.map(({ from, rate }) => ({ from, rate })), grace, isAfterGrace, cap, goesOnAfterEnd }
}

const NONE: LateFee = { pieces: [], total: 0, cap: 0, isCapped: false }

/**
 * Gives the late fee of a share up to a day, with how it came about: for each day after the due day what was not paid when it began, times the day's rate;
 * summed exactly and rounded once; never more than the cap. Nothing while the days of grace last. The day on which money came is the last that is charged for it.
 */
export const lateFeeOf = (owing: Owing, terms: Terms, day: string): LateFee => {
  const { due, stop, added = 0 } = owing
  const graceEnd = addDays(due, terms.grace)
  const end = stop !== null && stop < day ? stop : day
  const begin = addDays(terms.isAfterGrace ? graceEnd : due, 1)
  if (day <= graceEnd || end < begin) return NONE
  const cap = Math.round(((unpaidAt(owing, graceEnd) + added) * terms.cap) / 100)
  const days = turns(owing, terms, begin, end)
  const pieces: Piece[] = []
  let raw = 0n
  for (const [place, from] of days.entries()) {
    const next = days[place + 1]
    const to = next === undefined ? end : addDays(next, -1)
    const base = unpaidAt(owing, laterOf(addDays(from, -1), graceEnd))
    const { by, rate: usual } = rateOn(terms, from)
    const rate = isFrozen(owing, from) ? 0 : usual
    const length = daysBetween(from, to)
    const before = Math.min(cap, inFen(raw))
    raw += BigInt(base) * BigInt(length) * BigInt(rate)
    if (base > 0) pieces.push({ from, to, days: length, base, rate, by, fen: Math.min(cap, inFen(raw)) - before })
  }
  const whole = inFen(raw)
  return { pieces: merged(pieces), total: Math.min(cap, whole), cap, isCapped: whole > cap }
}

/** Pieces that follow each other and are alike but for their days are one. */
const merged = (pieces: readonly Piece[]): Piece[] =>
  pieces.reduce<Piece[]>((all, piece) => {
    const last = all.at(-1)
    if (last && last.base === piece.base && last.rate === piece.rate && last.by === piece.by && addDays(last.to, 1) === piece.from)
      all[all.length - 1] = { ...last, to: piece.to, days: last.days + piece.days, fen: last.fen + piece.fen }
    else all.push(piece)
    return all
  }, [])
