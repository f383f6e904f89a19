import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { cutShort } from '../../../server/domain/bill/index.ts'
import { adminServer } from '../../help/adminServer.ts'
import { rounds } from '../../help/depth.ts'
import { nightWork } from '../../help/nightWork.ts'
import { ReferenceBook } from '../../help/referenceBook.ts'
import { secondNode } from '../../help/secondNode.ts'
import { wrongInBooks } from '../../help/store/books.ts'
import { addRow, addTenant, flat, flowOf } from '../../help/store/ground.ts'
import { done } from '../../help/tenancies.ts'

const at = adminServer()
const second = secondNode(at)
const rowsOf = async <T>(text: string): Promise<T[]> => (await sql.raw<T>(text).execute(at.server.db)).rows

let org_id: number
let custom_id: number
let own_account_id: number
/** Items by what they earn, and meter items by whose their money is. */
const costs: Record<number, number> = {}
const meters: Record<number, number> = {}
beforeAll(async () => {
  org_id = done(await at.ask('/api/org/add', flat(at.ground, { p_id: 1 }))).data.org_id[0]
  custom_id = await addTenant(at.server, { name: '王小明' })
  for (const income of [1, 2, 3, 4, 5])
    costs[income] = await addRow(at.server, 'cost', { name: `项${income}`, income, expense: ((income - 1) % 3) + 1 })
  own_account_id = done(await at.ask('/api/own_account/add', { name: '押金专户', kind: 2, code: '1002.77' })).data.own_account_id
  for (const book of [1, 2]) meters[book] = await addRow(at.server, 'simple', { name: `表${book}`, call: '吨', book })
})

const EXPENSES = ['6602', '6401.02', '6603.02']
const price = fc.oneof(fc.integer({ min: 1, max: 99 }), fc.integer({ min: 100, max: 9_000_000 }))
/** Below zero: on an account of the operator's own that is named. */
const way = fc.constantFrom(3, 7, 8, 11, -1)
const deed = fc.oneof(
  fc.record({
    is: fc.constant('bill' as const),
    price: fc.integer({ min: 2, max: 900_000 }),
    split: fc.constantFrom([1, 100], [1, 70], [1, 50], [1, 30], [2, 50], [2, 30]),
    from: fc.constantFrom(2, 2, 2, 3, 4),
    income: fc.integer({ min: 1, max: 5 }),
    book: fc.integer({ min: 1, max: 2 }),
    isCleared: fc.boolean(),
  }),
  fc.record({ is: fc.constant('receive' as const), price, way, bill: fc.option(fc.nat(30), { freq: 6 }) }),
  fc.record({ is: fc.constant('pay' as const), price, way, income: fc.integer({ min: 1, max: 5 }) }),
  fc.record({
    is: fc.constant('match' as const),
    flows: fc.uniqueArray(fc.nat(30), { minLength: 1, maxLength: 3 }),
    bills: fc.uniqueArray(fc.nat(30), { minLength: 1, maxLength: 3 }),
    isTwice: fc.boolean(),
  }),
  fc.record({ is: fc.constant('undo' as const), match: fc.nat(30), isTwice: fc.boolean() }),
  fc.record({ is: fc.constant('reverse' as const), flow: fc.nat(30) }),
  fc.record({
    is: fc.constant('transfer' as const),
    kind: fc.constantFrom(1, 2, 3, 4),
    price,
    share: fc.integer({ min: 0, max: 99 }),
    way: fc.nat(5),
  }),
  fc.record({ is: fc.constant('takeBack' as const), transfer: fc.nat(30), isTwice: fc.boolean() }),
  fc.record({ is: fc.constant('void' as const), bill: fc.nat(30) }),
  fc.record({ is: fc.constant('staffVoid' as const), bill: fc.nat(30), isTwice: fc.boolean() }),
  fc.record({
    is: fc.constant('reduce' as const),
    bill: fc.nat(30),
    amount: fc.oneof(fc.integer({ min: 1, max: 900 }), fc.integer({ min: 1, max: 900_000 })),
  }),
  fc.record({ is: fc.constantFrom('restore' as const, 'writeOff' as const, 'recover' as const), bill: fc.nat(30), isTwice: fc.boolean() }),
)
type Deed = typeof deed extends fc.Arbitrary<infer D> ? D : never

