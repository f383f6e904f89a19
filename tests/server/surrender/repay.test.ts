import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addDays, today } from '../../../src/protocol/dates.ts'
import { adminServer } from '../../help/adminServer.ts'
import { wrongInBooks } from '../../help/store/books.ts'
import { surrendersOn } from '../../help/surrenders.ts'
import { done, tenanciesOn } from '../../help/tenancies.ts'
import { nowSeconds } from '../../help/testServer.ts'

const at = adminServer()
const { ask } = at
const { signed, pay, room } = tenanciesOn(at)
const { begin, handOver, figures, settle, books } = surrendersOn(at)

const bill = async (bill_id: number): Promise<{ price: number; paid: number }> => done(await ask('/api/bill/detail', { bill_id })).data

/** What of deposits is named at the month’s close. */
const undone = async () =>
  (
    await sql`select item, resource, record_id, price from close_due(current_date) where item in (10, 12) order by item`.execute(
      at.server.db,
    )
  ).rows

/** A contract that is settled, of which the deposit paid the damages. */
const deducted = async (price: number) => {
  const org_id = await room()
  const start_date = addDays(today(), -9)
  const contract_id = await signed({ org_id, start_date, signed_on: start_date, months: 12, mode: 2 })
  await pay(contract_id)
  const surrender_id = await begin(contract_id)
  done(await handOver(surrender_id, { left_on: today(), checklist: [{ item: '门窗', state: 2, price }] }))
  done(await settle(surrender_id))
  const { charge_id } = await figures(surrender_id)
  return { contract_id, surrender_id, bill_id: charge_id as number }
}

test('a deduction that is proved wrong is deposit again, and goes back', async () => {
  const { contract_id, surrender_id, bill_id } = await deducted(500_000)
  const repay = (amount: number, more: Record<string, unknown> = {}) =>
    ask('/api/surrender/repay', { surrender_id, amount, pay_way: 3, pay_time: nowSeconds(), why: '仲裁改判', ...more })
  expect(await figures(surrender_id)).toMatchObject({ is_held: 2, held: 0 })
  expect(await repay(100)).toMatchObject({ code: 409 })
  const paid = await bill(bill_id)
  expect(paid.price).toBe(500_000)
  const before = await books(contract_id)
  // The rent that was not used had paid a part of it: that is on account again, and what is left of it is the deposit’s.
  const facts = done(await ask('/api/bill/reduction', { bill_id, how: 1, amount: 450_000 })).data.facts
  expect(facts).toContainEqual({ label: '退回押金', value: '¥780.00' })
  const wrong = done(await ask('/api/bill/reduce', { bill_id, how: 1, amount: 450_000, why: '鉴定是自然老化' })).data
  expect(wrong.said).toContain('仍是押金，在“退租”上“退还押金”')
  const { held } = await books(contract_id)
  expect(held).toBe(128_000 - (500_000 - 450_000))
  expect(await figures(surrender_id)).toMatchObject({ is_held: 1, held, status: 4 })
  expect(await wrongInBooks(at.server.db)).toEqual([])

  expect(await repay(held + 1)).toMatchObject({ code: 400, data: { field: 'amount' } })
  expect(await repay(held, { paid_to: '别人' })).toMatchObject({ code: 400, data: { field: 'papers' } })
  expect(await undone()).toEqual([{ item: 12, resource: 'surrender', record_id: surrender_id, price: held }])
  const { flow_id } = done(await repay(held)).data
  expect(await undone()).toEqual([])
  expect(done(await ask('/api/flow/detail', { flow_id })).data).toMatchObject({ type: 2, from: 3, price: held, note: '仲裁改判' })
  expect(await figures(surrender_id)).toMatchObject({ is_held: 2, held: 0 })
  expect(await books(contract_id)).toMatchObject({ held: 0, out: before.out + held })
  expect(await repay(1)).toMatchObject({ code: 409 })
  const { list } = done(await ask('/api/deposit/index', { page_rows: 100 })).data
  expect(list.find((row: { contract_id: number }) => row.contract_id === contract_id)).toMatchObject({
    held: 0,
    used: 50_000,
    returned: held,
  })
  expect(await wrongInBooks(at.server.db)).toEqual([])
  // The arbiter is overruled: the bill is as it was, and is asked for.
  done(await ask('/api/bill/restore', { bill_id, why: '二审改判' }))
  expect(await bill(bill_id)).toMatchObject({ price: 500_000, paid: paid.paid - (450_000 - (500_000 - paid.paid)) })
  expect(await wrongInBooks(at.server.db)).toEqual([])
})

test.each(['bounce', 'reverse'])(
  'a deposit that came back (%s) is held again: the settlement gives it back once more, to the fen',
  async (how) => {
    const { contract_id, surrender_id } = await deducted(50_000)
    const { org_id } = await figures(surrender_id)
    expect((await books(contract_id)).held).toBe(0)
    const { rows } = await sql<{ flow_id: number; price: number }>`
    select f.flow_id, f.price from flow f join deposit_entry e using (flow_id) where e.contract_id = ${contract_id} and e.kind = 5
  `.execute(at.server.db)
    const { flow_id, price } = rows[0] as { flow_id: number; price: number }
    const before = await books(contract_id)
    const again = () => {
      const asked = how === 'bounce' ? { returned_at: nowSeconds(), why: '户名不符' } : { note: '账号错' }
      return ask(`/api/flow/${how}`, { flow_id, ...asked })
    }
    const { said } = done(await again()).data
    expect(said).toContain('仍是押金，在“退租”上“退还押金”再付')
    expect(await figures(surrender_id)).toMatchObject({ is_held: 1, held: price, status: 4 })
    expect(await books(contract_id)).toMatchObject({ held: price, out: before.out - price })
    expect(await undone()).toEqual([{ item: 12, resource: 'surrender', record_id: surrender_id, price }])
    // Entered as money of its own the book of deposits would not know of it.
    const typed = { type: 2, price, from: 3, custom_name: '退押金', org_id, deal_time: nowSeconds(), way: 3 }
    expect(done(await ask('/api/flow/owed', typed)).data.said).toContain('在“退租”上“退还押金”')
    expect(done(await ask('/api/flow/owed', { ...typed, from: 2 })).data.said).toBeUndefined()
    expect(await wrongInBooks(at.server.db)).toEqual([])

    const repay = (amount: number) =>
      ask('/api/surrender/repay', { surrender_id, amount, pay_way: 3, pay_time: nowSeconds(), why: '换卡重付' })
    const first = done(await repay(price - 1)).data
    expect(await figures(surrender_id)).toMatchObject({ is_held: 1, held: 1 })
    done(await repay(1))
    expect(await undone()).toEqual([])
    // The second card is wrong as well.
    done(await ask('/api/flow/bounce', { flow_id: first.flow_id, returned_at: nowSeconds(), why: '户名不符' }))
    expect(await figures(surrender_id)).toMatchObject({ is_held: 1, held: price - 1 })
    done(await repay(price - 1))
    expect(await books(contract_id)).toEqual(before)
    const { list } = done(await ask('/api/deposit/index', { page_rows: 100 })).data
    expect(list.find((row: { contract_id: number }) => row.contract_id === contract_id)).toMatchObject({ held: 0, returned: price })
    expect(await wrongInBooks(at.server.db)).toEqual([])
    expect(done(await ask('/api/flow/owed', typed)).data.said).toBeUndefined()
  },
)
