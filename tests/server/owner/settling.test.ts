import { beforeAll, expect, test } from 'vitest'
import { recognise } from '../../../server/domain/closing/index.ts'
import { inTransaction } from '../../../server/store/connection/transaction.ts'
import { today } from '../../../src/protocol/dates.ts'
import { adminServer } from '../../help/adminServer.ts'
import { monthBack } from '../../help/closing.ts'
import { jobNodes } from '../../help/jobNodes.ts'
import { wrongInBooks } from '../../help/store/books.ts'
import { addAccount, addRow, cardOf, tokenOf } from '../../help/store/ground.ts'
import { done, tenanciesOn } from '../../help/tenancies.ts'

const at = adminServer()
const { rowsOf } = jobNodes(at)
const { room, signed, pay } = tenanciesOn(at)
const { ask } = at

const month = monthBack(1)
const start_date = `${monthBack(2)}-01`
let checker: string
let serial = 400
beforeAll(async () => {
  await addRow(at.server, 'cost', { name: '租金', income: 2 })
  const can = ['/api/owner_settlement/check', '/api/owner_settlement/pay', '/api/owner_settlement/void', '/api/owner_settlement/index']
  checker = await tokenOf(at.server, await addAccount(at.server, 'checker', can))
})

const owner = (): Promise<number> =>
  addRow(at.server, 'owner', { kind: 1, name: `业主${++serial}`, card: cardOf(serial), phone: '13812345678' })
const holds = async (owner_id: number, org_id: number, share: number) =>
  done(await ask('/api/owner_house/add', { owner_id, org_id, share, from_date: start_date }))
const bound = async (owner_id: number, terms: Record<string, unknown>): Promise<number> => {
  const { agreement_id } = done(
    await ask('/api/entrust_agreement/add', { owner_id, p_id: 1, start_date, end_date: '2099-12-31', settle_day: 1, ...terms }),
  ).data
  done(await ask('/api/entrust_agreement/enforce', { agreement_id }))
  return agreement_id
}
const recognised = async (...months: string[]): Promise<void> => {
  for (const one of months) await inTransaction(at.server.db, null, (tx) => recognise(tx, one))
}
const settle = async (agreement_id: number) => {
  const { count } = done(await ask('/api/owner_settlement/start')).data
  const { list } = done(await at.call('/api/owner_settlement/index', { agreement_id: [agreement_id], status: [1] })).data
  return { count, ...list[0] }
}
const balance = async (code: string): Promise<number> => {
  const [row] = await rowsOf<{ price: number }>(
    `select coalesce(sum(case side when 2 then j.price else -j.price end), 0)::bigint as price from journal_line j join ledger_account a using (ledger_account_id) where a.code = '${code}'`,
  )
  return row?.price ?? 0
}
const deed = (name: string, settlement_id: number, more: Record<string, unknown> = {}, token = checker) =>
  ask(`/api/owner_settlement/${name}`, { settlement_id, ...more }, token)

test('an owner has his part of what was collected, less the fee; it is checked by another, paid, and paid again after a reversal', async () => {
  const [org_id, owner_id, other] = [await room(), await owner(), await owner()]
  await holds(owner_id, org_id, 60)
  await holds(other, org_id, 25)
  const agreement_id = await bound(owner_id, { book: 1, fee_way: 1, fee_percent: 8.25 })
  const contract_id = await signed({ org_id, start_date, signed_on: start_date, rent: 60_001 })
  await recognised(monthBack(2), month)
  // Two months of 600.01: 60 % of each is his by the books, and nothing of it has been collected.
  expect(await balance('2241.04')).toBe(2 * 36_001)
  expect(await balance('6001.01')).toBe(2 * 24_000)
  expect((await settle(agreement_id)).count).toBe(0)

  await pay(contract_id, 1)
  const first = await settle(agreement_id)
  expect(first).toMatchObject({ count: 1, month, rent: 72_002, fee: 5_940, net: 66_062, book: 1 })
  expect((await settle(agreement_id)).count).toBe(0)
  expect(await deed('check', first.settlement_id, {}, at.admin)).toMatchObject({ code: 403, msg: '生成人不能审核自己生成的结算单' })
  done(await deed('check', first.settlement_id))
  expect(await balance('6051')).toBe(5_940)
  expect(await balance('2241.04')).toBe(66_062)
  expect(await deed('pay', first.settlement_id, { own_account_id: 900_001, paid_on: '2999-01-01' })).toMatchObject({ code: 400 })
  const paid = { own_account_id: 900_001, paid_on: today() }
  const answers = await Promise.all([deed('pay', first.settlement_id, paid), deed('pay', first.settlement_id, paid)])
  expect(answers.map(({ code }) => code).sort()).toEqual([200, 409])
  expect(await balance('2241.04')).toBe(0)
  expect(await wrongInBooks(at.server.db)).toEqual([])
  const [flow] = await rowsOf<{ flow_id: number }>(`select flow_id from flow where settlement_id = ${first.settlement_id}`)
  done(await ask('/api/flow/reverse', { flow_id: flow?.flow_id, note: '转错' }))
  expect(await balance('2241.04')).toBe(66_062)
  expect(await wrongInBooks(at.server.db)).toEqual([])
  done(await deed('pay', first.settlement_id, paid))
  for (const text of [
    'update owner_settle_line set price = 1',
    'delete from owner_settle_line',
    'update owner_rent set price = 1',
    'delete from owner_rent',
  ])
    await expect(rowsOf(text), text).rejects.toThrow(/追加/)
  expect(await deed('void', first.settlement_id, { why: '试' })).toMatchObject({ code: 409, msg: '已付款的不能作废，先红冲付款' })
  expect(await balance('2241.04')).toBe(0)
  expect(await wrongInBooks(at.server.db)).toEqual([])
})