const moved = (by: number): Record<string, number> => (by < 0 ? { way: 3, own_account_id } : { way: by })

/** What the product has of each account of the project, by its own screen. */
const trial = async (): Promise<Record<string, number>> => {
  const { list, sums } = done(await at.call('/api/trial/index', { page_rows: 100 })).data
  expect([sums.opening_debit, sums.debit, sums.closing_debit]).toEqual([sums.opening_credit, sums.credit, sums.closing_credit])
  const balances = new Map<string, number>()
  // An account has a row for each project, and one for what is of none.
  for (const row of list) balances.set(row.code, (balances.get(row.code) ?? 0) + Number(row.closing_debit) - Number(row.closing_credit))
  return Object.fromEntries([...balances].filter(([, fen]) => fen !== 0))
}

/** Does deeds by the calls, on one node and the other in turn, and has the reference book do the same. */
class Office {
  readonly book = new ReferenceBook()
  private readonly bills: number[] = []
  private readonly flows: number[] = []
  private readonly matches: number[] = []
  private readonly transfers: number[] = []
  private asked = 0
  private readonly tag = crypto.randomUUID()

  private async ask(path: string, params: Record<string, unknown>) {
    this.asked += 1
    const named = { ...params, request_id: `${this.tag}-${this.asked}` }
    return this.asked % 2 === 0 ? at.call(path, named) : second.send(path, named)
  }

