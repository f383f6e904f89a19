import { debtorAccount, earningAccount } from './referenceAccounts.ts'

export interface Share {
  /** The how many-th it is of all. */
  nth: number
  /** The tenant, his employer, or a company that was named later. */
  who: 1 | 2 | 'company'
  debit: string
  credit: string
  /** What is not paid, reduced or written off. */
  owed: number
  reduced: number
  bad: number
  deposit: boolean
  isVoid: boolean
  /** What it came to when it was made, and of that and of what is reduced what is recognised. */
  made: number
  earned: number
  reducedEarned: number
}

/** What is owed, and what of it is earned: the part of the reference book that knows of no money. */
export class ReferenceCharges {
  /** Debit less credit, in fen, by the code of the account. */
  readonly balances = new Map<string, number>()
  protected readonly bills = new Map<number, Share[]>()
  private shares = 0

  protected add(code: string, price: number): void {
    this.balances.set(code, (this.balances.get(code) ?? 0) + price)
  }

  /** A bill with what each party owes of it, the payer first. */
  bill(
    id: number,
    { from, income, isPassedOn }: { from: number; income: number; isPassedOn: boolean },
    shares: { party: 1 | 2; price: number }[],
  ): void {
    const made = shares.map(({ party, price }) => ({
      nth: ++this.shares,
      who: party,
      debit: debtorAccount(from, income, party),
      credit: earningAccount(from, income, isPassedOn),
      owed: price,
      reduced: 0,
      bad: 0,
      deposit: from === 3,
      isVoid: false,
      made: price,
      earned: 0,
      reducedEarned: 0,
    }))
    this.bills.set(id, made)
    for (const { debit, credit, owed, deposit } of made) {
      if (deposit) continue
      this.add(debit, owed)
      this.add(credit, -owed)
    }
  }

  voided(id: number): void {
    for (const share of this.bills.get(id) ?? []) {
      if (!share.deposit && !share.isVoid) {
        if (share.reduced > 0) this.less(share, -share.reduced)
        if (share.bad > 0) this.bad(share, -share.bad)
        this.add(share.debit, -share.owed)
        this.add(share.credit, share.owed)
      }
      share.owed = 0
      share.isVoid = true
    }
  }

  /** Less of a share: of rent apart, until it is recognised; of what else is charged at once. Below zero: taken back. */
  protected less(share: Share, price: number): void {
    this.add(share.debit, -price)
    this.add(share.credit === '2203.02' ? '2203.09' : share.credit, price)
    share.owed -= price
    share.reduced += price
  }

  private bad(share: Share, price: number): void {
    this.add('6702', price)
    this.add(share.debit, -price)
    share.owed -= price
    share.bad += price
  }

  /** A month is over in which all rents and services lie: what is not recognised of them by then is; of what is void that is taken back. */
  recognised(): void {
    for (const share of [...this.bills.values()].flat()) {
      if (share.deposit || !['2203.02', '2205'].includes(share.credit)) continue
      // A service is less at once, a rent by what is recognised of the reduction.
      const less = share.credit === '2205' ? share.reduced : 0
      const [earned, reduced] = share.isVoid ? [0, 0] : [share.made - less, share.reduced - less]
      this.add(share.credit, earned - share.earned)
      this.add(share.credit === '2205' ? '6051' : share.debit === '1122.04' ? '6001.03' : '6001.01', share.earned - earned)
      this.add('6001.09', reduced - share.reducedEarned)
      this.add('2203.09', share.reducedEarned - reduced)
      share.earned = earned
      share.reducedEarned = reduced
    }
  }

  restored(id: number): void {
    for (const share of this.bills.get(id) ?? []) if (share.reduced > 0) this.less(share, -share.reduced)
  }

  writtenOff(id: number): void {
    for (const share of this.bills.get(id) ?? []) if (share.owed > 0) this.bad(share, share.owed)
  }

  recovered(id: number): void {
    for (const share of this.bills.get(id) ?? []) if (share.bad > 0) this.bad(share, -share.bad)
  }

  /** What one kind of party has not paid of a bill another owes. */
  payerChanged(id: number, from: 1 | 2, to: Share['who']): void {
    const shares = this.bills.get(id) ?? []
    const less = shares.filter(({ who, owed }) => (who === 1) === (from === 1) && owed > 0)
    const [first] = less
    if (!first) throw new Error(`of bill ${id} nothing is owed by ${from}`)
    const there = shares.find(({ who }) => who === to)
    const debit = first.credit === '2203.02' && first.debit !== '1122.04' ? debtorAccount(2, 2, to === 1 ? 1 : 2) : first.debit
    const more = there ?? {
      ...first,
      nth: ++this.shares,
      who: to,
      debit,
      owed: 0,
      reduced: 0,
      bad: 0,
      made: 0,
      earned: 0,
      reducedEarned: 0,
    }
    if (!there) shares.push(more)
    for (const share of less) {
      this.add(share.debit, -share.owed)
      this.add(more.debit, share.owed)
      more.owed += share.owed
      more.made += share.owed
      share.made -= share.owed
      share.owed = 0
    }
  }
}
