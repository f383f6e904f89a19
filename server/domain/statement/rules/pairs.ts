import { NO_PARTY } from './kinds.ts'

/** A line of a statement, or an entry of the books, on one account and in one direction: its amount in fen, its day as a number of days, and whose money it says it is. */
export interface Side {
  key: number
  price: number
  day: number
  name: string
}

/** So many days may lie between what a bank and what a person says of the same money; and between those that name somebody else. */
const [DAYS, DAYS_OF_OTHERS] = [7, 1]

const grouped = <T>(all: readonly T[], keyOf: (one: T) => number): Map<number, T[]> => {
  const groups = new Map<number, T[]>()
  for (const one of all) {
    const group = groups.get(keyOf(one))
    if (group) group.push(one)
    else groups.set(keyOf(one), [one])
  }
  return groups
}

const named = (name: string): string => (name === NO_PARTY ? '' : name).replaceAll(/[\s()（）*＊·.]/gu, '')

/** Whether somebody has said of a line that it is not an entry, by their keys. */
export type IsApart = (line: number, entry: number) => boolean

const nothingSaid: IsApart = () => false

const apart = (line: Side, entry: Side): number => Math.abs(line.day - entry.day)

/** What a channel writes in the place of a name: a user's number of 微信, or what 支付宝 has covered. */
const COVERED = /^[\w-]{20,}$|\*\*/u

/** Pairs that may be the same money: within some days. */
const within = (lines: readonly Side[], entries: readonly Side[], isApart: IsApart): [Side, Side][] =>
  lines.flatMap((line) =>
    entries.flatMap((entry): [Side, Side][] => (apart(line, entry) <= DAYS && !isApart(line.key, entry.key) ? [[line, entry]] : [])),
  )

/** Pairs of the same name, the nearest days first: which of several that are alike is which makes no difference. */
const ofName = (pairs: readonly [Side, Side][]): [Side, Side][] =>
  pairs.filter(([line, entry]) => named(line.name) !== '' && named(line.name) === named(entry.name))

/** Pairs of which each has no other: of those who name somebody else only on nearly the same day. */
const ofAmount = (all: readonly [Side, Side][]): [Side, Side][] => {
  const fits = (line: Side, entry: Side): boolean =>
    apart(line, entry) <= (named(line.name) === '' || named(entry.name) === '' ? DAYS : DAYS_OF_OTHERS)
  const [ofLine, ofEntry] = [grouped(all, ([line]) => line.key), grouped(all, ([, entry]) => entry.key)]
  return all.filter(([line, entry]) => ofLine.get(line.key)?.length === 1 && ofEntry.get(entry.key)?.length === 1 && fits(line, entry))
}

const nearer = ([a, b]: [Side, Side], [c, d]: [Side, Side]): number => apart(a, b) - apart(c, d) || a.key - c.key || b.key - d.key

/** Takes the nearest first, each side once. */
const taken = (pairs: readonly [Side, Side][]): [number, number][] => {
  const [lines, entries] = [new Set<number>(), new Set<number>()]
  return pairs.toSorted(nearer).flatMap(([line, entry]): [number, number][] => {
    if (lines.has(line.key) || entries.has(entry.key)) return []
    lines.add(line.key)
    entries.add(entry.key)
    return [[line.key, entry.key]]
  })
}

/** Gives which line is which entry of the same name and amount, the nearest days first; of which nobody has said that it is not. */
export const pairNamed = (lines: readonly Side[], entries: readonly Side[], isApart: IsApart): [line: number, entry: number][] => {
  const entriesOf = grouped(entries, ({ price }) => price)
  return [...grouped(lines, ({ price }) => price)].flatMap(([price, alike]) =>
    taken(ofName(within(alike, entriesOf.get(price) ?? [], isApart))),
  )
}

/**
 * Gives which line of a statement is which entry of the books: of the same amount and within some days; first those of the same name, then what can be
 * nothing else. What several could be stays for a person, and what somebody has said that it is not is not said again. A pure function: the same on every node, whatever the order.
 */
export const pairUp = (lines: readonly Side[], entries: readonly Side[], isApart = nothingSaid): [line: number, entry: number][] => {
  const entriesOf = grouped(entries, ({ price }) => price)
  return [...grouped(lines, ({ price }) => price)].flatMap(([price, alike]) => {
    const all = within(alike, entriesOf.get(price) ?? [], isApart)
    const first = taken(ofName(all))
    const [hasLine, hasEntry] = [new Set(first.map(([line]) => line)), new Set(first.map(([, entry]) => entry))]
    const rest = ofAmount(all.filter(([line, entry]) => !hasLine.has(line.key) && !hasEntry.has(entry.key)))
    return [...first, ...taken(rest)]
  })
}

/** Gives which line is which of what is nobody's, a bank's fee or interest: of the same amount, the nearest days first. Which of several that are alike is which makes no difference, but how many there are does. */
export const pairNearest = (lines: readonly Side[], entries: readonly Side[]): [line: number, entry: number][] => {
  const entriesOf = grouped(entries, ({ price }) => price)
  return [...grouped(lines, ({ price }) => price)].flatMap(([price, alike]) =>
    taken(within(alike, entriesOf.get(price) ?? [], nothingSaid)),
  )
}

/**
 * Gives which lines may be entries, although it is not certain which: there are entries of just that amount within some days, and of nearly the same day where both say whose it is, for a relative
 * pays or another tenant does. Of what neither has found yet (`pairUp`): booked anew, that money would be there twice.
 */
export const mayBe = (lines: readonly Side[], entries: readonly Side[]): Set<number> => {
  const entriesOf = grouped(entries, ({ price }) => price)
  const isNobodys = ({ name }: Side): boolean => named(name) === '' || COVERED.test(name)
  const reach = (line: Side, entry: Side): number => (isNobodys(line) || isNobodys(entry) ? DAYS : DAYS_OF_OTHERS)
  const may = (line: Side): boolean => (entriesOf.get(line.price) ?? []).some((entry) => apart(line, entry) <= reach(line, entry))
  return new Set(lines.filter(may).map(({ key }) => key))
}
