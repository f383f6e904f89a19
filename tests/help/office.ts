import { expect } from 'vitest'
import type { Deed } from './officeDeeds.ts'
import { OfficeMoney } from './officeMoney.ts'
import { done } from './tenancies.ts'

/** Does deeds by the calls and has the reference book do the same. */
export class Office extends OfficeMoney {
  async do(one: Deed): Promise<void> {
    if (one.is === 'close') return this.close(one.back)
    if (one.is === 'reopen') return this.at.reopen()
    if (one.is === 'bill') return this.bill(one)
    if (one.is === 'find') return this.find(one)
    if (one.is === 'receive') return this.receive(one)
    if (one.is === 'pay') return this.pay(one)
    if (one.is === 'claim') return this.claim(one)
    if (one.is === 'match') return this.match(one)
    if (one.is === 'undo') return this.undo(one)
    if (one.is === 'refund') return this.refund(one)
    if (one.is === 'reverse') return this.reverse(one)
    if (one.is === 'transfer') return this.transfer(one)
    if (one.is === 'takeBack') return this.takeBack(one)
    if (one.is === 'turnOut') return this.turnOut(one)
    if (one.is === 'putBack') return this.putBack(one)
    if (one.is === 'changePayer') return this.changePayer(one)
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
    const isPaid = payer === 2 && isCleared
    const answer = await this.ask('/api/bill/create', {
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
      ...(payer === 2 ? { user_clear: isPaid ? 1 : 0, ...(isPaid ? { user_payment_time: 1_767_200_000 } : {}) } : {}),
    })
    // As much may have come in by chance and not be used: it is not entered twice.
    if (isPaid && answer.code === 409 && answer.msg.startsWith('租客的这笔钱已登记为收款')) return
    const { bill_id } = done(answer).data
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

  /** Of any bill: of a deposit, of what that party has paid, and to whom it is taken from, it is refused. */
  private async changePayer({ bill, from, to, isTwice }: Deed & { is: 'changePayer' }): Promise<void> {
    const [bill_id] = this.picked(this.bills, [bill])
    if (bill_id === undefined) return
    const party = to === 1 ? { to_party: 1 } : { to_party: 2, to_company: this.at.company_id }
    const asked = { bill_id, from_party: from, ...party, why: '单位不再承担' }
    if (await this.once('/api/bill/change_payer', asked, isTwice)) this.book.payerChanged(bill_id, from, to === 1 ? 1 : 'company')
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
