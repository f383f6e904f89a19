import { beforeAll, expect, test } from 'vitest'
import { today } from '../../../src/protocol/dates.ts'
import { adminServer } from '../../help/adminServer.ts'
import { wrongInBooks } from '../../help/store/books.ts'
import { addTenant, cardOf, flat, flowOf } from '../../help/store/ground.ts'
import { done } from '../../help/tenancies.ts'
import { nowSeconds } from '../../help/testServer.ts'

const at = adminServer()
const { call, ask } = at
const name = '两遍人'

let who: { org_id: number; custom_id: number; custom_name: string }
beforeAll(async () => {
  const org_id = done(await ask('/api/org/add', flat(at.ground, { p_id: 1 }))).data.org_id[0]
  who = { org_id, custom_id: await addTenant(at.server, { name, card: cardOf(880) }), custom_name: name }
})

/** A bill of which the tenant bears half. */
const charge = (price: number, more: Record<string, unknown>) =>
  ask('/api/bill/create', {
    ...{
      from: 2,
      from_id: at.ground.cost,
      price: price * 2,
      bill_date: '2026-06-01',
      payer: 2,
      payment_ratio: 50,
      late: 0,
      contract_id: 0,
    },
    ...{ type: 2, start_date: '2026-06-01', end_date: '2026-06-30', user_clear: 1, user_payment_time: nowSeconds(), ...who, ...more },
  })
const receive = async (price: number, more: Record<string, unknown> = {}): Promise<{ flow_id: number; sn: string }> =>
  done(
    await ask('/api/flow/add', flowOf(at.ground, { custom_name: name, price, way: 3, p_id: 1, deal_time: nowSeconds() - 86_400, ...more })),
  ).data

test('what the counter has entered is not entered once more by a bill that says the tenant has paid', async () => {
  const { flow_id } = await receive(41_000, { custom_id: who.custom_id })
  const { sn } = done(await call('/api/flow/detail', { flow_id })).data
  const twice = {
    code: 409,
    data: { field: 'user_clear' },
    msg: `租客的这笔钱已登记为收款 ${sn}、还没有核销：请选“否”，登记以后在核销台核销，免得记两遍`,
  }
  expect(await charge(41_000, {})).toMatchObject(twice)
  // Nobody had looked up who it was.
  const unknown = await receive(42_000)
  expect(await charge(42_000, {})).toMatchObject({ code: 409, data: { field: 'user_clear' } })

  const { bill_id } = done(await charge(41_000, { user_clear: 0, user_payment_time: undefined })).data
  const { list } = done(await call('/api/bill_share/index', { bill_id: [bill_id] })).data
  const share_id = list.find(({ party }: { party: number }) => party === 1).share_id
  done(await ask('/api/open_receipt/match', { flow_id, shares: [share_id] }))
  // It is used: what he pays now is other money. So is another sum, what came long before, what is for a deposit, and a receipt that was reversed.
  for (const one of [{}, {}]) done(await charge(41_000, one))
  done(await charge(42_001, {}))
  done(await charge(42_000, { user_payment_time: nowSeconds() - 30 * 86_400 }))
  done(await charge(42_000, { from: 3, from_id: at.ground.pledge }))
  done(await ask('/api/flow/reverse', { flow_id: unknown.flow_id, note: '录错' }))
  done(await charge(42_000, {}))
  expect(await wrongInBooks(at.server.db)).toEqual([])
})

test('what a bill said the tenant had paid is told, by its number, to whoever enters it once more', async () => {
  done(await charge(43_000, {}))
  const { list } = done(await call('/api/flow/index', { custom_name: name, price_start: 43_000, price_end: 43_000 })).data
  const told = { type: 1, from: 2, price: 43_000, custom_name: name, org_id: who.org_id }
  const owed = async (changes: Record<string, unknown> = {}) =>
    (done(await call('/api/flow/owed', { ...told, ...changes })).data.said as string) ?? ''
  const said = `他已有同额的收款 ${list[0].sn}（${today()}）：是同一笔钱的，不要再登记`
  expect((await owed()).split('；')[0]).toBe(said)
  // Entered from his own record no room is chosen.
  expect(await owed({ org_id: undefined, custom_id: who.custom_id })).toBe(said)
  // Money that goes out, another sum, a deposit, another's, what came long before: none of them is it.
  const others = [{ type: 2 }, { price: 43_001 }, { from: 3 }, { custom_name: '别人' }, { deal_time: nowSeconds() - 30 * 86_400 }]
  for (const changes of others) expect(await owed(changes)).not.toContain('同额')
  done(await call('/api/flow/reverse', { flow_id: list[0].flow_id, note: '录错' }))
  expect(await owed()).not.toContain('同额')
})
