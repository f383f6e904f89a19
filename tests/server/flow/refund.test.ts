import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { adminServer } from '../../help/adminServer.ts'
import { billingOn } from '../../help/billing.ts'
import { upload } from '../../help/files.ts'
import { picture } from '../../help/pictures.ts'
import { wrongInBooks } from '../../help/store/books.ts'
import { addAccount, addTenant, flat, flowOf, tokenOf } from '../../help/store/ground.ts'
import { done } from '../../help/tenancies.ts'
import { nowSeconds } from '../../help/testServer.ts'

type Params = Record<string, unknown>

const at = adminServer()
const { call, ask } = at
let place: { org_id: number; custom_id: number; name: string }
const { bill } = billingOn(at, () => place)

beforeAll(async () => {
  const org_id = done(await ask('/api/org/add', flat(at.ground, { p_id: 1 }))).data.org_id[0]
  place = { org_id, custom_id: await addTenant(at.server, { name: '王小明' }), name: '王小明' }
})

const receive = async (changes: Params = {}): Promise<number> =>
  done(await ask('/api/flow/add', flowOf(at.ground, { custom_name: '王小明', price: 10_000, p_id: 1, ...changes }))).data.flow_id
const asked = (flow_id: number, amount: number, changes: Params = {}): Params => ({
  ...{ flow_id, amount, pay_way: 3, payee: '王小明', pay_time: nowSeconds(), why: '多付一个月' },
  ...changes,
})
const refund = (flow_id: number, amount: number, changes: Params = {}, token?: string) =>
  ask('/api/flow/refund', asked(flow_id, amount, changes), token)
const flowDetail = async (flow_id: number) => done(await call('/api/flow/detail', { flow_id })).data
const match = async (flow_id: number, bill_id: number): Promise<number> => {
  const { rows } = await sql<{ share_id: number }>`select share_id from bill_share where bill_id = ${bill_id}`.execute(at.server.db)
  return done(await ask('/api/open_receipt/match', { ids: [flow_id], shares: rows.map(({ share_id }) => share_id) })).data.match_id
}
/** What stands of a receipt and of what went back of it by the code of the account, debit less credit. */
const booked = async (...flows: number[]): Promise<Record<string, number>> => {
  const { rows } = await sql<{ code: string; fen: number }>`
    select a.code, sum(case j.side when 1 then j.price else -j.price end)::bigint as fen from journal_line j join ledger_account a using (ledger_account_id)
    where (j.event in (4, 5) and j.source_id = any(${flows}::integer[]))
    group by a.code having sum(case j.side when 1 then j.price else -j.price end) <> 0
  `.execute(at.server.db)
  return Object.fromEntries(rows.map(({ code, fen }) => [code, Number(fen)]))
}

test('what came in and is not used goes back, in parts and no further: it is money that was held, and no cost', async () => {
  const flow_id = await receive()
  const { refund_id, sn } = done(await refund(flow_id, 3_000, { pay_way: 8 })).data
  expect(await flowDetail(flow_id)).toMatchObject({ unused: 7_000, state: 1 })
  expect(await flowDetail(refund_id)).toMatchObject({
    ...{ sn, type: 2, price: 3_000, way: 8, custom_name: '王小明', refunds: flow_id, note: '多付一个月', p_id: 1, from: 2 },
  })
  expect(await booked(flow_id, refund_id)).toEqual({ '1002.01': 10_000, '1012.03': -3_000, '2203.01': -7_000 })
  expect(await refund(flow_id, 7_001)).toMatchObject({ code: 400, data: { field: 'amount' }, msg: '这笔收款未核销的只有 ¥70.00' })
  done(await refund(flow_id, 7_000))
  expect(await flowDetail(flow_id)).toMatchObject({ unused: 0, has_unused: 2 })
  expect(await refund(flow_id, 1)).toMatchObject({ code: 409, msg: '这笔收款没有未核销的余额：已核销的先撤销核销，再退款' })
  expect(done(await call('/api/flow/index', { refunds: [flow_id] })).data.list).toHaveLength(2)
  expect(await wrongInBooks(at.server.db)).toEqual([])

  // A refund that is reversed is there to be used, or given back, again; a receipt of which something went back cannot be reversed.
  done(await ask('/api/flow/reverse', { flow_id: refund_id, note: '退错了' }))
  expect(await flowDetail(flow_id)).toMatchObject({ unused: 3_000 })
  expect(await ask('/api/flow/reverse', { flow_id, note: '录错' })).toMatchObject({
    code: 400,
    msg: '该流水的核销未撤销，或已有退款，不能红冲',
  })
  done(await refund(flow_id, 3_000))
  expect(await wrongInBooks(at.server.db)).toEqual([])
})

