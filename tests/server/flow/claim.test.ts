import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { adminServer } from '../../help/adminServer.ts'
import { billingOn } from '../../help/billing.ts'
import { claimingOn, type Party } from '../../help/claiming.ts'
import { wrongInBooks } from '../../help/store/books.ts'
import { addTenant, cardOf, flat } from '../../help/store/ground.ts'
import { done } from '../../help/tenancies.ts'
import { nowSeconds } from '../../help/testServer.ts'

const at = adminServer()
const { call, ask } = at
const { unknown, unnamed, addFirm, claim, unclaim, heldOf } = claimingOn(at)
let place: { org_id: number; custom_id: number; name: string }
const { bill, journal } = billingOn(at, () => place)

let tenant: Party = null
let firm: Party = null
beforeAll(async () => {
  const org_id = done(await ask('/api/org/add', flat(at.ground, { p_id: 1 }))).data.org_id[0]
  place = { org_id, custom_id: await addTenant(at.server, { name: '王小明' }), name: '王小明' }
  tenant = `t${place.custom_id}`
  firm = await addFirm(1)
})

const detailOf = async (flow_id: number) => done(await call('/api/flow/detail', { flow_id })).data
const sharesOf = async (bill_id: number): Promise<number[]> =>
  (await sql<{ share_id: number }>`select share_id from bill_share where bill_id = ${bill_id}`.execute(at.server.db)).rows.map(
    ({ share_id }) => share_id,
  )
const match = async (flow_id: number, bill_id: number): Promise<number> =>
  done(await ask('/api/open_receipt/match', { ids: [flow_id], shares: await sharesOf(bill_id) })).data.match_id
const refund = (flow_id: number, amount: number) =>
  ask('/api/flow/refund', { flow_id, amount, pay_way: 3, payee: '未知付款人', pay_time: nowSeconds() + 60, why: '退回' })
const reverse = (flow_id: number) => ask('/api/flow/reverse', { flow_id, note: '录错' })
const claimsOf = async (flow_id: number) => done(await call('/api/flow_claim/index', { flow_id: [flow_id], order: 'created_at' })).data.list

test('what came without a name is nobody’s until it is claimed; then it is that tenant’s, on his page and where money is matched', async () => {
  const flow_id = await unknown()
  expect(await detailOf(flow_id)).toMatchObject({ is_unknown: 1, has_party: 2, is_claimed: 2, custom_id: null })
  expect(await heldOf([flow_id])).toEqual({ '2241.03': 10_000 })
  done(await claim(flow_id, tenant))
  expect(await detailOf(flow_id)).toMatchObject({ is_unknown: 1, has_party: 1, is_claimed: 1, custom_id: place.custom_id, unused: 10_000 })
  expect(await heldOf([flow_id])).toEqual({ [`2203.01 ${tenant}`]: 10_000 })
  expect(await claimsOf(flow_id)).toMatchObject([{ kind: 1, custom_id: place.custom_id, price: 10_000, reason: '电话核实', created_by: 1 }])
  const open = done(await call('/api/open_receipt/index', { custom_id: [place.custom_id], is_unknown: [1], page_rows: 20 })).data.list
  expect(open).toMatchObject([{ flow_id, is_claimed: 1, has_party: 1 }])

  const bill_id = await bill({ price: 4_000 })
  expect(done(await call('/api/open_receipt/offers', { ids: [flow_id] })).data.offers[0]).toMatchObject({
    keys: await sharesOf(bill_id),
    why: [1, 16],
  })
  const match_id = await match(flow_id, bill_id)
  expect(await heldOf([flow_id])).toEqual({ [`2203.01 ${tenant}`]: 6_000 })
  done(await unclaim(flow_id))
  expect(await heldOf([flow_id])).toEqual({ '2241.03': 6_000 })
  expect(await claimsOf(flow_id)).toMatchObject([{ kind: 1 }, { kind: 2, custom_id: place.custom_id, price: 6_000, reason: '认错了' }])
  // What was settled before is taken back where the rest is now.
  done(await ask('/api/match/undo', { match_id }))
  expect(await heldOf([flow_id])).toEqual({ '2241.03': 10_000 })
  done(await claim(flow_id, firm))
  expect(await heldOf([flow_id])).toEqual({ [`2203.01 ${firm}`]: 10_000 })
  expect(await wrongInBooks(at.server.db)).toEqual([])
})

