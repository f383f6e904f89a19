import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { adminServer } from '../../help/adminServer.ts'
import { billingOn } from '../../help/billing.ts'
import { claimingOn, type Party } from '../../help/claiming.ts'
import { rounds } from '../../help/depth.ts'
import { wrongInBooks } from '../../help/store/books.ts'
import { addTenant, cardOf, flat } from '../../help/store/ground.ts'
import { done } from '../../help/tenancies.ts'
import { nowSeconds } from '../../help/testServer.ts'

const at = adminServer()
const { unknown, unnamed, addFirm, claim, unclaim, heldOf } = claimingOn(at)
let place: { org_id: number; custom_id: number; name: string }
const { bill } = billingOn(at, () => place)

const parties: Party[] = []
beforeAll(async () => {
  const org_id = done(await at.ask('/api/org/add', flat(at.ground, { p_id: 1 }))).data.org_id[0]
  place = { org_id, custom_id: await addTenant(at.server, { name: '王小明' }), name: '王小明' }
  parties.push(`t${place.custom_id}`, `t${await addTenant(at.server, { name: '李四', card: cardOf(81) })}`, await addFirm(1))
})

/** What a receipt must have: whose it is, and what is not used of it. */
interface Receipt {
  flow_id: number
  isUnknown: boolean
  price: number
  party: Party
  unused: number
  isReversed: boolean
}

/** What was settled with one, or given back of it, and may be taken back. */
interface Gone {
  of: Receipt
  key: number
  price: number
}

interface Model {
  receipts: Receipt[]
  matches: Gone[]
  refunds: Gone[]
}

const pick = fc.nat(20)
const price = fc.integer({ min: 1, max: 4_000 })
const weighed = <T>(weight: number, arbitrary: fc.Arbitrary<T>) => ({ weight, arbitrary })
// Who has it changes more often than what is done with it: what is taken back then was done while it was another's.
const deed = fc.oneof(
  weighed(9, fc.record({ is: fc.constant('turn' as const), receipt: pick, party: fc.nat(2) })),
  weighed(1, fc.record({ is: fc.constant('claim' as const), receipt: pick, party: fc.nat(2) })),
  weighed(1, fc.record({ is: fc.constant('unclaim' as const), receipt: pick })),
  weighed(4, fc.record({ is: fc.constant('match' as const), receipt: pick, price })),
  weighed(4, fc.record({ is: fc.constant('undo' as const), nth: pick })),
  weighed(4, fc.record({ is: fc.constant('refund' as const), receipt: pick, price })),
  weighed(5, fc.record({ is: fc.constant('restore' as const), nth: pick })),
  weighed(1, fc.record({ is: fc.constant('reverse' as const), receipt: pick })),
)
type Deed = typeof deed extends fc.Arbitrary<infer D> ? D : never

const reverse = (flow_id: number) => at.ask('/api/flow/reverse', { flow_id, note: '录错' })

const settle = async ({ matches }: Model, receipt: Receipt, price: number): Promise<void> => {
  const { rows } = await sql<{ share_id: number }>`select share_id from bill_share where bill_id = ${await bill({ price })}`.execute(
    at.server.db,
  )
  const answer = await at.ask('/api/open_receipt/match', { ids: [receipt.flow_id], shares: rows.map(({ share_id }) => share_id) })
  expect(answer.code).toBe(receipt.unused > 0 ? 200 : 409)
  if (answer.code !== 200) return
  const part = Math.min(price, receipt.unused)
  receipt.unused -= part
  matches.push({ of: receipt, key: answer.data.match_id, price: part })
}

const giveBack = async ({ refunds }: Model, receipt: Receipt, price: number): Promise<void> => {
  const payee = receipt.isUnknown ? '未知付款人' : '某人'
  const asked = { flow_id: receipt.flow_id, amount: price, pay_way: 3, payee, pay_time: nowSeconds() + 60, why: '退回' }
  const { code, data } = await at.ask('/api/flow/refund', asked)
  expect(code === 200).toBe(price <= receipt.unused)
  if (code !== 200) return
  receipt.unused -= price
  refunds.push({ of: receipt, key: data.refund_id, price })
}

/** Takes back one of what is gone: it is with the rest of its receipt. */
const takeBack = async (gone: Gone[], nth: number, undo: (key: number) => Promise<unknown>): Promise<void> => {
  const [one] = gone.splice(nth % Math.max(gone.length, 1), 1)
  if (!one) return
  await undo(one.key)
  one.of.unused += one.price
}

const doDeed = async (model: Model, one: Deed): Promise<void> => {
  if (one.is === 'undo') return takeBack(model.matches, one.nth, async (match_id) => done(await at.ask('/api/match/undo', { match_id })))
  if (one.is === 'restore') return takeBack(model.refunds, one.nth, async (key) => done(await reverse(key)))
  const receipt = model.receipts[one.receipt % model.receipts.length] as Receipt
  if (one.is === 'match') return settle(model, receipt, one.price)
  if (one.is === 'refund') return giveBack(model, receipt, one.price)
  if (one.is === 'claim' || (one.is === 'turn' && receipt.party === null)) {
    const party = parties[one.party] ?? null
    const { code } = await claim(receipt.flow_id, party)
    expect(code).toBe(receipt.party === null && receipt.unused > 0 ? 200 : 409)
    if (code === 200) receipt.party = party
    return
  }
  if (one.is !== 'reverse') {
    const { code } = await unclaim(receipt.flow_id)
    expect(code).toBe(receipt.party !== null && receipt.unused > 0 ? 200 : 409)
    if (code === 200) receipt.party = null
    return
  }
  const { code } = await reverse(receipt.flow_id)
  const isHeld = receipt.isReversed || model.refunds.some(({ of }) => of === receipt)
  expect(code === 200).toBe(!isHeld)
  if (code !== 200) return
  model.matches = model.matches.filter(({ of }) => of !== receipt)
  Object.assign(receipt, { party: null, unused: 0, isReversed: true })
}

/** What is to be in the books: what is not used of each receipt, at whoever has it. */
const expectedOf = ({ receipts }: Model): Record<string, number> => {
  const held = new Map<string, number>()
  for (const { isUnknown, party, unused } of receipts) {
    const at_ = party === null ? (isUnknown ? '2241.03' : '2203.01') : `2203.01 ${party}`
    if (unused > 0) held.set(at_, (held.get(at_) ?? 0) + unused)
  }
  return Object.fromEntries(held)
}

test('after any sequence of claims, matches, refunds, reversals and what takes them back, what is left is with whoever it belongs to', async () => {
  const receipt = async (isUnknown: boolean, price: number): Promise<Receipt> => ({
    flow_id: isUnknown ? await unknown(price) : await unnamed(price),
    ...{ isUnknown, price, party: null, unused: price, isReversed: false },
  })
  await fc.assert(
    fc.asyncProperty(fc.array(deed, { minLength: 16, maxLength: 40, size: 'max' }), async (deeds) => {
      const model: Model = {
        receipts: [await receipt(true, 9_000), await receipt(false, 7_003)],
        matches: [],
        refunds: [],
      }
      for (const one of deeds) {
        await doDeed(model, one)
        expect(await heldOf(model.receipts.map(({ flow_id }) => flow_id))).toEqual(expectedOf(model))
      }
      expect(await wrongInBooks(at.server.db)).toEqual([])
    }),
    { numRuns: rounds(6, 60), seed: 41 },
  )
})
