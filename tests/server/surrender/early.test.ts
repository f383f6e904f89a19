import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { addDays, today } from '../../../src/protocol/dates.ts'
import { adminServer } from '../../help/adminServer.ts'
import { wrongInBooks } from '../../help/store/books.ts'
import { surrendersOn } from '../../help/surrenders.ts'
import { done, tenanciesOn } from '../../help/tenancies.ts'
import { nowSeconds } from '../../help/testServer.ts'

const at = adminServer()
const { ask } = at
const { signed, pay, room, sign, tenant } = tenanciesOn(at)
const { begin, handOver, settle, figures, lines, books } = surrendersOn(at)

const RENT = 128_000
const PENALTY = { kind: 5, words: '提前退租，1 个月租金', price: -RENT }
const COMPENSATION = { kind: 6, words: '出租方提前退租，2 个月租金', price: 2 * RENT }

beforeAll(async () => {
  const { values, version } = done(await ask('/api/contractSetting/detail')).data
  done(await ask('/api/contractSetting/save', { ...values, version, notice_days: 30, penalty_months: 1, compensation_months: 2 }))
})

/** A contract that began 40 days ago, of which everything is paid but what `unpaid` says, is given up and its room given back. */
const ended = async (changes: Record<string, unknown>, { pays = true, price = 0 } = {}) => {
  const start_date = addDays(today(), -40)
  const contract_id = await signed({ start_date, signed_on: start_date, months: 12, mode: 2, rent: RENT })
  await pay(contract_id, pays ? undefined : 3)
  const surrender_id = await begin(contract_id, changes)
  done(await handOver(surrender_id, price > 0 ? { checklist: [{ item: '门窗', state: 2, price }] } : {}))
  return { contract_id, surrender_id }
}

const sumOf = (all: readonly { price: number }[]): number => all.reduce((sum, { price }) => sum + price, 0)

const told = addDays(today(), -30)
const late = addDays(today(), -29)

test.each([
  ['the tenant, untold', { ended_by: 1 }, PENALTY],
  ['the tenant, told too late', { ended_by: 1, notice_on: late }, PENALTY],
  ['the tenant, told in time', { ended_by: 1, notice_on: told }, null],
  ['the tenant, who has bought a home', { ended_by: 1, ground: 2 }, null],
  ['the operator, untold', { ended_by: 2 }, COMPENSATION],
  ['the operator, told too late', { ended_by: 2, notice_on: late }, COMPENSATION],
  ['the operator, told in time', { ended_by: 2, notice_on: told }, null],
  ['the operator, for a breach', { ended_by: 2, ground: 5, notice_on: told }, PENALTY],
])('ended early by %s: the settlement says who owes what, and as much is paid out', async (_who, changes, expected) => {
  const { contract_id, surrender_id } = await ended(changes)
  const [all, reckoned] = [await lines(surrender_id), await figures(surrender_id)]
  expect(all.filter(({ kind }) => kind > 3).map(({ kind, words, price }) => ({ kind, words, price }))).toEqual(expected ? [expected] : [])
  expect(reckoned).toMatchObject({
    ...{ deposit: RENT, due: 0, refund: sumOf(all) },
    penalty: expected === PENALTY ? RENT : 0,
    compensation: expected === COMPENSATION ? 2 * RENT : 0,
  })
  expect(all.find(({ kind }) => kind === 1)?.price).toBe(RENT)
  done(await settle(surrender_id))
  expect(await books(contract_id)).toMatchObject({ out: sumOf(all), held: 0, owed: 0 })
})

test('whoever goes on in another room ends nothing early: he owes nothing for it', async () => {
  const contract_id = await signed({ months: 12, rent: RENT, start_date: addDays(today(), -1), signed_on: addDays(today(), -1) })
  await pay(contract_id)
  const moved = done(await ask('/api/contract/move', { contract_id, p_id: 1, org_id: await room(), start_date: today(), rent: RENT })).data
  done(await sign(moved.contract_id))
  const { list } = done(await ask('/api/surrender/index', { contract_id: [contract_id] })).data
  done(await handOver(list[0].surrender_id))
  expect(await figures(list[0].surrender_id)).toMatchObject({ penalty: 0 })
})

