import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { addDays, today } from '../../../src/protocol/dates.ts'
import { adminServer } from '../../help/adminServer.ts'
import { debtorsOn } from '../../help/plans.ts'
import { wrongInBooks } from '../../help/store/books.ts'
import { done, tenanciesOn } from '../../help/tenancies.ts'

const at = adminServer()
const { ask } = at
const { signed } = tenanciesOn(at)
const { plan, enforce } = debtorsOn(at)

const ago = (days: number): string => addDays(today(), -days)

beforeAll(async () => {
  const { values, version } = done(await ask('/api/lateFeeSetting/detail')).data
  const terms = { enabled: 1, since: '2020-01-01', rate: 5, cap: 100, grace: 0, start: 1, ended: 1, way: 1, due_days: 10 }
  done(await ask('/api/lateFeeSetting/save', { ...values, ...terms, version }))
})

interface Bill {
  bill_id: number
  owed: number
  bill_date: string
}
const inArrears = () => signed({ start_date: ago(95), signed_on: ago(95), months: 12, mode: 2, rent: 100_000 })
const firstBill = async (contract_id: number): Promise<Bill> =>
  done(await ask('/api/bill/index', { contract_id: [contract_id], from: [1], state: [4], order: 'bill_date' })).data.list[0]
const amend = (contract_id: number, rent: number, days = 94) =>
  ask('/api/contract/amend', { contract_id, from_date: ago(days), rent, reason: '核减' })
/** What late fees of a contract were billed, in fen. */
const billed = async (contract_id: number): Promise<number> =>
  (
    await sql<{ price: number }>`
      select coalesce(sum(price), 0)::bigint as price from bill where contract_id = ${contract_id} and of_bill is not null and is_void = 0
    `.execute(at.server.db)
  ).rows[0]?.price ?? 0

test('of a bill that is made anew with another rent the late fee is billed once: what was billed of the one before counts', async () => {
  const contract_id = await inArrears()
  const before = await firstBill(contract_id)
  done(await ask('/api/bill/late_fee', { bill_id: before.bill_id, day: ago(30) }))
  const had = await billed(contract_id)
  expect(had).toBeGreaterThan(0)
  done(await amend(contract_id, 140_000))
  done(await amend(contract_id, 120_000, 93))
  const bill = await firstBill(contract_id)
  expect(bill.bill_date).toBe(before.bill_date)
  const days = Math.round((Date.parse(today()) - Date.parse(bill.bill_date)) / 86_400_000)
  const total = Math.round((bill.owed * days * 5) / 10_000)
  const { facts } = done(await ask('/api/bill/late_fees', { bill_id: bill.bill_id, day: today() })).data
  expect(facts.map(({ label }: { label: string }) => label)).toContain('以前已出')
  done(await ask('/api/bill/late_fee', { bill_id: bill.bill_id, day: today() }))
  expect(await billed(contract_id)).toBe(total)
  expect(await ask('/api/bill/late_fee', { bill_id: bill.bill_id, day: today() })).toMatchObject({ code: 409 })
  expect(done(await ask('/api/late_fee/index', { bill_id: [bill.bill_id] })).data.list[0]).toMatchObject({ billed: total, total, rest: 0 })
  expect(await wrongInBooks(at.server.db)).toEqual([])
})

test('a bill that is to be made anew is not taken out of a plan that is kept', async () => {
  const contract_id = await inArrears()
  const { plan_id } = done(await plan([await firstBill(contract_id)])).data
  done(await enforce(plan_id))
  expect(await amend(contract_id, 90_000)).toMatchObject({ code: 409, msg: expect.stringContaining('还款计划') })
  done(await ask('/api/payment_plan/cancel', { plan_id, reason: '租金变更，重拟' }))
  done(await amend(contract_id, 90_000))
  expect(await wrongInBooks(at.server.db)).toEqual([])
})
