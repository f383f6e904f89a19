/** A share of a bill that a settlement is about. Amounts in fen. */
export interface SettledShare {
  key: number
  price: number
  paid: number
  /** What it comes to up to the day on which the room was given back. */
  after: number
  /** By which it is paid off: the earlier first. */
  due: string
  /** What settled it, by the flow that brought it, in the order in which it came. */
  given: readonly { flow_id: number; price: number }[]
}

/** Money of a flow that goes to, or comes back from, a share. */
export interface Moved {
  key: number
  flow_id: number
  price: number
}

/** What a settlement does, and what it comes to. Amounts in fen, none below zero. */
export interface Settlement {
  /** Shares that come to less than they did. */
  cuts: { key: number; from: number; to: number }[]
  /** What was paid for time after the room was given back, taken from the share it had settled. */
  backs: Moved[]
  /** Of that money, what pays for other shares. */
  pays: Moved[]
  /** What the deposit pays. */
  deducts: { key: number; price: number }[]
  /** What is given back of money that was paid too much, by the flow that brought it. */
  rentBack: { flow_id: number; price: number }[]
  depositBack: number
  unused: number
  /** What was owed of the shares, before anything is set against it. */
  owed: number
  refund: number
  /** What is still owed. */
  due: number
}

/** Gives an amount of what a share was given that is taken back, the latest first. */
export const takenBack = ({ key, given }: Pick<SettledShare, 'key' | 'given'>, amount: number): Moved[] => {
  let left = amount
  return given.toReversed().flatMap(({ flow_id, price }) => {
    const part = Math.min(left, price)
    left -= part
    return part > 0 ? [{ key, flow_id, price: part }] : []
  })
}

/**
 * Settles what a tenant owes and has paid when a room is given back (domain.md, surrender: refund = deposit − arrears − damages + unused rent, to the
 * day), or when days that were charged as a stay are another contract's. What was paid for later time pays first for what is owed, then the deposit does, the earliest due before the others; what is left goes
 * back to whoever paid it. Nothing is rounded: every fen is one that was paid or is owed.
 */
export const settle = (shares: readonly SettledShare[], deposit: number): Settlement => {
  const backs = shares.flatMap((share) => takenBack(share, Math.max(0, share.paid - share.after)))
  const pool = backs.map(({ flow_id, price }) => ({ flow_id, price }))
  const [pays, deducts]: [Moved[], Settlement['deducts']] = [[], []]
  let [held, due, owed] = [deposit, 0, 0]
  for (const { key, paid, after } of shares.toSorted((a, b) => (a.due === b.due ? a.key - b.key : a.due < b.due ? -1 : 1))) {
    let rest = Math.max(0, after - paid)
    owed += rest
    for (const money of pool) {
      const part = Math.min(rest, money.price)
      if (part === 0) continue
      money.price -= part
      rest -= part
      pays.push({ key, flow_id: money.flow_id, price: part })
    }
    const part = Math.min(rest, held)
    if (part > 0) deducts.push({ key, price: part })
    held -= part
    due += rest - part
  }
  const flows = [...new Set(pool.map(({ flow_id }) => flow_id))]
  const left = (flow: number): number => pool.reduce((sum, { flow_id, price }) => sum + (flow_id === flow ? price : 0), 0)
  const rentBack = flows.map((flow_id) => ({ flow_id, price: left(flow_id) })).filter(({ price }) => price > 0)
  return {
    cuts: shares.filter(({ price, after }) => after < price).map(({ key, price, after }) => ({ key, from: price, to: after })),
    backs,
    pays,
    deducts,
    rentBack,
    depositBack: held,
    unused: backs.reduce((sum, { price }) => sum + price, 0),
    owed,
    refund: held + rentBack.reduce((sum, { price }) => sum + price, 0),
    due,
  }
}