test('whoever has moved, gave the former room back and leaves before the new one is his, gets back what he paid for it', async () => {
  const contract_id = await signed({ months: 12, rent: RENT, start_date: addDays(today(), -40), signed_on: addDays(today(), -40) })
  await pay(contract_id)
  const asked = { p_id: 1, org_id: await room(), start_date: addDays(today(), 10), rent: RENT, contract_id }
  const moved = done(await ask('/api/contract/move', asked)).data.contract_id
  done(await sign(moved))
  await pay(moved)
  // As long as the former one can be gone back to, the new one is void with it.
  expect(await ask('/api/surrender/add', { contract_id: moved, ground: 4, ended_by: 1, planned_date: today() })).toMatchObject({
    code: 400,
  })
  const [{ surrender_id }] = done(await ask('/api/surrender/index', { contract_id: [contract_id] })).data.list
  done(await handOver(surrender_id))
  done(await settle(surrender_id))
  expect(await ask('/api/contract/void', { contract_id: moved, reason: '不去了' })).toMatchObject({
    msg: expect.stringMatching(/请办退租$/),
  })
  const leaving = await begin(moved, { ground: 2 })
  expect(await handOver(leaving, { left_on: addDays(today(), -1) })).toMatchObject({ code: 400, msg: '搬离日期不能早于合同签订' })
  done(await handOver(leaving))
  expect(await figures(leaving)).toMatchObject({ deposit: RENT, unused: RENT, refund: 2 * RENT, due: 0 })
  done(await settle(leaving))
  expect(await books(moved)).toEqual({ out: 2 * RENT, came: RENT, held: 0, owed: 0 })
  expect(done(await ask('/api/contract/detail', { contract_id: moved })).data).toMatchObject({ status: 7, left_on: today() })
})

test('what the operator owes pays first for what the tenant owes; what is left of it goes out as an expense, the deposit as a deposit', async () => {
  const { contract_id, surrender_id } = await ended({ ended_by: 2 }, { pays: false, price: 50_000 })
  const { arrears } = await figures(surrender_id)
  expect(arrears).toBeGreaterThan(RENT)
  const refund = 3 * RENT - arrears - 50_000
  expect(sumOf(await lines(surrender_id))).toBe(refund)
  done(await settle(surrender_id))
  expect(await books(contract_id)).toMatchObject({ out: refund, held: 0, owed: 0 })
  const { rows } = await sql<{ from: number; price: number }>`
    select f."from", f.price from flow f join contract c on c.org_id = f.org_id where c.contract_id = ${contract_id} and f.type = 2 order by f."from"
  `.execute(at.server.db)
  expect(rows).toEqual([
    { from: 2, price: refund - RENT },
    { from: 3, price: RENT },
  ])
  const { list } = done(await ask('/api/deposit_entry/index', { contract_id: [contract_id], page_rows: 100 })).data
  expect(list.filter(({ kind }: { kind: number }) => kind === 7).map(({ price }: { price: number }) => price)).toEqual([2 * RENT])
})

test('where more is owed than the deposit and the compensation, the rest is still due', async () => {
  const { contract_id, surrender_id } = await ended({ ended_by: 2 }, { pays: false, price: 500_000 })
  const { arrears, refund, due } = await figures(surrender_id)
  expect([refund, due]).toEqual([0, arrears + 500_000 - 3 * RENT])
  expect(sumOf(await lines(surrender_id))).toBe(-due)
  done(await settle(surrender_id))
  expect(await books(contract_id)).toMatchObject({ out: 0, held: 0, owed: due })
})

test('of a tenant whose entry was merged into another meanwhile the money goes back by the name that stayed, too; to nobody else', async () => {
  const [gone, kept] = [await tenant({ name: '李莉' }), await tenant({ name: '李丽' })]
  const contract_id = await signed({ custom_id: gone })
  await pay(contract_id)
  const surrender_id = await begin(contract_id)
  done(await handOver(surrender_id))
  done(await ask('/api/lessee/merge', { custom_id: gone, merged_into: kept }))
  expect(await settle(surrender_id, { payee: '李代收' })).toMatchObject({ code: 400, msg: '退给别人须上传委托书' })
  done(await settle(surrender_id, { payee: '李丽' }))
})

test('a compensation that came back from the bank is owed still, and is no less an expense', async () => {
  const { contract_id, surrender_id } = await ended({ ended_by: 2 })
  done(await settle(surrender_id))
  const { rows } = await sql<{ flow_id: number; price: number }>`
    select f.flow_id, f.price from flow f join deposit_entry e using (flow_id) where e.contract_id = ${contract_id} and e.kind = 5 and f."from" = 2
  `.execute(at.server.db)
  const { flow_id, price } = rows[0] as { flow_id: number; price: number }
  expect(price).toBe(2 * RENT)
  /** What stands on each account of what was ever paid out or held. */
  const standing = async () =>
    (
      await sql`
        select ledger_account_id, sum(case side when 1 then price else -price end)::bigint as price from journal_line
        group by ledger_account_id having sum(case side when 1 then price else -price end) <> 0 order by ledger_account_id
      `.execute(at.server.db)
    ).rows
  const before = await standing()
  done(await ask('/api/flow/bounce', { flow_id, returned_at: nowSeconds(), why: '户名不符' }))
  expect(await figures(surrender_id)).toMatchObject({ is_held: 1, held: price })
  expect(await wrongInBooks(at.server.db)).toEqual([])
  done(await ask('/api/surrender/repay', { surrender_id, amount: price, pay_way: 3, pay_time: nowSeconds(), why: '换卡重付' }))
  expect(await standing()).toEqual(before)
  expect(await wrongInBooks(at.server.db)).toEqual([])
})
