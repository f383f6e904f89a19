/** How the payer of money is known, and how its amount fits: the numbers of src/schemas/flow/match.ts, `matchReasons`. */
export const reasons = {
  given: 1,
  numbered: 2,
  learned: 3,
  named: 4,
  roomed: 5,
  alike: 6,
  amount: 7,
  accounted: 8,
  first: 11,
  firsts: 12,
  all: 13,
  some: 14,
  nearly: 15,
  over: 16,
  part: 17,
  found: 18,
  alike_owed: 19,
} as const
export type Evidence = 'given' | 'numbered' | 'accounted' | 'learned' | 'named' | 'roomed' | 'alike' | 'amount' | 'found'
type Fit = 'first' | 'firsts' | 'all' | 'some' | 'nearly' | 'over' | 'part' | 'alike_owed'

/** What is owed of a bill and may be settled. In fen. */
export interface OpenShare {
  share_id: number
  owed: number
  /** YYYY-MM-DD. */
  due: string
  isRent: boolean
  /** Of whom the bill is, and of which room. */
  whose?: string
}

/** Somebody who owes, and why the money may be for him. */
export interface Party {
  key: string
  /** What speaks for him, each once. */
  evidence: readonly Evidence[]
  /** What was charged of him before, in fen: somebody of the same name who owes nothing pays his own next. */
  usual?: readonly number[]
  /** His name has two signs, of which another one makes another person. */
  isShort?: boolean
  shares: readonly OpenShare[]
}

/** Shares that money may be for, in the order in which it settles them. */
export interface Offer {
  party: string
  shares: number[]
  /** What they take of the money, in fen. */
  takes: number
  /** How sure it is, in percent. */
  sure: number
  /** The numbers of the reasons. */
  why: number[]
}

/** 核销设置 (src/schemas/settings/verification.ts): `tolerance` in fen. */
export interface Rules {
  order: number
  tolerance: number
}

/** How sure each kind of evidence is alone, of a hundred. */
const SURE: Readonly<Record<Evidence, number>> = {
  given: 86,
  numbered: 84,
  accounted: 83,
  learned: 82,
  named: 80,
  roomed: 78,
  found: 70,
  alike: 80,
  amount: 30,
}
/** What is left of a name, or of what was learned from it, where others have it: who may not have paid just so much, or who may. */
const OF_MANY = { nobody: 100, others: 78, rivals: 30 } as const
type Others = keyof typeof OF_MANY
/** Each further evidence adds. */
const FURTHER = 4
/** What the amount adds. */
const FITS: Readonly<Record<Fit, number>> = { first: 13, firsts: 12, all: 12, some: 6, nearly: 4, over: 5, part: -4, alike_owed: -4 }
const MOST = 99
/** So many shares are tried in all combinations: 4,096 sums are counted in a millisecond. */
const COMBINED = 12

/** Gives shares in the order in which money settles them (核销设置, 先后): of the same rank the earlier due first, then by number. */
export const inOrder = (shares: readonly OpenShare[], order: number): OpenShare[] => {
  const rank = ({ isRent, owed }: OpenShare): number => (order === 2 ? Number(!isRent) : order === 3 ? owed : 0)
  return shares.toSorted((a, b) => rank(a) - rank(b) || (a.due < b.due ? -1 : a.due > b.due ? 1 : a.share_id - b.share_id))
}

const sumOf = (shares: readonly OpenShare[]): number => shares.reduce((sum, { owed }) => sum + owed, 0)

/** The shares from the first on that come to just so much; null where they do not. */
const firstsOf = (shares: readonly OpenShare[], amount: number): OpenShare[] | null => {
  let sum = 0
  for (const [index, { owed }] of shares.entries()) {
    sum += owed
    if (sum === amount) return shares.slice(0, index + 1)
    if (sum > amount) return null
  }
  return null
}

/** Some of the shares that come to just so much, as few and as early as can be; null where none do. */
const someOf = (shares: readonly OpenShare[], amount: number): OpenShare[] | null => {
  const few = shares.slice(0, COMBINED)
  const best = new Map<number, OpenShare[]>([[0, []]])
  for (const share of few)
    for (const [sum, chosen] of [...best]) {
      const next = sum + share.owed
      const known = best.get(next)
      if (next <= amount && (!known || known.length > chosen.length + 1)) best.set(next, [...chosen, share])
    }
  return best.get(amount) ?? null
}

/** The shares from the first on that the money touches. */
const touched = (shares: readonly OpenShare[], amount: number): OpenShare[] => {
  let left = amount
  return shares.filter(({ owed }) => {
    const isTouched = left > 0
    left -= owed
    return isTouched
  })
}

/** How an amount fits what one owes, by itself. */
const plainFitOf = (shares: readonly OpenShare[], amount: number, tolerance: number): { fit: Fit; chosen: OpenShare[] } => {
  const firsts = firstsOf(shares, amount)
  if (firsts?.length === 1) return { fit: 'first', chosen: firsts }
  if (firsts) return { fit: firsts.length === shares.length ? 'all' : 'firsts', chosen: firsts }
  const some = someOf(shares, amount)
  if (some) return { fit: 'some', chosen: some }
  const all = sumOf(shares)
  if (Math.abs(all - amount) <= tolerance) return { fit: 'nearly', chosen: [...shares] }
  const single = shares.find(({ owed }) => Math.abs(owed - amount) <= tolerance)
  if (single) return { fit: 'nearly', chosen: [single] }
  if (all < amount) return { fit: 'over', chosen: [...shares] }
  return { fit: 'part', chosen: touched(shares, amount) }
}

