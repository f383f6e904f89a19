import { sql } from 'kysely'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { adminServer } from '../help/adminServer.ts'
import { billingOn } from '../help/billing.ts'
import { wrongInBooks } from '../help/store/books.ts'
import { addAccount, addTenant, flat, permit, tokenOf } from '../help/store/ground.ts'
import { done } from '../help/tenancies.ts'

const at = adminServer()
const place = { org_id: 0, custom_id: 0, name: '王小明' }
const { bill, pay, read, deed } = billingOn(at, () => place)
beforeAll(async () => {
  place.org_id = done(await at.ask('/api/org/add', flat(at.ground, { p_id: 1 }))).data.org_id[0]
  place.custom_id = await addTenant(at.server, { name: place.name })
})
afterEach(async () => {
  expect(await wrongInBooks(at.server.db)).toEqual([])
})

const HOSTILE = [-1, 0, 0.5, 1e16, '1元', null, [1], { a: 1 }, '1; drop table bill']

test('amounts and percents that are none are refused, whatever else is right', async () => {
  const one = await bill()
  for (const amount of HOSTILE)
    expect([amount, (await deed('reduce', { bill_id: one, how: 1, amount, why: '减' })).code]).toEqual([amount, 400])
  for (const percent of [...HOSTILE, 101])
    if (percent !== 1) expect([percent, (await deed('reduce', { bill_id: one, how: 2, percent, why: '减' })).code]).toEqual([percent, 400])
  // What belongs to the other way is not taken along, and what no dialog asks neither.
  expect((await deed('reduce', { bill_id: one, how: 1, amount: 1, why: '减', reduced: 5 })).code).toBe(400)
  expect((await deed('void', { bill_id: one, void_why: '错', voided_by: 2 })).code).toBe(400)
  expect((await deed('remind', { bill_id: one, way: 1, owed: 1 })).code).toBe(400)
  expect((await deed('void', { ids: [one, one], void_why: '错' })).code).toBe(400)
  expect(await read(one)).toMatchObject({ price: 10_000, reduced: 0, is_void: 0 })
})

test('a right that was taken a moment ago does nothing', async () => {
  const one = await bill()
  const clerk = await addAccount(at.server, 'clerk', ['/api/bill/reduce'], [1])
  const token = await tokenOf(at.server, clerk)
  done(await deed('reduce', { bill_id: one, how: 1, amount: 1, why: '减' }, token))
  await permit(at.server, clerk, [])
  expect((await deed('reduce', { bill_id: one, how: 1, amount: 1, why: '减' }, token)).code).toBe(403)
  expect((await at.call('/api/bill/reduction', { bill_id: one, how: 1, amount: 1 }, token)).code).toBe(403)
})

test('one request that is sent thirty times is done once', async () => {
  const one = await bill()
  const request_id = 'thirty-reductions'
  const answers = await Promise.all(
    Array.from({ length: 30 }, () => at.call('/api/bill/reduce', { bill_id: one, how: 1, amount: 7, why: '减', request_id })),
  )
  expect(answers.filter(({ code }) => code === 200).length).toBeGreaterThan(0)
  expect(await read(one)).toMatchObject({ reduced: 7 })
})

test('thirty reductions of a paid bill at once never take it below nothing, and no fen goes astray', async () => {
  const one = await bill()
  for (const price of [1000, 2000, 3000, 4000]) await pay(one, price)
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, n) => deed('reduce', { bill_id: one, how: 1, amount: 450 + n, why: '减' })),
  )
  const count = answers.filter(({ code }) => code === 200).length
  expect(count).toBeGreaterThan(15)
  for (const { code } of answers) expect([200, 400]).toContain(code)
  const { price, paid, reduced } = await read(one)
  expect([Number(price), Number(price) + Number(reduced)]).toEqual([Number(paid), 10_000])
})

test('what was adjusted is not changed or taken away, nor made up past the calls', async () => {
  const [one, gone, pledge] = [await bill(), await bill(), await bill({ from: 3, from_id: at.ground.pledge })]
  done(await deed('reduce', { bill_id: one, how: 1, amount: 5, why: '减' }))
  done(await deed('void', { bill_id: gone, void_why: '错' }))
  const run = (text: string) => sql.raw(text).execute(at.server.db)
  await expect(run(`update bill_adjust set price = -6 where bill_id = ${one}`)).rejects.toThrow()
  await expect(run(`delete from bill_adjust where bill_id = ${one}`)).rejects.toThrow()
  const add = (bill_id: number, kind: number, price: number) =>
    run(
      `insert into bill_adjust (sn, bill_id, share_id, kind, price, p_id) select gen_random_uuid(), bill_id, share_id, ${kind}, ${price}, p_id from bill_share where bill_id = ${bill_id}`,
    )
  // More back than was taken, the wrong way round, of a void bill, of a deposit, below nothing.
  await expect(add(one, 6, 6)).rejects.toThrow(/恢复的金额超过|bill_adjusted/)
  await expect(add(one, 5, 1)).rejects.toThrow(/恢复的金额超过|bill_adjusted/)
  for (const [kind, price] of [
    [3, 1],
    [4, 1],
    [5, -1],
    [6, -1],
    [7, -1],
  ] as const)
    await expect(add(one, kind, price)).rejects.toThrow(/bill_adjust_kind/)
  await expect(add(gone, 3, -1)).rejects.toThrow(/不能减免/)
  await expect(add(pledge, 4, -1)).rejects.toThrow(/不能减免/)
  await expect(add(one, 3, -10_000)).rejects.toThrow()
})
