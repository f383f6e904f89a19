import { expect } from 'vitest'
import { today } from '../../src/protocol/dates.ts'
import { noonOf } from './closing.ts'
import type { Deed } from './officeDeeds.ts'
import { OfficeDesk } from './officeDesk.ts'
import { flowOf, type Ground } from './store/ground.ts'
import { done } from './tenancies.ts'

const taxOf = ({ price, vat }: Deed & { is: 'pay' }): number => Math.floor((price * (vat ?? 0)) / 100)

const EXPENSES = ['6602', '6401.02', '6603.02']

/** What an office does with money. */
export class OfficeMoney extends OfficeDesk {
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

  protected async pay(one: Deed & { is: 'pay' }): Promise<void> {
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

  protected async reverse({ flow, isReturned }: Deed & { is: 'reverse' }): Promise<void> {
    const [flow_id] = this.picked(this.flows, [flow])
    if (flow_id === undefined) return
    const answer = isReturned
      ? await this.ask('/api/flow/bounce', { flow_id, returned_at: noonOf(today()), why: '户名不符' })
      : await this.ask('/api/flow/reverse', { flow_id, note: '录错' })
    // 400: some of it was given back.
    expect([200, 400, 409]).toContain(answer.code)
    if (answer.code === 200) this.book.reversed(flow_id)
  }

  /** Of any entry: of one that has a party, or has none to take back, and of one that is used, it is refused. */
  protected async claim({ ofAny, flow, isBack, isTwice }: Deed & { is: 'claim' }): Promise<void> {
    const [flow_id] = this.picked(ofAny ? this.flows : this.found, [flow])
    if (flow_id === undefined) return
    const [path, whose] = isBack ? ['unclaim', {}] : ['claim', { whose: 1, tenant_id: this.at.custom_id }]
    if (!(await this.once(`/api/flow/${path}`, { flow_id, ...whose, why: '电话核实' }, isTwice))) return
    if (isBack) this.book.unclaimed(flow_id)
    else this.book.claimed(flow_id)
  }

  /** Money of which nobody knows whose it is, until that is known. */
  protected async find({ price: fen, day }: Deed & { is: 'find' }): Promise<void> {
    const flow_id = await this.at.enter(fen, noonOf(day))
    this.flows.push(flow_id)
    this.found.push(flow_id)
    this.book.received(flow_id, 3, fen, null, null, true)
  }

  protected async receive({ price: fen, way: by, bill, day }: Deed & { is: 'receive' }): Promise<void> {
    const bill_id = bill === null ? undefined : this.bills[bill % this.bills.length]
    const asked = this.flowOf({ price: fen, deal_time: noonOf(day), ...this.moved(by), ...(bill_id === undefined ? {} : { bill_id }) })
    const answer = await this.ask('/api/flow/add', asked)
    expect([200, 409]).toContain(answer.code)
    if (answer.code !== 200) return
    this.flows.push(answer.data.flow_id)
    this.book.received(answer.data.flow_id, by < 0 ? '1002.77' : by, fen, bill_id ?? null)
  }

  /** Of any entry: of an expense, and of more than is not used, it is refused. One that is sent twice may be done twice: as often as there is enough. */
  protected async refund({ flow, amount, way: by, isTwice }: Deed & { is: 'refund' }): Promise<void> {
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

  /** Between two of three accounts, of which a fee is a part; or the bank's own. */
  protected async transfer({ kind, price: fen, share, way: by, day }: Deed & { is: 'transfer' }): Promise<void> {
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
    const codes = { from: leaves ? from?.code : undefined, to: arrives ? to?.code : undefined }
    this.book.transferred(transfer_id, kind, codes, fen, fee)
  }

  protected async takeBack({ transfer, isTwice }: Deed & { is: 'takeBack' }): Promise<void> {
    const [transfer_id] = this.picked(this.transfers, [transfer])
    if (transfer_id === undefined) return
    if (await this.once('/api/transfer/undo', { ids: [transfer_id] }, isTwice)) this.book.transferUndone(transfer_id)
  }

  /** Of any entry: of a receipt, and of more than was deducted, it is refused. */
  protected async turnOut({ flow, amount }: Deed & { is: 'turnOut' }): Promise<void> {
    const [flow_id] = this.picked(this.flows, [flow])
    if (flow_id === undefined) return
    const { code, data } = await this.ask('/api/flow/turn_out', { flow_id, amount, out_day: today(), reason: 1 })
    expect([200, 400, 409]).toContain(code)
    if (code !== 200) return
    this.outs.push(data.out_id)
    this.book.turnedOut(data.out_id, flow_id, amount)
  }

  protected async putBack({ out, isTwice }: Deed & { is: 'putBack' }): Promise<void> {
    const [out_id] = this.picked(this.outs, [out])
    if (out_id === undefined) return
    if (await this.once('/api/input_tax_out/undo', { out_id }, isTwice)) this.book.putBack(out_id)
  }
}
