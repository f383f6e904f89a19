import { expect } from 'vitest'
import type { Cut } from '../../server/domain/bill/index.ts'
import { today } from '../../src/protocol/dates.ts'
import { noonOf } from './closing.ts'
import type { Deed } from './officeDeeds.ts'
import type { ReferenceBook } from './referenceBook.ts'
import { flowOf, type Ground } from './store/ground.ts'
import { done } from './tenancies.ts'
import type { Answer } from './testServer.ts'

/** Where an office works: what it asks, and what is there. */
export interface Premises {
  /** Sends a call of staff; `nth` is how many this office has sent. */
  ask: (path: string, params: Record<string, unknown>, nth: number) => Promise<Answer>
  rows: <T>(text: string) => Promise<T[]>
  /** Cuts shares to nothing, as a settlement does. */
  cut: (cuts: Cut[]) => Promise<void>
  /** Closes the month so many back, with those before it; false where it was closed. */
  close: (back: number) => Promise<boolean>
  /** Opens the last closed month again, where there is one. */
  reopen: () => Promise<void>
  org_id: number
  custom_id: number
  own_account_id: number
  pledge: number
  /** Items by what they earn, and meter items by whose their money is. */
  costs: Record<number, number>
  meters: Record<number, number>
}

const taxOf = ({ price, vat }: Deed & { is: 'pay' }): number => Math.floor((price * (vat ?? 0)) / 100)

const EXPENSES = ['6602', '6401.02', '6603.02']

/** Does deeds by the calls and has the reference book do the same. */
export class Office {
  private readonly bills: number[] = []
  private readonly flows: number[] = []
  private readonly matches: number[] = []
  private readonly transfers: number[] = []
  private readonly outs: number[] = []
  private readonly tag = crypto.randomUUID()
  private readonly at: Premises
  private readonly book: ReferenceBook
  /** How many calls it has made. */
  asked = 0

  constructor(at: Premises, book: ReferenceBook) {
    this.at = at
    this.book = book
  }

  private ask(path: string, params: Record<string, unknown>): Promise<Answer> {
    this.asked += 1
    return this.at.ask(path, { ...params, request_id: `${this.tag}-${this.asked}` }, this.asked)
  }

  private flowOf(changes: Record<string, unknown>): Record<string, unknown> {
    return flowOf({ cost: this.at.costs[1] } as Ground, { org_id: this.at.org_id, ...changes })
  }

  /** A supplier's invoice, of a number that no other has. */
  private invoiceOf(one: Deed & { is: 'pay' }): Record<string, unknown> {
    if (one.vat === null) return {}
    const office = BigInt(`0x${this.tag.replaceAll('-', '')}`) % 10n ** 14n
    const invoice_number = `${office}`.padStart(14, '0') + `${this.asked}`.padStart(6, '0')
    return { invoice_number, input_tax: taxOf(one), deductible: one.deductible }
  }

  private moved(by: number): Record<string, number> {
    return by < 0 ? { way: 3, own_account_id: this.at.own_account_id } : { way: by }
  }

  async do(one: Deed): Promise<void> {
    if (one.is === 'close') return this.close(one.back)
    if (one.is === 'reopen') return this.at.reopen()
    if (one.is === 'bill') return this.bill(one)
    if (one.is === 'receive') return this.receive(one)
    if (one.is === 'match') return this.match(one)
    if (one.is === 'undo') return this.undo(one)
    if (one.is === 'transfer') return this.transfer(one)
    if (one.is === 'takeBack') return this.takeBack(one)
    if (one.is === 'turnOut') return this.turnOut(one)
    if (one.is === 'putBack') return this.putBack(one)
    if (one.is === 'pay') {
      const asked = this.flowOf({
        type: 2,
        price: one.price,
        ...this.moved(one.way),
        from_id: this.at.costs[one.income],
        custom_name: '某公司',
        ...this.invoiceOf(one),
      })
      const { flow_id } = done(await this.ask('/api/flow/add', asked)).data
      this.flows.push(flow_id)
      const deducted = one.vat === null || one.deductible === 2 ? 0 : taxOf(one)
      return this.book.paid(flow_id, one.way < 0 ? '1002.77' : one.way, one.price, EXPENSES[(one.income - 1) % 3] ?? '', deducted)
    }
    if (one.is === 'refund') return this.refund(one)
    if (one.is === 'reverse') {
      const flow_id = this.flows[one.flow % this.flows.length]
      if (flow_id === undefined) return
      const answer = await this.ask('/api/flow/reverse', { flow_id, note: '录错' })
      // 400: some of it was given back.
      expect([200, 400, 409]).toContain(answer.code)
      if (answer.code === 200) this.book.reversed(flow_id)
      return
    }
    if (one.is === 'void') return this.void(one.bill)
    await this.act(one)
  }

