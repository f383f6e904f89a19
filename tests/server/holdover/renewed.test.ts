import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { endTerms } from '../../../server/domain/contract/days.ts'
import { billOccupation } from '../../../server/domain/contract/occupation.ts'
import { occupationTerms } from '../../../server/domain/contract/rules/occupation.ts'
import { rentFor } from '../../../server/domain/contract/rules/rentPlan.ts'
import { addDays, today } from '../../../src/protocol/dates.ts'
import { adminServer } from '../../help/adminServer.ts'
import { rounds } from '../../help/depth.ts'
import { leasesOn } from '../../help/leases.ts'
import { bySystem, nightWork } from '../../help/nightWork.ts'
import { done, tenanciesOn } from '../../help/tenancies.ts'

const at = adminServer()
const { ask } = at
const { room, signed, detail, pay, sign } = tenanciesOn(at)
const whole = leasesOn(at)

const RENT = 128_000
const MARKET = 300_000
const dayOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / 86_400_000
const yesterday = addDays(today(), -1)

interface Charged {
  bill_id: number
  from: number
  price: number
  paid: number
  start_date: string
  end_date: string
}
/** What stands of the rent and the stay of contracts. */
const charged = async (...keys: number[]): Promise<Charged[]> =>
  (
    await sql<Charged>`
      select bill_id, "from", price, paid, start_date, end_date from bill
      where contract_id = any(${keys}::integer[]) and is_void = 0 and "from" in (1, 2) order by start_date, bill_id
    `.execute(at.server.db)
  ).rows
/** What a stay comes to by the rule alone, in fen: from the day after the end to a day. */
const stay = (end: string, last: string): number => {
  const ladder = { moving_days: 30, ladder_months: 3, ladder_percent: 80 }
  const terms = occupationTerms({ end: dayOf(end), rent: RENT, market: MARKET }, ladder, dayOf(last))
  return rentFor(terms, terms.start, dayOf(last))
}
const sumOf = (bills: readonly Charged[], from: number): number =>
  bills.reduce((sum, bill) => sum + (bill.from === from ? bill.price : 0), 0)

const over = () => nightWork(at.server, (tx) => endTerms(bySystem(tx), today()))
const chargeStay = (contract_id: number) => nightWork(at.server, (tx) => billOccupation(tx, [contract_id], yesterday))

/** A room of which the market asks more than the contract does. */
const dear = async (): Promise<number> => {
  const org_id = await room()
  await sql`update org set market_rent = ${MARKET} where org_id = ${org_id}`.execute(at.server.db)
  return org_id
}

/** A contract that ended so many days ago; of which everything is paid. */
const ended = async (days: number): Promise<{ contract_id: number; end: string }> => {
  const org_id = await dear()
  const start_date = addDays(today(), -365 - days)
  const contract_id = await signed({ org_id, start_date, signed_on: start_date, months: 12 })
  await pay(contract_id)
  return { contract_id, end: (await detail(contract_id)).end_date as string }
}
/** One that is renewed from the day after its end, and whose tenant has stayed for the days since without signing. */
const late = async (days: number): Promise<{ contract_id: number; renewed: number; end: string }> => {
  const { contract_id, end } = await ended(days)
  const { data } = done(await ask('/api/contract/renew', { contract_id, rent: 130_000, months: 12 }))
  await over()
  await chargeStay(contract_id)
  return { contract_id, renewed: data.contract_id, end }
}
/** Takes so much for a bill. */
const take = async (bill_id: number, price: number) => {
  const { data: bill } = done(await ask('/api/bill/detail', { bill_id }))
  const { custom_name, start_date, end_date, org_id, unit_id, pay_from, pay_from_id } = bill
  const money = { type: 1, price, custom_name, from: pay_from, from_id: pay_from_id, way: 3 }
  done(await ask('/api/flow/add', { ...money, start_date, end_date, org_id, unit_id, bill_id }))
}
/** What of the money of contracts' flows is used, and what was taken in all for these bills. */
const used = async (...keys: number[]): Promise<number> =>
  (
    await sql<{ n: number }>`
      select coalesce(sum(a.price), 0)::bigint as n from allocation a join bill_share s on s.share_id = a.share_id join bill b on b.bill_id = s.bill_id
      where b.contract_id = any(${keys}::integer[]) and b."from" in (1, 2)
    `.execute(at.server.db)
  ).rows[0]?.n ?? 0