  async do(one: Deed): Promise<void> {
    if (one.is === 'bill') return this.bill(one)
    if (one.is === 'receive') return this.receive(one)
    if (one.is === 'match') return this.match(one)
    if (one.is === 'undo') return this.undo(one)
    if (one.is === 'transfer') return this.transfer(one)
    if (one.is === 'takeBack') return this.takeBack(one)
    if (one.is === 'pay') {
      const asked = flowOf(at.ground, {
        type: 2,
        price: one.price,
        ...moved(one.way),
        from_id: costs[one.income],
        org_id,
        custom_name: '某公司',
      })
      const { flow_id } = done(await this.ask('/api/flow/add', asked)).data
      this.flows.push(flow_id)
      return this.book.paid(flow_id, one.way < 0 ? '1002.77' : one.way, one.price, EXPENSES[(one.income - 1) % 3] ?? '')
    }
    if (one.is === 'reverse') {
      const flow_id = this.flows[one.flow % this.flows.length]
      if (flow_id === undefined) return
      const answer = await this.ask('/api/flow/reverse', { flow_id, note: '录错' })
      expect([200, 409]).toContain(answer.code)
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
    const from_id = from === 2 ? costs[income] : from === 3 ? at.ground.pledge : meters[book]
    const { bill_id } = done(
      await this.ask('/api/bill/create', {
        ...{ org_id, from, from_id, price: whole, bill_date: '2026-01-01', payer, payment_ratio: ratio, custom_id, custom_name: '王小明' },
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
    const [given] = await rowsOf<{ flow_id: number }>(
      `select a.flow_id from allocation a join bill_share s using (share_id) where s.bill_id = ${bill_id}`,
    )
    this.flows.push(given?.flow_id ?? 0)
    this.book.received(given?.flow_id ?? 0, 11, whole - first, bill_id, 1)
  }

  private async receive({ price: fen, way: by, bill }: Deed & { is: 'receive' }): Promise<void> {
    const bill_id = bill === null ? undefined : this.bills[bill % this.bills.length]
    const asked = flowOf(at.ground, { price: fen, ...moved(by), org_id, ...(bill_id === undefined ? {} : { bill_id }) })
    const answer = await this.ask('/api/flow/add', asked)
    expect([200, 409]).toContain(answer.code)
    if (answer.code !== 200) return
    this.flows.push(answer.data.flow_id)
    this.book.received(answer.data.flow_id, by < 0 ? '1002.77' : by, fen, bill_id ?? null)
  }

  /** Asks one node, or both at the same moment: one of them does it. Gives what it answered; undefined where it is refused. */
  private async once(path: string, params: Record<string, unknown>, isTwice: boolean) {
    const answers = await Promise.all(isTwice ? [this.ask(path, params), this.ask(path, params)] : [this.ask(path, params)])
    for (const { code } of answers) expect([200, 404, 409]).toContain(code)
    const made = answers.filter(({ code }) => code === 200)
    expect(made.length).toBeLessThan(2)
    return made[0]
  }

  private picked(all: readonly number[], picks: readonly number[]): number[] {
    return [...new Set(picks.flatMap((pick) => all[pick % all.length] ?? []))].sort((a, b) => a - b)
  }

  private async match({ flows, bills, isTwice }: Deed & { is: 'match' }): Promise<void> {
    const [ids, owing] = [this.picked(this.flows, flows), this.picked(this.bills, bills)]
    if (ids.length === 0 || owing.length === 0) return
    const shares = await rowsOf<{ share_id: number }>(`select share_id from bill_share where bill_id = any('{${owing}}') order by share_id`)
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
  private async transfer({ kind, price: fen, share, way: by }: Deed & { is: 'transfer' }): Promise<void> {
    const accounts = [
      { id: own_account_id, code: '1002.77' },
      { id: 900_001, code: '1002.01' },
      { id: 900_002, code: '1012.03' },
    ]
    const [from, to] = [accounts[by % 3], accounts[(by + 1 + (by % 2)) % 3]]
    const fee = kind === 1 ? Math.floor((fen * share) / 100) : 0
    const [leaves, arrives] = [kind === 1 || kind === 2, kind !== 2]
    const sides = { ...(leaves ? { from_account_id: from?.id } : {}), ...(arrives ? { to_account_id: to?.id } : {}) }
    const made = await this.once(
      '/api/transfer/add',
      { kind, ...sides, price: fen, ...(kind === 1 ? { fee } : {}), day: '2026-03-01' },
      false,
    )
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

  /** As a settlement does it: a bill on which nothing was paid. */
  private async void(pick: number): Promise<void> {
    const bill_id = this.bills[pick % this.bills.length]
    if (bill_id === undefined) return
    const shares = await rowsOf<{ share_id: number; price: number }>(
      `select s.share_id, s.price from bill_share s join bill b using (bill_id) where bill_id = ${bill_id} and b.paid = 0 and b.is_void = 0`,
    )
    if (shares.length === 0) return
    await nightWork(at.server, (tx) =>
      cutShort(
        tx,
        shares.map(({ share_id, price: from }) => ({ bill_id, share_id, from, to: 0 })),
        '试',
        null,
      ),
    )
    this.book.voided(bill_id)
  }
}

test('after any deeds of an office, on two nodes in turn, every account is what a book kept beside it has, to the fen', async () => {
  const before = await trial()
  const all = new Map<string, number>()
  await fc.assert(
    fc.asyncProperty(fc.array(deed, { minLength: 8, maxLength: 24, size: 'max' }), async (deeds) => {
      const office = new Office()
      for (const one of deeds) await office.do(one)
      for (const [code, fen] of office.book.balances) all.set(code, (all.get(code) ?? 0) + fen)
      const expected = Object.fromEntries([...all].map(([code, fen]) => [code, fen + (before[code] ?? 0)]).filter(([, fen]) => fen !== 0))
      expect(await trial()).toEqual(expected)
      expect(await wrongInBooks(at.server.db)).toEqual([])
    }),
    { numRuns: rounds(12, 400), endOnFailure: true },
  )
  // It has gone everywhere.
  expect([...all.keys()].length).toBeGreaterThan(15)
}, 600_000)