  /** What staff do with a bill, which may be refused. */
  private async act(one: Deed & { is: 'staffVoid' | 'reduce' | 'restore' | 'writeOff' | 'recover' }): Promise<void> {
    const [bill_id] = this.picked(this.bills, [one.bill])
    if (bill_id === undefined) return
    if (one.is === 'reduce') {
      const answer = await this.ask('/api/bill/reduce', { bill_id, how: 1, amount: one.amount, why: '减' })
      expect([200, 400, 409]).toContain(answer.code)
      if (answer.code === 200) this.book.reducedBy(bill_id, one.amount)
      return
    }
    const [path, params] = {
      staffVoid: ['void', { void_why: '错' }] as const,
      restore: ['restore', { why: '错' }] as const,
      writeOff: ['write_off', { why: '坏' }] as const,
      recover: ['recover', { why: '收' }] as const,
    }[one.is]
    const made = await this.once(`/api/bill/${path}`, { bill_id, ...params }, one.isTwice)
    if (!made) return
    if (one.is === 'staffVoid') this.book.voided(bill_id)
    if (one.is === 'restore') this.book.restored(bill_id)
    if (one.is === 'writeOff') this.book.writtenOff(bill_id)
    if (one.is === 'recover') this.book.recovered(bill_id)
  }

  private async bill({
    price: whole,
    split: [payer = 1, ratio = 100],
    from,
    income,
    book,
    isCleared,
  }: Deed & { is: 'bill' }): Promise<void> {
    const from_id = from === 2 ? this.at.costs[income] : from === 3 ? this.at.pledge : this.at.meters[book]
    const { bill_id } = done(
      await this.ask('/api/bill/create', {
        ...{
          org_id: this.at.org_id,
          from,
          from_id,
          price: whole,
          bill_date: '2026-01-01',
          payer,
          payment_ratio: ratio,
          custom_id: this.at.custom_id,
          custom_name: '王小明',
        },
        ...{ start_date: '2026-01-01', end_date: '2026-01-31', late: 0, contract_id: 0, type: 2 },
        ...(payer === 2 ? { user_clear: isCleared ? 1 : 0, ...(isCleared ? { user_payment_time: 1_767_200_000 } : {}) } : {}),
      }),
    ).data
    this.bills.push(bill_id)
    const first = Math.ceil((whole * ratio) / 100)
    const shares = [
      { party: payer as 1 | 2, price: first },
      { party: (3 - payer) as 1 | 2, price: whole - first },
    ]
    this.book.bill(bill_id, { from, income, isPassedOn: book === 1 }, shares)
    if (payer !== 2 || !isCleared) return
    // The tenant has paid his part, which stands second, in a way that is to be verified.
    const [given] = await this.at.rows<{ flow_id: number }>(
      `select a.flow_id from allocation a join bill_share s using (share_id) where s.bill_id = ${bill_id}`,
    )
    this.flows.push(given?.flow_id ?? 0)
    this.book.received(given?.flow_id ?? 0, 11, whole - first, bill_id, 1)
  }

  private async receive({ price: fen, way: by, bill, day }: Deed & { is: 'receive' }): Promise<void> {
    const bill_id = bill === null ? undefined : this.bills[bill % this.bills.length]
    const asked = this.flowOf({ price: fen, deal_time: noonOf(day), ...this.moved(by), ...(bill_id === undefined ? {} : { bill_id }) })
    const answer = await this.ask('/api/flow/add', asked)
    expect([200, 409]).toContain(answer.code)
    if (answer.code !== 200) return
    this.flows.push(answer.data.flow_id)
    this.book.received(answer.data.flow_id, by < 0 ? '1002.77' : by, fen, bill_id ?? null)
  }

  /** Asks one node, or both at the same moment: one of them does it. Gives what it answered; undefined where it is refused. */
  private async once(path: string, params: Record<string, unknown>, isTwice: boolean) {
    const answers = await Promise.all(isTwice ? [this.ask(path, params), this.ask(path, params)] : [this.ask(path, params)])
    for (const { code } of answers) expect([200, 400, 404, 409]).toContain(code)
    const made = answers.filter(({ code }) => code === 200)
    expect(made.length).toBeLessThan(2)
    return made[0]
  }

  /** Of any entry: of an expense, and of more than is not used, it is refused. One that is sent twice may be done twice: as often as there is enough. */
  private async refund({ flow, amount, way: by, isTwice }: Deed & { is: 'refund' }): Promise<void> {
    const [flow_id] = this.picked(this.flows, [flow])
    if (flow_id === undefined) return
    const pays = by < 0 ? { pay_way: 3, pay_account_id: this.at.own_account_id } : { pay_way: by }
    const asked = { flow_id, amount, ...pays, payee: '王小明', pay_time: noonOf(today()), why: '多付' }
    const send = () => this.ask('/api/flow/refund', asked)
    for (const { code, data } of await Promise.all(isTwice ? [send(), send()] : [send()])) {
      expect([200, 400, 409]).toContain(code)
      if (code !== 200) continue
      this.flows.push(data.refund_id)
      this.book.refunded(data.refund_id, flow_id, by < 0 ? '1002.77' : by, amount)
    }
  }

