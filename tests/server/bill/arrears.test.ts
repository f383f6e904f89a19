import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { addDays, today } from '../../../src/protocol/dates.ts'
import { adminServer } from '../../help/adminServer.ts'
import { billingOn } from '../../help/billing.ts'
import { passNights } from '../../help/days.ts'
import { addAccount, addRow, addTenant, cardOf, companyCode, flat, tokenOf } from '../../help/store/ground.ts'
import { done, tenanciesOn } from '../../help/tenancies.ts'

const at = adminServer()
const place = { org_id: 0, custom_id: 0, name: '' }
const { bill, pay, deed } = billingOn(at, () => place)
const { signed } = tenanciesOn(at)

/** What arrears are made of, beside what can only be added to. */
const OWING = ['bill', 'bill_share', 'lessee', 'contract', 'company']

let people = 100
const debtor = async (changes: Record<string, unknown> = {}): Promise<void> => {
  place.name = `欠费${++people}`
  place.custom_id = await addTenant(at.server, { name: place.name, card: cardOf(people), ...changes })
}
beforeAll(async () => {
  place.org_id = done(await at.ask('/api/org/add', flat(at.ground, { p_id: 1 }))).data.org_id[0]
})

const late = (days: number, price: number) => ({ bill_date: addDays(today(), -days), price })
const ages = ['age_1', 'age_2', 'age_3', 'age_4', 'age_5', 'age_6']
const row = async (params: Record<string, unknown>) => {
  const { list } = done(await at.call('/api/arrears/index', params)).data
  const [first] = list
  return (
    first && { ages: ages.map((name) => Number(first[name])), owed: Number(first.owed), bills: first.bills, arrears_id: first.arrears_id }
  )
}

test('each day falls into one age, by whom it is owed; what is paid, reduced, written off or void is not there', async () => {
  await debtor()
  const days = [1, 30, 31, 60, 61, 90, 91, 180, 181, 365, 366, 2000]
  for (const [place, day] of days.entries()) await bill(late(day, 2 ** place))
  await bill(late(0, 5000))
  await bill(late(-10, 5000))
  expect(await row({ custom_id: [place.custom_id] })).toMatchObject({ ages: [3, 12, 48, 192, 768, 3072], owed: 4095, bills: 12 })
  const [paid, less, gone, bad] = [
    await bill(late(50, 1000)),
    await bill(late(50, 1000)),
    await bill(late(50, 1000)),
    await bill(late(50, 1000)),
  ]
  expect(await row({ custom_id: [place.custom_id] })).toMatchObject({ ages: [3, 4012, 48, 192, 768, 3072] })
  await pay(paid, 999)
  done(await deed('reduce', { bill_id: less, how: 1, amount: 998, why: '减' }))
  done(await deed('void', { bill_id: gone, void_why: '错' }))
  done(await deed('write_off', { bill_id: bad, why: '坏' }))
  const after = await row({ custom_id: [place.custom_id] })
  expect(after).toMatchObject({ ages: [3, 15, 48, 192, 768, 3072] })
  // Opened, it is the shares that it is the sum of.
  const detail = done(await at.call('/api/arrears/detail', { arrears_id: after?.arrears_id })).data
  expect(Number(detail.owed)).toBe(after?.owed)
  const { list } = done(await at.call('/api/arrears_share/index', { custom_id: [place.custom_id], age: [2] })).data
  expect(list.reduce((sum: number, { owed }: { owed: number }) => sum + owed, 0)).toBe(15)
})

test('a company’s part is the company’s, and the sum of all is what is overdue', async () => {
  const company_id = await addRow(at.server, 'company', { name: '乙公司', code: companyCode(2), contact: '王', phone: '13900000000' })
  await debtor({ company_id })
  await bill({ ...late(45, 1001), payment_ratio: 70 })
  expect(await row({ company_id: [company_id] })).toMatchObject({ ages: [0, 300, 0, 0, 0, 0] })
  expect(await row({ custom_id: [place.custom_id] })).toMatchObject({ ages: [0, 701, 0, 0, 0, 0] })
  const { sums } = done(await at.call('/api/arrears/index', { page_rows: 100 })).data
  const { rows } = await sql<{
    owed: number
  }>`select sum(price - paid) as owed from bill where is_void = 0 and bill_date < current_date`.execute(at.server.db)
  expect(Number(sums.owed)).toBe(Number(rows[0]?.owed))
  const elsewhere = await tokenOf(
    at.server,
    await addAccount(at.server, 'elsewhere', ['/api/arrears/index', '/api/arrears_share/index'], [2]),
  )
  for (const name of ['arrears', 'arrears_share']) expect(done(await at.call(`/api/${name}/index`, {}, elsewhere)).data.list).toEqual([])
})

test('they stay when the contract has ended', async () => {
  const contract_id = await signed({ start_date: addDays(today(), -400), signed_on: addDays(today(), -400), months: 12, mode: 2 })
  await sql`update contract set status = 5 where contract_id = ${contract_id}`.execute(at.server.db)
  const { list } = done(await at.call('/api/arrears_share/index', { contract_id: [contract_id], ended: [2], page_rows: 100 })).data
  expect(list.length).toBeGreaterThan(10)
  expect(new Set(list.map(({ age }: { age: number }) => age)).size).toBeGreaterThan(3)
})

test('as of a past day they are what they were then, and as old as they were then', async () => {
  await debtor()
  await passNights(at.server, 40, OWING)
  const one = await bill(late(50, 7000))
  await passNights(at.server, 10, OWING)
  await pay(one, 3000)
  done(await deed('reduce', { bill_id: one, how: 1, amount: 1000, why: '减' }))
  await passNights(at.server, 5, OWING)
  const asked = { custom_id: [place.custom_id] }
  // It was due 50 days before today; 15 nights ago nothing was paid.
  expect(await row(asked)).toMatchObject({ ages: [0, 3000, 0, 0, 0, 0] })
  expect(await row({ ...asked, as_of: addDays(today(), -5) })).toMatchObject({ ages: [0, 3000, 0, 0, 0, 0] })
  expect(await row({ ...asked, as_of: addDays(today(), -6) })).toMatchObject({ ages: [0, 7000, 0, 0, 0, 0] })
  expect(await row({ ...asked, as_of: addDays(today(), -16) })).toBeUndefined()
})