test('what is matched while nobody knows whose it is, and taken back when that is known, is his', async () => {
  const [flow_id, bill_id] = [await unknown(), await bill({ price: 3_000 })]
  const match_id = await match(flow_id, bill_id)
  expect(await journal(bill_id)).toMatchObject({ '2241.03': 3_000 })
  done(await claim(flow_id, tenant))
  expect(await claimsOf(flow_id)).toMatchObject([{ price: 7_000 }])
  done(await ask('/api/match/undo', { match_id }))
  expect(await heldOf([flow_id])).toEqual({ [`2203.01 ${tenant}`]: 10_000 })
  expect(await wrongInBooks(at.server.db)).toEqual([])
})

test('a name that no record has is claimed as well: it was 预收 of nobody, and is that of the one who paid', async () => {
  const flow_id = await unnamed()
  expect(await detailOf(flow_id)).toMatchObject({ is_unknown: null, has_party: 2 })
  expect(await heldOf([flow_id])).toEqual({ '2203.01': 10_000 })
  done(await claim(flow_id, firm))
  expect(await heldOf([flow_id])).toEqual({ [`2203.01 ${firm}`]: 10_000 })
  done(await unclaim(flow_id))
  expect(await heldOf([flow_id])).toEqual({ '2203.01': 10_000 })
})

test('a receipt that is claimed is reversed with its claim; what was given back of it comes back to where its rest is', async () => {
  const [flow_id, bill_id] = [await unknown(), await bill({ price: 3_000 })]
  done(await claim(flow_id, tenant))
  await match(flow_id, bill_id)
  const { refund_id } = done(await refund(flow_id, 2_000)).data
  expect(await heldOf([flow_id])).toEqual({ [`2203.01 ${tenant}`]: 5_000 })
  expect((await reverse(flow_id)).msg).toBe('该流水的核销未撤销，或已有退款，不能红冲')
  expect(await claimsOf(flow_id)).toHaveLength(1)
  done(await unclaim(flow_id))
  done(await reverse(refund_id))
  expect(await heldOf([flow_id])).toEqual({ '2241.03': 7_000 })
  done(await claim(flow_id, firm))
  const { flow_id: red } = done(await reverse(flow_id)).data
  expect(await heldOf([flow_id, red])).toEqual({})
  expect(await claimsOf(flow_id)).toMatchObject([{ kind: 1 }, { kind: 2 }, { kind: 1 }, { kind: 2, price: 10_000, reason: '录错' }])
  expect(await detailOf(flow_id)).toMatchObject({ state: 2, custom_id: null, company_id: null, unused: 0 })
  expect(await detailOf(red)).toMatchObject({ custom_id: null, company_id: null })
  // Given back while nobody knew whose it was, and taken back when that is known.
  const other = await unknown()
  const given = done(await refund(other, 10_000)).data.refund_id
  expect(await heldOf([other])).toEqual({})
  expect(await claim(other, tenant)).toMatchObject({ code: 409, msg: '只能认领一笔有效的、还有未核销余额的收款' })
  done(await reverse(given))
  expect(await heldOf([other])).toEqual({ '2241.03': 10_000 })
  expect(await wrongInBooks(at.server.db)).toEqual([])
})