  private picked(all: readonly number[], picks: readonly number[]): number[] {
    return [...new Set(picks.flatMap((pick) => all[pick % all.length] ?? []))].sort((a, b) => a - b)
  }

  private async match({ flows, bills, isTwice }: Deed & { is: 'match' }): Promise<void> {
    const [ids, owing] = [this.picked(this.flows, flows), this.picked(this.bills, bills)]
    if (ids.length === 0 || owing.length === 0) return
    const shares = await this.at.rows<{ share_id: number }>(
      `select share_id from bill_share where bill_id = any('{${owing}}') order by share_id`,
    )
    const asked = { ids, shares: shares.map(({ share_id }) => share_id) }
    const made = await this.once('/api/open_receipt/match', asked, isTwice)
    if (!made) return
    this.matches.push(made.data.match_id)
    this.book.matched(made.data.match_id, ids, owing)
  }

  private async undo({ match, isTwice }: Deed & { is: 'undo' }): Promise<void> {
    const [match_id] = this.picked(this.matches, [match])
    if (match_id === undefined) return
    if (await this.once('/api/match/undo', { match_id }, isTwice)) this.book.undone(match_id)
  }

  /** Between two of three accounts, of which a fee is a part; or the bank's own. */
  private async transfer({ kind, price: fen, share, way: by, day }: Deed & { is: 'transfer' }): Promise<void> {
    const accounts = [
      { id: this.at.own_account_id, code: '1002.77' },
      { id: 900_001, code: '1002.01' },
      { id: 900_002, code: '1012.03' },
    ]
    const [from, to] = [accounts[by % 3], accounts[(by + 1 + (by % 2)) % 3]]
    const fee = kind === 1 ? Math.floor((fen * share) / 100) : 0
    const [leaves, arrives] = [kind === 1 || kind === 2, kind !== 2]
    const sides = { ...(leaves ? { from_account_id: from?.id } : {}), ...(arrives ? { to_account_id: to?.id } : {}) }
    const made = await this.once('/api/transfer/add', { kind, ...sides, price: fen, ...(kind === 1 ? { fee } : {}), day }, false)
    const { transfer_id } = made?.data ?? expect.unreachable('no transfer was made')
    this.transfers.push(transfer_id)
    this.book.transferred(
      transfer_id,
      kind as 1 | 2 | 3 | 4,
      { ...(leaves ? { from: from?.code } : {}), ...(arrives ? { to: to?.code } : {}) } as never,
      fen,
      fee,
    )
  }

  private async takeBack({ transfer, isTwice }: Deed & { is: 'takeBack' }): Promise<void> {
    const [transfer_id] = this.picked(this.transfers, [transfer])
    if (transfer_id === undefined) return
    if (await this.once('/api/transfer/undo', { ids: [transfer_id] }, isTwice)) this.book.transferUndone(transfer_id)
  }

  /** Of any entry: of a receipt, and of more than was deducted, it is refused. */
  private async turnOut({ flow, amount }: Deed & { is: 'turnOut' }): Promise<void> {
    const [flow_id] = this.picked(this.flows, [flow])
    if (flow_id === undefined) return
    const { code, data } = await this.ask('/api/flow/turn_out', { flow_id, amount, out_day: today(), reason: 1 })
    expect([200, 400, 409]).toContain(code)
    if (code !== 200) return
    this.outs.push(data.out_id)
    this.book.turnedOut(data.out_id, flow_id, amount)
  }

  private async putBack({ out, isTwice }: Deed & { is: 'putBack' }): Promise<void> {
    const [out_id] = this.picked(this.outs, [out])
    if (out_id === undefined) return
    if (await this.once('/api/input_tax_out/undo', { out_id }, isTwice)) this.book.putBack(out_id)
  }

  /** As a settlement does it: a bill on which nothing was paid. */
  private async void(pick: number): Promise<void> {
    const bill_id = this.bills[pick % this.bills.length]
    if (bill_id === undefined) return
    const shares = await this.at.rows<{ share_id: number; price: number }>(
      `select s.share_id, s.price from bill_share s join bill b using (bill_id) where bill_id = ${bill_id} and b.paid = 0 and b.is_void = 0`,
    )
    if (shares.length === 0) return
    await this.at.cut(shares.map(({ share_id, price: from }) => ({ bill_id, share_id, from, to: 0 })))
    this.book.voided(bill_id)
  }

  private async close(back: number): Promise<void> {
    if (await this.at.close(back)) this.book.recognised()
  }
}