/** Whether what is left out is owed just as what was chosen is, for another person or room: a company that pays for all its people but one does not say by the amount for whom it does not. */
const isAlikeOwed = (chosen: readonly OpenShare[], shares: readonly OpenShare[]): boolean => {
  const keyOf = ({ owed, due, isRent }: OpenShare): string => `${owed} ${due} ${isRent}`
  const left = new Map<string, Set<string | undefined>>()
  for (const share of shares) if (!chosen.includes(share)) left.set(keyOf(share), (left.get(keyOf(share)) ?? new Set()).add(share.whose))
  return chosen.some((one) => [...(left.get(keyOf(one)) ?? [])].some((whose) => whose !== one.whose))
}

/** How an amount fits what one owes: the shares that it is for, as far as it says. */
const fitOf = (shares: readonly OpenShare[], amount: number, tolerance: number): { fit: Fit; chosen: OpenShare[] } => {
  const { fit, chosen } = plainFitOf(shares, amount, tolerance)
  return { fit: fit !== 'part' && isAlikeOwed(chosen, shares) ? 'alike_owed' : fit, chosen }
}

interface Fitted {
  party: Party
  /** Null where nothing is owed. */
  fit: Fit | null
  chosen: readonly OpenShare[]
}

const EXACT: ReadonlySet<Fit | null> = new Set<Fit>(['first', 'firsts', 'all', 'some'])

/** Who else has a name, or was paid for by the same payer. Just the amount tells them apart: it is just one's, and neither the other's nor a part of it. */
const othersOf = ({ party, fit }: Fitted, evidence: Evidence, all: readonly Fitted[], amount: number): Others => {
  if (evidence !== 'named' && evidence !== 'learned' && evidence !== 'accounted' && evidence !== 'alike') return 'nobody'
  const isRival = (other: Fitted): boolean =>
    evidence === 'alike' || (other.fit !== null && other.fit !== 'over') || other.party.usual?.includes(amount) === true
  const has = (other: Party): boolean => other.evidence.includes(evidence) || (evidence === 'alike' && other.evidence.includes('named'))
  const others = all.filter((other) => other.party.key !== party.key && has(other.party))
  if (others.length === 0) return party.isShort ? 'others' : 'nobody'
  return !EXACT.has(fit) || others.some(isRival) ? 'rivals' : 'others'
}

const sureOf = (fitted: Fitted, all: readonly Fitted[], amount: number): number => {
  const alone = (one: Evidence): number => Math.min(SURE[one], OF_MANY[othersOf(fitted, one, all, amount)])
  const [first = 0, ...others] = fitted.party.evidence.map(alone).toSorted((a, b) => b - a)
  return first + others.length * FURTHER
}

/**
 * Gives what money of so many fen may be for, the surest first (domain.md, verification): of each party that owes the shares that fit best. A pure function of what it is given:
 * the same on every node.
 */
export const offersOf = (amount: number, parties: readonly Party[], { order, tolerance }: Rules): Offer[] => {
  const all = parties.map(
    (party): Fitted => ({
      party,
      ...(party.shares.length === 0 ? { fit: null, chosen: [] } : fitOf(inOrder(party.shares, order), amount, tolerance)),
    }),
  )
  return all
    .flatMap((fitted): Offer[] => {
      const { party, fit, chosen } = fitted
      if (fit === null) return []
      return [
        {
          party: party.key,
          shares: chosen.map(({ share_id }) => share_id),
          takes: Math.min(amount, sumOf(chosen)),
          sure: Math.max(1, Math.min(MOST, sureOf(fitted, all, amount) + FITS[fit])),
          why: [...party.evidence.map((one) => reasons[one]), reasons[fit]],
        },
      ]
    })
    .toSorted((a, b) => b.sure - a.sure || (a.party < b.party ? -1 : 1))
}

/** So far the surest has to be ahead of any other party's. */
const AHEAD = 6

/** Gives the offer that the system takes by itself: sure enough, and with no rival; null where a person has to decide. */
export const certainOf = (offers: readonly Offer[], sure: number): Offer | null => {
  const [best, next] = offers
  return best && best.sure >= sure && (!next || best.sure - next.sure >= AHEAD) ? best : null
}

/** Money that is there, or that is owed: its key and what is left, in fen. */
export interface Left {
  key: number
  left: number
}

/** Gives which money settles how much of which share: the first money the first shares, until the one or the other is used up. All in fen. */
export const spread = (money: readonly Left[], owed: readonly Left[]): { flow_id: number; share_id: number; price: number }[] => {
  const rest = owed.map((share) => ({ ...share }))
  return money.flatMap(({ key: flow_id, left }) => {
    let free = left
    return rest.flatMap((share) => {
      const price = Math.min(free, share.left)
      free -= price
      share.left -= price
      return price > 0 ? [{ flow_id, share_id: share.key, price }] : []
    })
  })
}

/**
 * Gives what is left of the money that settled everything that was owed, where that is no more than `limit` (核销设置, 允许尾差), with the share that it settled last; null where
 * something is owed still, nothing is left, or more. All in fen.
 */
export const overOf = (
  money: readonly Left[],
  owed: readonly Left[],
  parts: readonly { flow_id: number; share_id: number; price: number }[],
  limit: number,
): { flow_id: number; share_id: number; price: number } | null => {
  const last = parts.at(-1)
  const given = parts.reduce((sum, { price }) => sum + price, 0)
  if (!last || given < owed.reduce((sum, { left }) => sum + left, 0)) return null
  const used = parts.reduce((sum, { flow_id, price }) => (flow_id === last.flow_id ? sum + price : sum), 0)
  const price = (money.find(({ key }) => key === last.flow_id)?.left ?? 0) - used
  return price >= 1 && price <= limit ? { flow_id: last.flow_id, share_id: last.share_id, price } : null
}
