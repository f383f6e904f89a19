import { moneyAccount } from './referenceAccounts.ts'
import { ReferenceCharges, type Share } from './referenceCharges.ts'

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
  /** Where stands what of it is not used. */
  held: '2203.01' | '2241.03'
  /** Nobody knew whose it was when it came. */
  isUnknown: boolean
  /** The entry of which it gives something back. */
  of?: Flow
}

/**
 * A book of its own beside the journal: what an accountant would have after the same deeds, by postings.md's table alone. It shares no code with the product. Balances are debit less credit, in fen,
 * by the code of the account.
 */
export class ReferenceBook extends ReferenceCharges {
  private readonly flows = new Map<number, Flow>()
  /** The flows that have settled a share, in the order in which each first did. */
  private readonly order = new Map<string, number[]>()
  /** What was turned out of entries: of which account's cost it is, and how much. */
  private readonly outs = new Map<number, [string, number]>()
  private readonly transfers = new Map<number, [string, number][]>()

  /** A bill less by an amount, the shares of the side that was billed first, each as far as it goes; what then is paid too much goes back to where it came from, the latest first. */
  reducedBy(id: number, amount: number): void {
    let left = amount
    for (const [place, share] of this.inOrder(id)) {
      const paid = [...this.flows.values()]
        .flatMap(({ given }) => given)
        .reduce((sum, one) => sum + (one.bill === id && one.share === place ? one.price : 0), 0)
      const less = Math.min(left, share.owed + paid)
      left -= less
      this.backFrom(id, place, Math.max(0, less - share.owed))
      if (less > 0) this.less(share, less)
    }
  }

  /** The shares of a bill, those of the side that was billed first, each with its place. */
  private inOrder(id: number): [number, Share][] {
    const shares = [...(this.bills.get(id) ?? []).entries()]
    const isBilled = ([, { who }]: [number, Share]): boolean => (who === 1) === (shares[0]?.[1].who === 1)
    return [...shares.filter(isBilled), ...shares.filter((one) => !isBilled(one))]
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
        this.settles({ given: [], rest: 0, held: flow.held }, id, place, -part)
        flow.rest += part
      }
    }
  }

  /** Money in, of which as much as is owed settles a bill, the side that was billed first; of a share that is named, that alone. */
  received(id: number, way: number | string, price: number, bill: number | null, only: number | null = null, isUnknown = false): void {
    const held = isUnknown ? '2241.03' : '2203.01'
    const lines: Flow['lines'] = [
      [moneyAccount(way), price],
      [held, -price],
    ]
    const flow: Flow = { lines, given: [], rest: price, held, isUnknown }
    this.flows.set(id, flow)
    for (const [code, fen] of flow.lines) this.add(code, fen)
    for (const [place, share] of bill === null ? [] : this.inOrder(bill)) {
      const part = only === null || only === place ? Math.min(share.owed, flow.rest) : 0
      if (part > 0) this.settles(flow, bill as number, place, part)
    }
  }

  private settles(flow: Pick<Flow, 'given' | 'rest' | 'held'>, bill: number, place: number, price: number, match?: number): void {
    const share = this.bills.get(bill)?.[place]
    if (!share) throw new Error(`no share ${place} of bill ${bill}`)
    share.owed -= price
    flow.rest -= price
    const by = [...this.flows].find(([, one]) => one === flow)?.[0]
    const known = this.order.get(`${bill} ${place}`) ?? []
    if (by !== undefined && !known.includes(by)) this.order.set(`${bill} ${place}`, [...known, by])
    flow.given.push({ bill, share: place, price, ...(match === undefined ? {} : { match }) })
    this.add(flow.held, price)
    this.add(share.deposit ? '2241.01' : share.debit, -price)
  }

  /** Money that is there already settles what bills owe that are due on one day: the first of it the first share that was made, and so on. */
  matched(match: number, flows: readonly number[], bills: readonly number[]): void {
    const owed = bills
      .flatMap((bill) => [...(this.bills.get(bill) ?? []).entries()].map(([place, share]) => ({ bill, place, share })))
      .sort((one, other) => one.share.nth - other.share.nth)
    for (const id of flows) {
      const flow = this.flows.get(id)
      if (!flow) throw new Error(`no flow ${id}`)
      for (const { bill, place, share } of owed) {
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
        this.settles({ given: [], rest: 0, held: flow.held }, bill, share, -price)
        flow.rest += price
      }
    }
  }

  /** Money out, of which so much is input VAT that is deducted. */
  paid(id: number, way: number | string, price: number, to: string, vat = 0): void {
    const lines: [string, number][] = [
      [to, price - vat],
      ['2221.02', vat],
      [moneyAccount(way), -price],
    ]
    this.flows.set(id, { lines, given: [], rest: 0, held: '2203.01', isUnknown: false })
    for (const [code, fen] of lines) this.add(code, fen)
  }

  /** Of money that came in and settles nothing so much goes back. */
  refunded(id: number, receipt: number, way: number | string, price: number): void {
    const of = this.flows.get(receipt)
    if (!of || of.rest < price) throw new Error(`of flow ${receipt} there is not so much`)
    const lines: [string, number][] = [
      [of.held, price],
      [moneyAccount(way), -price],
    ]
    of.rest -= price
    this.flows.set(id, { lines, given: [], rest: 0, held: of.held, isUnknown: false, of })
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
  transferred(id: number, kind: number, accounts: { from: string | undefined; to: string | undefined }, price: number, fee: number): void {
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
    for (const { bill, share, price } of flow.given.splice(0)) {
      this.settles({ given: [], rest: 0, held: flow.held }, bill, share, -price)
      flow.rest += price
    }
    this.unclaimed(id)
    flow.rest = 0
    if (flow.of) flow.of.rest += flow.lines[0]?.[1] ?? 0
    // What was given back is with whoever has the entry by now.
    for (const [place, [code, fen]] of flow.lines.entries()) this.add(flow.of && place === 0 ? flow.of.held : code, -fen)
  }

  /** It is known now whose an entry is, or that it is not known after all: what of it is not used. */
  claimed(id: number): void {
    this.holds(id, '2203.01')
  }

  unclaimed(id: number): void {
    if (this.flows.get(id)?.isUnknown) this.holds(id, '2241.03')
  }

  private holds(id: number, held: Flow['held']): void {
    const flow = this.flows.get(id)
    if (!flow) throw new Error(`no flow ${id}`)
    this.add(flow.held, flow.rest)
    this.add(held, -flow.rest)
    flow.held = held
  }
}