test('a renewal signed late begins where the contract ended: its rent is charged for the days since, and no stay beside it', async () => {
  const { contract_id, renewed, end } = await late(75)
  expect((await charged(contract_id)).filter(({ from }) => from === 2)).toHaveLength(2)
  expect(await sign(renewed)).toMatchObject({ code: 200 })
  expect(await detail(renewed)).toMatchObject({ start_date: addDays(end, 1), status: 4 })
  expect((await detail(contract_id)).status).toBe(5)
  const bills = await charged(contract_id, renewed)
  expect(bills.filter(({ from }) => from === 2)).toEqual([])
  for (let day = addDays(end, 1); day <= today(); day = addDays(day, 1))
    expect([day, bills.filter(({ start_date, end_date }) => start_date <= day && day <= end_date).length]).toEqual([day, 1])
  const { list } = (await ask('/api/holdover/index', { contract_id: [contract_id] })).data
  expect(list[0]).toMatchObject({ status: 6 })
  expect((await ask('/api/holdover/detail', { holdover_id: list[0].holdover_id })).data.charged).toBe(0)
})

test('what was paid for the stay pays the rent of the same days, to the fen', async () => {
  const { contract_id, renewed } = await late(75)
  const [first, second] = (await charged(contract_id)).filter(({ from }) => from === 2)
  await take(first?.bill_id ?? 0, 50_001)
  await take(second?.bill_id ?? 0, second?.price ?? 0)
  const before = await used(contract_id, renewed)
  expect(await sign(renewed)).toMatchObject({ code: 200 })
  expect(await used(contract_id, renewed)).toBe(before)
  const rents = (await charged(renewed)).filter(({ from }) => from === 1)
  expect(rents.reduce((sum, { paid }) => sum + paid, 0)).toBe(50_001 + (second?.price ?? 0))
  expect(rents[0]).toMatchObject({ price: 130_000, paid: 130_000 })
  expect((await charged(contract_id)).filter(({ from }) => from === 2)).toEqual([])
})

test('who asked while staying, and signs later, owes the stay up to the day before the renewal begins, and is cut there', async () => {
  const spans = fc.record({ days: fc.integer({ min: 20, max: 150 }), ago: fc.nat(150), part: fc.integer({ min: 0, max: 100 }) })
  await fc.assert(
    fc.asyncProperty(spans, async ({ days, ago, part }) => {
      const { contract_id, end } = await ended(days)
      await over()
      const renewed = done(await ask('/api/contract/renew', { contract_id, rent: 130_000, months: 12 })).data.contract_id
      // So many days ago.
      const begins = addDays(today(), -Math.min(ago, days - 1))
      await sql`update contract set start_date = ${begins}::date, end_date = ${begins}::date + 365 where contract_id = ${renewed}`.execute(
        at.server.db,
      )
      await chargeStay(contract_id)
      let taken = 0
      for (const { bill_id, price } of (await charged(contract_id)).filter(({ from }) => from === 2)) {
        const some = Math.floor((price * part) / 100)
        if (some > 0) await take(bill_id, some)
        taken += some
      }
      const [before, all] = [await used(contract_id, renewed), await charged(contract_id)]
      expect(sumOf(all, 1)).toBe(all.reduce((sum, bill) => sum + (bill.from === 1 ? bill.paid : 0), 0))
      expect(await sign(renewed)).toMatchObject({ code: 200 })
      const [stays, rents] = [await charged(contract_id), await charged(renewed)]
      const last = addDays(begins, -1)
      expect(sumOf(stays, 2)).toBe(last > end ? stay(end, last) : 0)
      for (const bill of stays.filter(({ from }) => from === 2)) expect(bill.start_date <= last).toBe(true)
      expect(rents[0]?.start_date).toBe(begins)
      // No fen of what was taken is lost: it pays what is owed, and what is not needed is unallocated.
      const owed = sumOf(stays, 2) + sumOf(rents, 1)
      expect(await used(contract_id, renewed)).toBe(before - taken + Math.min(taken, owed))
    }),
    { numRuns: rounds(3, 8), seed: 7 },
  )
})

