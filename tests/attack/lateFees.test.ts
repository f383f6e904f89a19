import { sql } from 'kysely'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { addDays, today } from '../../src/protocol/dates.ts'
import { adminServer } from '../help/adminServer.ts'
import { jobNodes } from '../help/jobNodes.ts'
import { wrongInBooks } from '../help/store/books.ts'
import { addAccount, permit, tokenOf } from '../help/store/ground.ts'
import { done, tenanciesOn } from '../help/tenancies.ts'

const at = adminServer()
const { ask } = at
const { signed } = tenanciesOn(at)
const nodes = jobNodes(at)
const CALLS = ['/api/late_fee/index', '/api/late_fee/detail', '/api/late_fee/charge', '/api/bill/late_fee', '/api/bill/detail']
const ON = { enabled: 1, since: '2020-01-01', rate: 5, cap: 100, grace: 0, start: 1, ended: 1, way: 1, due_days: 10 }

const setting = async (changes: Record<string, unknown>) => {
  const { values, version } = done(await ask('/api/lateFeeSetting/detail')).data
  return ask('/api/lateFeeSetting/save', { ...values, ...changes, version })
}
/** Rent bills of which nothing is paid, the oldest first. */
const inArrears = async (): Promise<number[]> => {
  const start = addDays(today(), -95)
  const contract_id = await signed({ start_date: start, signed_on: start, months: 12, mode: 2 })
  const { list } = done(await ask('/api/bill/index', { contract_id: [contract_id], from: [1], state: [4], order: 'bill_date' })).data
  return list.map(({ bill_id }: { bill_id: number }) => bill_id)
}
const charge = (bill_id: number, day: unknown = today(), token?: string) => ask('/api/bill/late_fee', { bill_id, day }, token)
const billed = async (bill_id: number): Promise<{ count: number; price: number; total: number }> => {
  const { rows } = await sql<{ count: number; price: number; total: number }>`
    select count(*)::integer as count, coalesce(sum(price), 0)::integer as price, coalesce(max(total), 0)::integer as total from late_fee_bill where bill_id = ${bill_id}
  `.execute(at.server.db)
  return rows[0] ?? { count: 0, price: 0, total: 0 }
}

beforeAll(async () => {
  done(await setting(ON))
})
afterEach(async () => {
  expect(await wrongInBooks(at.server.db)).toEqual([])
})

test('a rate, a cap and a day that are none are refused, and nothing of them is kept', async () => {
  const { version } = done(await ask('/api/lateFeeSetting/detail')).data
  for (const rate of [0, -1, 100.001, 0.0001, 1e16, null, [5], '5; drop table bill'])
    expect([rate, (await setting({ rate })).code]).toEqual([rate, 400])
  for (const cap of [0, -1, 101, 0.5]) expect([cap, (await setting({ cap })).code]).toEqual([cap, 400])
  for (const grace of [-1, 61, 0.5]) expect([grace, (await setting({ grace })).code]).toEqual([grace, 400])
  expect((await setting({ since: '2026-02-30' })).code).toBe(400)
  expect(done(await ask('/api/lateFeeSetting/detail')).data.version).toBe(version)
  const [bill = 0] = await inArrears()
  for (const day of [addDays(today(), 1), '2026-02-30', '', 0, null, ['2026-01-01']])
    expect([day, (await charge(bill, day)).code]).toEqual([day, 400])
  expect((await ask('/api/bill/late_fee', { bill_id: bill, day: today(), price: 1 })).code).toBe(400)
  expect(await billed(bill)).toMatchObject({ count: 0 })
})

test('at the highest rate the cap holds, and less than half a fen is no bill', async () => {
  const [bill = 0, other = 0] = await inArrears()
  const { price } = done(await ask('/api/bill/detail', { bill_id: bill })).data
  done(await setting({ rate: 100, cap: 1 }))
  done(await charge(bill))
  expect((await billed(bill)).price).toBe(Math.round(price / 100))
  done(await setting({ rate: 0.001, cap: 100 }))
  const first = addDays(done(await ask('/api/bill/detail', { bill_id: other })).data.bill_date, 1)
  expect((await charge(other, first)).code).toBe(409)
  expect(await billed(other)).toMatchObject({ count: 0 })
  done(await setting(ON))
})

test('without the right, with one that was taken, and of another project, nothing is billed and nothing is told', async () => {
  const [bill = 0] = await inArrears()
  const none = await tokenOf(at.server, await addAccount(at.server, 'none', ['/api/bill/index'], [1]))
  const far = await tokenOf(at.server, await addAccount(at.server, 'far', CALLS, [2]))
  const clerk = await addAccount(at.server, 'clerk', CALLS, [1])
  const near = await tokenOf(at.server, clerk)
  expect((await charge(bill, today(), none)).code).toBe(403)
  expect((await charge(bill, today(), far)).code).toBe(404)
  nodes.startDeclared('late_fees')
  await nodes.becomes('计算违约金', { done: expect.any(String) })
  const { list } = done(await ask('/api/late_fee/index', { bill_id: [bill] })).data
  const { late_fee_id } = list[0]
  expect(done(await ask('/api/late_fee/index', { bill_id: [bill] }, far)).data.list).toEqual([])
  expect((await ask('/api/late_fee/charge', { late_fee_id, day: today() }, far)).code).toBe(404)
  for (const [path, about] of [
    ['/api/late_fee/charging', { late_fee_id, day: today() }],
    ['/api/bill/late_fees', { bill_id: bill, day: today() }],
    ['/api/late_fee/working', { late_fee_id }],
    ['/api/bill/late_working', { bill_id: bill }],
  ] as const) {
    expect([path, (await ask(path, about, none)).code]).toEqual([path, 403])
    const { data } = done(await ask(path, about, far))
    expect([path, data.table?.rows ?? []]).toEqual([path, []])
  }
  await permit(at.server, clerk, [])
  expect((await charge(bill, today(), near)).code).toBe(403)
  expect(await billed(bill)).toMatchObject({ count: 0 })
})

test('thirty who bill one late fee at once make one bill of it, and no fen twice', async () => {
  const [bill = 0] = await inArrears()
  const answers = await Promise.all(Array.from({ length: 30 }, () => charge(bill)))
  expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
  for (const { code } of answers) expect([200, 409]).toContain(code)
  const { count, price, total } = await billed(bill)
  expect([count, price]).toEqual([1, total])
  expect((await charge(bill)).code).toBe(409)
})

test('what was billed of a late fee is not changed, taken away, or added to past the calls', async () => {
  const [bill = 0] = await inArrears()
  done(await charge(bill))
  const run = (text: string) => sql.raw(text).execute(at.server.db)
  await expect(run(`update late_fee_bill set price = price - 1 where bill_id = ${bill}`)).rejects.toThrow()
  await expect(run(`delete from late_fee_bill where bill_id = ${bill}`)).rejects.toThrow()
  const again = `insert into late_fee_bill (late_fee_id, share_id, bill_id, fee_bill_id, as_of, price, before, total, cap, pieces, rule_version, p_id)
    select late_fee_id, share_id, bill_id, bill_id, as_of, price, 0, total, cap, pieces, rule_version, p_id from late_fee_bill where bill_id = ${bill}`
  await expect(run(again)).rejects.toThrow()
})
