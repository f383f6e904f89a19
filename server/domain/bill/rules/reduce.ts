/** A share of a bill, as it may be reduced. Amounts in fen. */
export interface ReducedShare {
  share_id: number
  party: 1 | 2 | 3 | 4
  price: number
  paid: number
}

/** By what bills are reduced (src/schemas/bill/acts.ts, `reducedBy`): each by an amount in fen, or by percent; of whose part, or of all. */
export interface Reducing {
  how: 1 | 2
  amount?: number | undefined
  percent?: number | undefined
  party?: number | undefined
}

/** What a share is less by, and what of that was paid already and comes back from it. In fen. */
interface Reduction {
  share_id: number
  less: number
  back: number
}

/** What comes of reducing a bill; or why it cannot be reduced so: none of that kind bears it, it comes to less, or nothing is left of it. */
export type Reduced = { parts: readonly Reduction[]; problem: null } | { parts: readonly []; problem: 'none' | 'beyond' | 'nothing' }

/** Gives percent of an amount in fen, half a fen up. */
export const percentOf = (price: number, percent: number): number => Math.floor((price * percent + 50) / 100)

/** Gives by how much each share is less, in their order: percent of each, or an amount of which the first gives what it has. */
const lessOf = (shares: readonly ReducedShare[], { how, amount = 0, percent = 0 }: Reducing): number[] => {
  let left = amount
  return shares.map(({ price }) => {
    const less = how === 2 ? percentOf(price, percent) : Math.min(left, price)
    left -= how === 2 ? 0 : less
    return less
  })
}

/**
 * Gives what comes of reducing a bill (domain.md, Money: 减免), of its shares in the order in which they bear it. No share comes to less than nothing; what is paid of
 * one beyond what is left of it comes back.
 */
export const reduce = (all: readonly ReducedShare[], asked: Reducing): Reduced => {
  const shares = all.filter(({ party }) => asked.party === undefined || party === asked.party)
  if (shares.length === 0) return { parts: [], problem: 'none' }
  if (asked.how === 1 && (asked.amount ?? 0) > shares.reduce((sum, { price }) => sum + price, 0)) return { parts: [], problem: 'beyond' }
  const less = lessOf(shares, asked)
  const parts = shares
    .map(({ share_id, price, paid }, place) => {
      const by = less[place] ?? 0
      return { share_id, less: by, back: Math.max(0, paid - (price - by)) }
    })
    .filter((part) => part.less > 0)
  return parts.length === 0 ? { parts: [], problem: 'nothing' } : { parts, problem: null }
}
