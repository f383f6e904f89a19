/** What of an entry settled a share, by which match where it was one. */
interface Given {
  bill: number
  share: number
  price: number
  match?: number
}

interface Flow {
  lines: [string, number][]
  given: Given[]
  rest: number
  /** The entry of which it gives something back. */
  of?: Flow
}

interface Share {
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

/**
 * A book of its own beside the journal: what an accountant would have after the same deeds, by postings.md's table alone. It shares no code with the product. Balances are debit less credit, in fen,
 * by the code of the account.
 */
export class ReferenceBook {
  readonly balances = new Map<string, number>()
  private readonly bills = new Map<number, Share[]>()
  private readonly flows = new Map<number, Flow>()
  /** The flows that have settled a share, in the order in which each first did. */
  private readonly order = new Map<string, number[]>()
  /** What was turned out of entries: of which account's cost it is, and how much. */
  private readonly outs = new Map<number, [string, number]>()
  private readonly transfers = new Map<number, [string, number][]>()

  private add(code: string, price: number): void {
    this.balances.set(code, (this.balances.get(code) ?? 0) + price)
  }

  /** Where money is by the way on which it moved, or the account that was named. */
  private static money(way: number | string): string {
    return typeof way === 'string' ? way : ({ 3: '1002.01', 7: '1012.04', 8: '1012.03', 11: '1012.09' }[way] ?? '')
  }

  private static debtor(from: number, income: number, party: 1 | 2): string {
    if (from === 4) return '1221.02'
    if (income === 2) return party === 1 ? '1122.01' : '1122.02'
    return income === 3 ? '1122.04' : '1221.01'
  }

  private static earns(from: number, income: number, isPassedOn: boolean): string {
    if (from === 4) return isPassedOn ? '2241.02' : '6051'
    return { 1: '6051', 2: '2203.02', 3: '2203.02', 4: '6301.01', 5: '6301.02', 7: '2205' }[income] ?? '6051'
  }