test('of what has settled a bill nothing goes back, until that is undone', async () => {
  const [bill_id, flow_id] = [await bill({ price: 10_000 }), await receive({ custom_name: '别人' })]
  const match_id = await match(flow_id, bill_id)
  expect((await refund(flow_id, 1, { payee: '别人' })).code).toBe(409)
  done(await ask('/api/match/undo', { match_id }))
  done(await refund(flow_id, 10_000, { payee: '别人' }))
  expect(await wrongInBooks(at.server.db)).toEqual([])
})

test('an expense, a red entry, and one that was reversed are not refunded; nor is it before the money came', async () => {
  const spent = await receive({ type: 2 })
  expect(await refund(spent, 1)).toMatchObject({ code: 409, msg: '只能退一笔有效的收入' })
  const flow_id = await receive({ deal_time: nowSeconds() - 86_400 })
  expect(await refund(flow_id, 1, { pay_time: nowSeconds() - 90_000 })).toMatchObject({ code: 400, data: { field: 'pay_time' } })
  for (const amount of [0, -1, 0.5, 2 ** 53]) expect(await refund(flow_id, amount)).toMatchObject({ code: 400, data: { field: 'amount' } })
  const red = done(await ask('/api/flow/reverse', { flow_id, note: '录错' })).data.flow_id
  expect((await refund(flow_id, 1)).code).toBe(409)
  expect((await refund(red, 1)).code).toBe(409)
})

test('the account that is proposed is that on which it came, unless that is used no more', async () => {
  const own_account_id = done(await ask('/api/own_account/add', { name: '旧户', kind: 1, code: '1002.66' })).data.own_account_id
  const flow_id = await receive({ own_account_id })
  const proposed = async () => (await flowDetail(flow_id)).refund_account_id
  const { list } = done(await call('/api/open_receipt/index', { order: '-deal_time', page_rows: 20 })).data
  expect(list.find((one: Params) => one.flow_id === flow_id)).toMatchObject({ refund_account_id: own_account_id })
  expect(await proposed()).toBe(own_account_id)
  done(await ask('/api/own_account/retire', { own_account_id }))
  expect(await proposed()).toBeNull()
})

test('to somebody else only with a paper that says so', async () => {
  const flow_id = await receive()
  expect(await refund(flow_id, 100, { payee: '李四' })).toMatchObject({ code: 400, data: { field: 'imgs' }, msg: '退给别人须上传委托书' })
  const { buffer } = await picture('weituo.jpg', 'jpeg')
  const { img_id } = done(await upload(at.server, at.admin, buffer)).data
  const { refund_id } = done(await refund(flow_id, 100, { payee: '李四', imgs: [img_id] })).data
  expect(await flowDetail(refund_id)).toMatchObject({ custom_name: '李四', imgs: [expect.anything()] })
  done(await refund(flow_id, 100, { payee: ' 王小明 ' }))
})

test('with steps for expenses it waits for those who decide; what is matched meanwhile is not given back', async () => {
  const clerk = await tokenOf(at.server, await addAccount(at.server, 'tuikuan', ['/api/flow/refund', '/api/flow/index']))
  const head = await addAccount(at.server, 'zhuguan', ['key:audit'])
  const [flow_id, other] = [await receive(), await receive()]
  const { version } = done(await call('/api/checkSetting/detail')).data
  const steps = (expense: object[], seen: number) => ask('/api/checkSetting/save', { expense, version: seen })
  done(await steps([{ way: 1, who: 2, user_id: head }], version))
  const submitted = async (id: number): Promise<number> => done(await refund(id, 6_000, {}, clerk)).data.audit_ids[0]
  const [one, two] = [await submitted(flow_id), await submitted(other)]
  const token = await tokenOf(at.server, head)
  expect(done(await call('/api/my_audit/detail', { audit_id: one }, token)).data).toMatchObject({
    business: 5,
    amount: 6_000,
    reason: '收款人：王小明\n退款原因：多付一个月',
  })
  expect(await flowDetail(flow_id)).toMatchObject({ unused: 10_000 })
  done(await ask('/api/my_audit/agree', { audit_id: one }, token))
  expect(await flowDetail(flow_id)).toMatchObject({ unused: 4_000 })
  await match(other, await bill({ price: 10_000 }))
  done(await ask('/api/my_audit/agree', { audit_id: two }, token))
  expect(done(await call('/api/my_audit/detail', { audit_id: two }, token)).data.status).not.toBe(2)
  expect(await flowDetail(other)).toMatchObject({ unused: 0 })
  done(await steps([], version + 1))
  expect(await wrongInBooks(at.server.db)).toEqual([])
})

test('many who refund the same at once give back no more than there is', async () => {
  const flow_id = await receive()
  const answers = await Promise.all(Array.from({ length: 12 }, () => refund(flow_id, 1_500)))
  expect(answers.map(({ code }) => code).toSorted()).toEqual([...Array(6).fill(200), ...Array(6).fill(400)])
  expect(await flowDetail(flow_id)).toMatchObject({ unused: 1_000 })
  expect(await wrongInBooks(at.server.db)).toEqual([])
})
