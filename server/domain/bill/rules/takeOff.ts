/** A share of a bill from which something is to be taken off. Amounts in fen. */
export interface TakenShare {
  share_id: number
  price: number
  paid: number
  /** What of it was written off, and what was reduced: it comes to so much less than it did. */
  bad: number
  reduced: number
  /** What it took over of others (改付款方), below nought what others took over of it. */
  over: number
}

/** What is taken off a share, and what of that was written off or reduced and has to be given back for it first. In fen. */
export interface TakenOff {
  share_id: number
  off: number
  recovered: number
  restored: number
}

/**
 * Gives what is taken off shares of a bill where one party owes less of it: first what is not paid, be it written off or another's by now, then what is paid, last what
 * was reduced. Nothing is paid back to anybody while somebody still owes what is owed no more.
 */
export const takeOff = (own: TakenShare, all: readonly TakenShare[], asked: number): TakenOff[] => {
  let left = asked
  let taken = Math.max(0, -own.over)
  const offs = new Map<number, TakenOff>()
  const take = ({ share_id }: TakenShare, most: number, from?: 'recovered' | 'restored'): number => {
    const off = Math.max(0, Math.min(left, most))
    const before = offs.get(share_id) ?? { share_id, off: 0, recovered: 0, restored: 0 }
    offs.set(share_id, { ...before, off: before.off + off, ...(from ? { [from]: before[from] + off } : {}) })
    left -= off
    return off
  }
  const others = all.filter(({ share_id, over }) => share_id !== own.share_id && over > 0).map((share) => ({ share, over: share.over }))
  const takeOver = (partOf: (share: TakenShare) => number, from?: 'recovered' | 'restored'): void => {
    for (const other of others) {
      const off = take(other.share, Math.min(taken, other.over, partOf(other.share)), from)
      other.over -= off
      taken -= off
    }
  }
  take(own, own.price - own.paid)
  take(own, own.bad, 'recovered')
  takeOver(({ price, paid }) => price - paid)
  takeOver(({ bad }) => bad, 'recovered')
  take(own, own.paid)
  takeOver(({ paid }) => paid)
  take(own, own.reduced, 'restored')
  takeOver(({ reduced }) => reduced, 'restored')
  return [...offs.values()].filter(({ off }) => off > 0)
}