test('a whole lease that is renewed late is charged the rent alone', async () => {
  const start_date = addDays(today(), -365 - 70)
  const lease_id = await whole.inForce([await dear()], { start_date, signed_on: start_date })
  const [{ contract_id }] = await whole.contracts(lease_id)
  await pay(contract_id)
  const next = done(await ask('/api/lease/renew', { lease_id, months: 12 })).data.lease_id
  await over()
  await chargeStay(contract_id)
  expect((await charged(contract_id)).filter(({ from }) => from === 2)).toHaveLength(2)
  expect(await whole.sign(next)).toMatchObject({ code: 200 })
  const [{ contract_id: renewed }] = await whole.contracts(next)
  const bills = await charged(contract_id, renewed)
  expect(bills.filter(({ from }) => from === 2)).toEqual([])
  expect((await charged(renewed))[0]?.start_date).toBe(addDays((await detail(contract_id)).end_date as string, 1))
})

test('a stay that was charged beyond the day on which the room was given back is cut there, whichever day staff say first', async () => {
  const { contract_id, end } = await ended(75)
  await over()
  await chargeStay(contract_id)
  const [first, second] = (await charged(contract_id)).filter(({ from }) => from === 2)
  await take(first?.bill_id ?? 0, first?.price ?? 0)
  await take(second?.bill_id ?? 0, second?.price ?? 0)
  const { surrender_id } = done(await ask('/api/surrender/add', { contract_id, ground: 1, ended_by: 1, planned_date: today() })).data
  const handed = (left_on: string) =>
    ask('/api/surrender/handover', { surrender_id, left_on, keys: 1, room_next: 1, checklist: [{ item: '门窗', state: 1 }] })
  for (const left_on of [addDays(end, 40), today(), addDays(end, 45)]) {
    expect(await handed(left_on)).toMatchObject({ code: 200 })
    const { arrears, unused } = (await ask('/api/surrender/detail', { surrender_id })).data
    expect(arrears - unused).toBe(stay(end, left_on) - (first?.price ?? 0) - (second?.price ?? 0))
  }
  const { refund } = (await ask('/api/surrender/detail', { surrender_id })).data
  expect(await ask('/api/surrender/settle', { surrender_id, way: 3 })).toMatchObject({ code: 200 })
  expect(sumOf(await charged(contract_id), 2)).toBe(stay(end, addDays(end, 45)))
  expect(refund).toBe(RENT + (first?.price ?? 0) + (second?.price ?? 0) - stay(end, addDays(end, 45)))
})

test('a change of room that is signed after the term has ended leaves the stay in the former room to its handover', async () => {
  const { contract_id, end } = await ended(10)
  const asked = { contract_id, p_id: 1, org_id: await dear(), start_date: addDays(end, -20), rent: RENT }
  const moved = done(await ask('/api/contract/move', asked)).data.contract_id
  await over()
  expect(await sign(moved)).toMatchObject({ code: 200 })
  expect((await detail(contract_id)).status).toBe(6)
  const { list } = (await ask('/api/surrender/index', { contract_id: [contract_id] })).data
  const { surrender_id } = list[0]
  const checklist = [{ item: '门窗', state: 1 }]
  expect(await ask('/api/surrender/handover', { surrender_id, left_on: yesterday, keys: 1, room_next: 1, checklist })).toMatchObject({
    code: 200,
  })
  expect(sumOf(await charged(contract_id), 2)).toBe(stay(end, yesterday))
})