test('what cannot be claimed, or not so, is refused where it is said', async () => {
  const flow_id = await unknown()
  const merged = await addTenant(at.server, { name: '并走的', card: cardOf(71) })
  done(await ask('/api/lessee/merge', { custom_id: merged, merged_into: place.custom_id }))
  expect(await claim(flow_id, `t${merged}`)).toMatchObject({ code: 400, data: { field: 'tenant_id' } })
  expect(await claim(flow_id, 't999999')).toMatchObject({ code: 400, data: { field: 'tenant_id' } })
  expect(await claim(flow_id, 'c999999')).toMatchObject({ code: 400, msg: '没有这家企业，请重新选择', data: { field: 'firm_id' } })
  expect(await claim(flow_id, tenant, { tenant_id: undefined })).toMatchObject({
    code: 400,
    msg: '请选择租客',
    data: { field: 'tenant_id' },
  })
  expect(await claim(flow_id, firm, { firm_id: undefined })).toMatchObject({ code: 400, data: { field: 'firm_id' } })
  expect(await claim(flow_id, tenant, { why: '' })).toMatchObject({ code: 400, msg: '认领的依据必填', data: { field: 'why' } })
  expect(await unclaim(flow_id)).toMatchObject({ code: 409, msg: '这笔收款没有认领过，不用撤销' })
  done(await claim(flow_id, tenant))
  expect(await claim(flow_id, firm)).toMatchObject({ code: 409, msg: '这笔收款已知道是谁的，不用认领；认错了的先撤销认领' })
  expect(await unclaim(flow_id, { why: '' })).toMatchObject({ code: 400, data: { field: 'why' } })
  await match(flow_id, await bill({ price: 10_000 }))
  expect(await unclaim(flow_id)).toMatchObject({ code: 409, msg: expect.stringContaining('先撤销核销，再撤销认领') })
  const spent = await unknown(100, { type: 2, is_unknown: null })
  expect(await claim(spent, tenant)).toMatchObject({ code: 409, msg: '只能认领一笔有效的、还有未核销余额的收款' })
  const known = done(await ask('/api/flow/add', { ...(await named()) })).data.flow_id
  expect((await claim(known, firm)).code).toBe(409)
  expect(await unclaim(known)).toMatchObject({ code: 409, msg: '这笔收款没有认领过，不用撤销' })
  expect(await wrongInBooks(at.server.db)).toEqual([])
})

const named = async () => ({
  ...{ type: 1, price: 500, custom_name: place.name, custom_id: place.custom_id, from: 2, from_id: at.ground.cost, way: 3, p_id: 1 },
  ...{ start_date: '2026-01-01', end_date: '2026-01-31' },
})

test('where the system matches by itself it does so once it knows the payer', async () => {
  const custom_id = await addTenant(at.server, { name: '李认领', card: cardOf(72) })
  const [flow_id, bill_id] = [await unknown(7_770), await bill({ price: 7_770, custom_id, custom_name: '李认领' })]
  const save = async (mode: number) => {
    const { version } = done(await call('/api/cancelVerificationSetting/detail')).data
    done(await ask('/api/cancelVerificationSetting/save', { mode, sure: 90, order: 1, tolerance: 0, reversal: 1, version }))
  }
  await save(2)
  done(await claim(flow_id, `t${custom_id}`))
  await save(1)
  expect(await detailOf(flow_id)).toMatchObject({ unused: 0, is_claimed: 1 })
  expect(done(await call('/api/bill/detail', { bill_id })).data).toMatchObject({ paid: 7_770 })
  expect(await wrongInBooks(at.server.db)).toEqual([])
})

test('tenants who become one have what was claimed for either', async () => {
  const gone = await addTenant(at.server, { name: '认领的人', card: cardOf(73) })
  const kept = await addTenant(at.server, { name: '认领的人', card: cardOf(74) })
  const flow_id = await unknown()
  done(await claim(flow_id, `t${gone}`))
  done(await ask('/api/lessee/merge', { custom_id: gone, merged_into: kept }))
  expect(await claimsOf(flow_id)).toMatchObject([{ custom_id: kept }])
  expect(await heldOf([flow_id])).toEqual({ [`2203.01 t${kept}`]: 10_000 })
  done(await unclaim(flow_id))
  expect(await heldOf([flow_id])).toEqual({ '2241.03': 10_000 })
  expect(await wrongInBooks(at.server.db)).toEqual([])
})