  /** A bill with what each party owes of it, the payer first. */
  bill(
    id: number,
    { from, income, isPassedOn }: { from: number; income: number; isPassedOn: boolean },
    shares: { party: 1 | 2; price: number }[],
  ): void {
    const made = shares.map(({ party, price }) => ({
      debit: ReferenceBook.debtor(from, income, party),
      credit: ReferenceBook.earns(from, income, isPassedOn),
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
  private less(share: Share, price: number): void {
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

  /** A bill less by an amount, the first share as far as it goes; what then is paid too much goes back to where it came from, the latest first. */
  reducedBy(id: number, amount: number): void {
    let left = amount
    for (const [place, share] of (this.bills.get(id) ?? []).entries()) {
      const paid = [...this.flows.values()]
        .flatMap(({ given }) => given)
        .reduce((sum, one) => sum + (one.bill === id && one.share === place ? one.price : 0), 0)
      const less = Math.min(left, share.owed + paid)
      left -= less
      this.backFrom(id, place, Math.max(0, less - share.owed))
      if (less > 0) this.less(share, less)
    }
  }

  private backFrom(id: number, place: number, amount: number): void {
    let left = amount
    // A flow's first settling of the share is what it counts by, as long as any of it stands.
    const order = this.order.get(`${id} ${place}`) ?? []
    for (const key of order.toReversed()) {
      const flow = this.flows.get(key)
      for (const one of flow?.given ?? []) {
        if (one.bill !== id || one.share !== place || !flow) continue
        const part = Math.min(left, one.price)
        if (part === 0) continue
        left -= part
        one.price -= part
        this.settles({ given: [], rest: 0 }, id, place, -part)
        flow.rest += part
      }
    }
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

  /** Money in, of which as much as is owed settles a bill, share by share; of one that is named alone. */
  received(id: number, way: number | string, price: number, bill: number | null, only: number | null = null): void {
    const flow: Flow = {
      lines: [
        [ReferenceBook.money(way), price],
        ['2203.01', -price],
      ],
      given: [],
      rest: price,
    }
    this.flows.set(id, flow)
    for (const [code, fen] of flow.lines) this.add(code, fen)
    for (const [place, share] of (bill === null ? [] : (this.bills.get(bill) ?? [])).entries()) {
      const part = only === null || only === place ? Math.min(share.owed, flow.rest) : 0
      if (part > 0) this.settles(flow, bill as number, place, part)
    }
  }

  private settles(flow: Pick<Flow, 'given' | 'rest'>, bill: number, place: number, price: number, match?: number): void {
    const share = this.bills.get(bill)?.[place]
    if (!share) throw new Error(`no share ${place} of bill ${bill}`)
    share.owed -= price
    flow.rest -= price
    const by = [...this.flows].find(([, one]) => one === flow)?.[0]
    const known = this.order.get(`${bill} ${place}`) ?? []
    if (by !== undefined && !known.includes(by)) this.order.set(`${bill} ${place}`, [...known, by])
    flow.given.push({ bill, share: place, price, ...(match === undefined ? {} : { match }) })
    this.add('2203.01', price)
    this.add(share.deposit ? '2241.01' : share.debit, -price)
  }

  /** Money that is there already settles what bills owe: the first of it the first bill's, share by share, and so on. */
  matched(match: number, flows: readonly number[], bills: readonly number[]): void {
    for (const id of flows) {
      const flow = this.flows.get(id)
      if (!flow) throw new Error(`no flow ${id}`)
      for (const bill of bills)
        for (const [place, share] of (this.bills.get(bill) ?? []).entries()) {
          const part = Math.min(share.owed, flow.rest)
          if (part > 0) this.settles(flow, bill, place, part, match)
        }
    }
  }

  /** What of a match still settles anything is taken back. */
  undone(match: number): void {
    for (const flow of this.flows.values()) {
      const gone = flow.given.filter((one) => one.match === match)
      flow.given = flow.given.filter((one) => one.match !== match)
      for (const { bill, share, price } of gone) {
        this.settles({ given: [], rest: 0 }, bill, share, -price)
        flow.rest += price
      }
    }
  }

  /** Money out, of which so much is input VAT that is deducted. */
  paid(id: number, way: number | string, price: number, to: string, vat = 0): void {
    const lines: [string, number][] = [
      [to, price - vat],
      ['2221.02', vat],
      [ReferenceBook.money(way), -price],
    ]
    this.flows.set(id, { lines, given: [], rest: 0 })
    for (const [code, fen] of lines) this.add(code, fen)
  }

  /** Of money that came in and settles nothing so much goes back. */
  refunded(id: number, receipt: number, way: number | string, price: number): void {
    const of = this.flows.get(receipt)
    if (!of || of.rest < price) throw new Error(`of flow ${receipt} there is not so much`)
    const lines: [string, number][] = [
      ['2203.01', price],
      [ReferenceBook.money(way), -price],
    ]
    of.rest -= price
    this.flows.set(id, { lines, given: [], rest: 0, of })
    for (const [code, fen] of lines) this.add(code, fen)
  }

  /** Of what was deducted of an entry so much is a cost after all. */
  turnedOut(out: number, flow: number, price: number): void {
    const [cost = ''] = this.flows.get(flow)?.lines[0] ?? []
    this.outs.set(out, [cost, price])
    this.add(cost, price)
    this.add('2221.03', -price)
  }

  putBack(out: number): void {
    const [cost, price] = this.outs.get(out) ?? ['', 0]
    this.add(cost, -price)
    this.add('2221.03', price)
  }

  /** Money between own accounts, of which a fee is kept on the way; or what a bank took (`to` is nobody), gave as interest, or gave back of its fees. */
  transferred(id: number, kind: 1 | 2 | 3 | 4, accounts: { from?: string; to?: string }, price: number, fee: number): void {
    const other = kind === 3 ? '6603.01' : '6603.02'
    const lines: [string, number][] = [
      [accounts.to ?? other, price - fee],
      ['6603.02', fee],
      [accounts.from ?? other, -price],
    ]
    this.transfers.set(id, lines)
    for (const [code, fen] of lines) this.add(code, fen)
  }

  transferUndone(id: number): void {
    for (const [code, fen] of this.transfers.get(id) ?? []) this.add(code, -fen)
    this.transfers.delete(id)
  }

  reversed(id: number): void {
    const flow = this.flows.get(id)
    if (!flow) throw new Error(`no flow ${id}`)
    for (const { bill, share, price } of flow.given.splice(0)) this.settles({ given: [], rest: 0 }, bill, share, -price)
    flow.rest = 0
    if (flow.of) flow.of.rest += flow.lines[0]?.[1] ?? 0
    for (const [code, fen] of flow.lines) this.add(code, -fen)
  }
}