test('what was reduced is less of his, too; what a void settlement had comes with the next', async () => {
  const [org_id, owner_id] = [await room(), await owner()]
  await holds(owner_id, org_id, 100)
  const agreement_id = await bound(owner_id, { book: 1, fee_way: 2, fee_monthly: 10_000 })
  const contract_id = await signed({ org_id, start_date: `${month}-01`, signed_on: `${month}-01`, rent: 60_000 })
  const { list } = done(await at.call('/api/bill/index', { contract_id: [contract_id], from: [1], order: 'bill_date' })).data
  done(await ask('/api/bill/reduce', { ids: [list[0].bill_id], how: 1, amount: 15_000, why: '试' }))
  await recognised(month)
  await pay(contract_id, 1)
  const before = [await balance('2241.04'), await balance('6051')]
  const first = await settle(agreement_id)
  expect(first).toMatchObject({ count: 1, rent: 45_000, fee: 10_000, net: 35_000 })
  done(await deed('check', first.settlement_id))
  expect(await balance('6051')).toBe((before[1] ?? 0) + 10_000)
  done(await deed('void', first.settlement_id, { why: '代理费写错' }))
  expect([await balance('2241.04'), await balance('6051')]).toEqual(before)
  expect(await wrongInBooks(at.server.db)).toEqual([])
  expect(await settle(agreement_id)).toMatchObject({ count: 1, rent: 45_000 })
})

test('the fee of months whose settlement was made void later, or that nobody settled in time, comes with the next, once', async () => {
  const [org_id, owner_id] = [await room(), await owner()]
  const begun = `${monthBack(3)}-01`
  done(await ask('/api/owner_house/add', { owner_id, org_id, share: 100, from_date: begun }))
  const agreement_id = await bound(owner_id, { book: 1, fee_way: 2, fee_monthly: 10_000, start_date: `${monthBack(5)}-01` })
  const contract_id = await signed({ org_id, start_date: begun, signed_on: begun, rent: 60_000 })
  await recognised(monthBack(3), monthBack(2), month)
  await pay(contract_id, 1)
  // Of the month before last a settlement was made, and made void when its time was over; the rent of the one before was collected in its time, and no node ran until that was over.
  await rowsOf(`insert into owner_settlement (month, owner_id, payee, agreement_id, book, rent, fee, net, p_id, status, why)
    values ('${monthBack(2)}', ${owner_id}, 1, ${agreement_id}, 1, 60000, 10000, 50000, 1, 4, '写错')`)
  const early = `where share_id in (select share_id from owner_rent where agreement_id = ${agreement_id} and month = '${monthBack(3)}')`
  await rowsOf(`update owner_rent set created_at = 1 ${early}`)
  await rowsOf(
    `alter table allocation disable trigger user; update allocation set created_at = extract(epoch from date '${monthBack(2)}-02') ${early}; alter table allocation enable trigger user`,
  )
  expect(await settle(agreement_id)).toMatchObject({ count: 1, month, rent: 180_000, fee: 30_000, net: 150_000 })
  expect((await settle(agreement_id)).count).toBe(0)
})

test('of a settlement whose fee is all of the rent nothing is to be paid', async () => {
  const [org_id, owner_id] = [await room(), await owner()]
  await holds(owner_id, org_id, 100)
  const agreement_id = await bound(owner_id, { book: 1, fee_way: 2, fee_monthly: 90_000 })
  const contract_id = await signed({ org_id, start_date: `${month}-01`, signed_on: `${month}-01`, rent: 60_000 })
  await recognised(month)
  await pay(contract_id, 1)
  const one = await settle(agreement_id)
  expect(one).toMatchObject({ rent: 60_000, fee: 60_000, net: 0 })
  done(await deed('check', one.settlement_id))
  expect(await deed('pay', one.settlement_id, { own_account_id: 900_001, paid_on: today() })).toMatchObject({
    code: 409,
    msg: expect.stringContaining('不用付款'),
  })
  expect(await wrongInBooks(at.server.db)).toEqual([])
})

test('a room that is let on costs the rent that was promised, whatever was collected', async () => {
  const [org_id, owner_id] = [await room(), await owner()]
  await holds(owner_id, org_id, 100)
  const agreement_id = await bound(owner_id, { book: 2, rent: 40_000 })
  const one = await settle(agreement_id)
  expect(one).toMatchObject({ rent: 40_000, fee: 0, net: 40_000, book: 2 })
  done(await deed('check', one.settlement_id))
  expect(await balance('6401.03')).toBe(-40_000)
  done(await deed('pay', one.settlement_id, { own_account_id: 900_001, paid_on: today() }))
  expect(await wrongInBooks(at.server.db)).toEqual([])
  expect(done(await ask('/api/owner_settlement/paper', { settlement_id: one.settlement_id })).data).toMatchObject({
    number: expect.stringMatching(/^YZJ/),
  })
})

test('a promised month whose settlement was void, or that nobody settled, is made up for; none of before the first', async () => {
  const owner_id = await owner()
  await holds(owner_id, await room(), 100)
  const agreement_id = await bound(owner_id, { book: 2, rent: 40_000, start_date: `${monthBack(5)}-01` })
  await rowsOf(
    `insert into owner_settlement (month, owner_id, payee, agreement_id, book, rent, fee, net, p_id, status, why)
     values ('${monthBack(4)}', ${owner_id}, 1, ${agreement_id}, 2, 41000, 0, 41000, 1, 4, '写错'), ('${monthBack(2)}', ${owner_id}, 1, ${agreement_id}, 2, 40000, 0, 40000, 1, 1, null)`,
  )
  expect((await settle(agreement_id)).count).toBe(3)
  const made = await rowsOf<{ month: string }>(
    `select month, rent from owner_settlement where agreement_id = ${agreement_id} and status = 1 order by month`,
  )
  expect(made).toEqual([4, 3, 2, 1].map((back) => ({ month: monthBack(back), rent: 40_000 })))
  expect((await settle(agreement_id)).count).toBe(0)
})

test('what is collected for the treasury is owed on its own account, without a fee; paid over, and paid is what has a payment', async () => {
  const [org_id] = [await room()]
  const owner_id = await addRow(at.server, 'owner', {
    kind: 3,
    name: '临安区财政局',
    code: '11330185002512345K',
    contact: '沈会计',
    phone: '13812345678',
  })
  await holds(owner_id, org_id, 100)
  const agreement_id = await bound(owner_id, { book: 1, fee_way: 3 })
  const contract_id = await signed({ org_id, start_date: `${month}-01`, signed_on: `${month}-01`, rent: 60_000 })
  const [owners, income] = [await balance('2241.04'), await balance('6051')]
  await recognised(month)
  expect(await balance('2241.06')).toBe(60_000)
  await pay(contract_id, 1)
  const one = await settle(agreement_id)
  expect(one).toMatchObject({ payee: 2, rent: 60_000, fee: 0, net: 60_000 })
  done(await deed('check', one.settlement_id))
  expect(await deed('paper', one.settlement_id, {}, at.admin)).toMatchObject({ code: 409 })
  expect(done(await deed('treasury', one.settlement_id, {}, at.admin)).data).toMatchObject({ number: expect.stringMatching(/^CZJ/) })
  const status = (to: number) =>
    rowsOf(`update owner_settlement set status = ${to}, paid_on = current_date where settlement_id = ${one.settlement_id}`)
  await expect(status(3)).rejects.toThrow(/付款流水/)
  done(await deed('pay', one.settlement_id, { own_account_id: 900_001, paid_on: today() }))
  for (const to of [1, 2, 4]) await expect(status(to), `${to}`).rejects.toThrow(/付款/)
  expect([await balance('2241.06'), await balance('2241.04'), await balance('6051')]).toEqual([0, owners, income])
  await expect(rowsOf(`update owner set kind = 2 where owner_id = ${owner_id}`)).rejects.toThrow(/类型/)
  expect(await wrongInBooks(at.server.db)).toEqual([])
})

test('made by several at once, each agreement has one; of another project nobody sees any', async () => {
  const [org_id, owner_id] = [await room(), await owner()]
  await holds(owner_id, org_id, 100)
  const agreement_id = await bound(owner_id, { book: 2, rent: 30_000 })
  const counts = await Promise.all([1, 2, 3, 4].map(async () => (await ask('/api/owner_settlement/start')).data?.count ?? 0))
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1)
  const [made] = await rowsOf<{ settlement_id: number }>(`select settlement_id from owner_settlement where agreement_id = ${agreement_id}`)
  const stranger = await tokenOf(
    at.server,
    await addAccount(at.server, 'elsewhere', ['/api/owner_settlement/check', '/api/owner_settlement/start'], [2]),
  )
  expect(await deed('check', made?.settlement_id ?? 0, {}, stranger)).toMatchObject({ code: 404 })
  expect(await ask('/api/owner_settlement/start', {}, stranger)).toMatchObject({ code: 200, data: { count: 0 } })
})
