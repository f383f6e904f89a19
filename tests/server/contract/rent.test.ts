import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { applyRents, endAllTerms, endTerms } from '../../../server/domain/contract/days.ts'
import { billRent } from '../../../server/domain/contract/rentBilling.ts'
import { inTransaction } from '../../../server/store/connection/transaction.ts'
import { addDays, today } from '../../../src/protocol/dates.ts'
import { adminServer } from '../../help/adminServer.ts'
import { firstOfMonth } from '../../help/days.ts'
import { wrongInBooks } from '../../help/store/books.ts'
import { done, tenanciesOn } from '../../help/tenancies.ts'

const at = adminServer()
const { ask } = at
const { room, signed, detail, bills, pay, sign } = tenanciesOn(at)

const actor = { userId: null, path: 'job:test', label: '试', address: '' }
const system = { userId: null, scope: null }
/** As the nightly job does it, on a day. */
const bill = (until: string): Promise<number> =>
  inTransaction(at.server.db, actor, async (tx) => (await billRent(tx, { today: today(), until, after: 0 })).made)
const daily = (day: string) =>
  inTransaction(at.server.db, actor, async (tx) => {
    const acting = { tx, session: system, now: Math.floor(Date.parse(`${day}T00:00:00Z`) / 1000) }
    return [await endTerms(acting, day), await applyRents(acting, day)]
  })
const rents = async (contract_id: number) =>
  (await bills(contract_id))
    .filter(({ from, is_void }) => from === 1 && is_void === 0)
    .map(({ start_date, end_date, price }) => [start_date, end_date, price])

describe('rent bills', () => {
  test('are made once for each period, however often, late and at once they are asked for', async () => {
    const contract_id = await signed({ start_date: '2026-01-31', signed_on: '2026-01-31', months: 6, mode: 2, due_way: 1, due_days: 5 })
    const before = await rents(contract_id)
    await Promise.all([bill('2026-12-31'), bill('2026-12-31'), bill('2026-06-30')])
    await bill('2026-12-31')
    const all = await rents(contract_id)
    expect(all.slice(0, before.length)).toEqual(before)
    expect(all.map(([from, to]) => [from, to])).toEqual([
      ['2026-01-31', '2026-02-27'],
      ['2026-02-28', '2026-03-30'],
      ['2026-03-31', '2026-04-29'],
      ['2026-04-30', '2026-05-30'],
      ['2026-05-31', '2026-06-29'],
      ['2026-06-30', '2026-07-30'],
    ])
    expect(await bill('2026-12-31')).toBe(0)
  })

  test('another rent from a day on: paid periods stay, unpaid ones that it reaches are made anew, and the list says what it costs now', async () => {
    const contract_id = await signed({ start_date: firstOfMonth(-10), signed_on: firstOfMonth(-10), months: 24, mode: 1 })
    const paid = (await bills(contract_id)).filter(({ from }) => from === 1)
    await pay(contract_id)
    const from_date = addDays(paid.at(-1)?.end_date ?? '', 1)
    expect(await ask('/api/contract/amend', { contract_id, from_date: addDays(from_date, -1), rent: 200_000, reason: '调' })).toMatchObject(
      {
        code: 400,
        data: { field: 'from_date' },
      },
    )
    await bill(addDays(from_date, 40))
    expect(await ask('/api/contract/amend', { contract_id, from_date: addDays(from_date, 10), rent: 200_000, reason: '调' })).toMatchObject(
      { code: 200 },
    )
    const after = await rents(contract_id)
    expect(after.slice(0, paid.length)).toEqual(paid.map(({ start_date, end_date, price }) => [start_date, end_date, price]))
    await bill(addDays(from_date, 40))
    const anew = (await rents(contract_id)).filter(([start]) => String(start) >= from_date)
    expect(anew[0]?.[2]).toBeGreaterThan(128_000)
    expect(anew[0]?.[2]).toBeLessThan(200_000)
    expect((await detail(contract_id)).rent).toBe(128_000)
    expect((await daily(addDays(from_date, 10)))[1]).toBe(1)
    expect((await detail(contract_id)).rent).toBe(200_000)
  })
})

describe('the end of a term', () => {
  test('who stays without another contract overstays, and the room is not vacant; whose contract is renewed has none of it', async () => {
    const [org_id, other] = [await room(), await room()]
    const start = addDays(today(), -400)
    const stays = await signed({ org_id, start_date: start, signed_on: start, months: 12 })
    const renewed = await signed({ org_id: other, start_date: start, signed_on: start, months: 12 })
    await pay(renewed)
    const next = await ask('/api/contract/renew', { contract_id: renewed, rent: 128_000, months: 12 })
    await sign(next.data.contract_id)
    // However many end on one day, they end that day.
    const now = Math.floor(Date.now() / 1000)
    expect(await endAllTerms((work) => inTransaction(at.server.db, actor, work), { now, atOnce: 1 })).toBe(2)
    expect((await detail(stays)).status).toBe(9)
    expect((await detail(renewed)).status).toBe(5)
    expect((await ask('/api/org/detail', { org_id })).data.state).toBe(10)
    expect((await ask('/api/org/detail', { org_id: other })).data.state).not.toBe(1)
    expect((await daily(today()))[0]).toBe(0)
    const { rows } = await sql<{ label: string; by: number | null }>`
      select label, created_by as by from operation_log where resource = 'contract' and record_id = ${stays} order by log_id desc limit 1
    `.execute(at.server.db)
    expect(rows[0]).toMatchObject({ by: null })
  })

  test('whose term ended while no node ran owes the rent until its last day', async () => {
    const start = addDays(today(), -200)
    const contract_id = await signed({ org_id: await room(), start_date: start, signed_on: start, months: 12 })
    await daily(addDays(today(), 200))
    const { status, end_date } = await detail(contract_id)
    const billed = await rents(contract_id)
    const next = billed.slice(1).map(([from]) => from)
    expect([status, billed[0]?.[0], billed.at(-1)?.[1]]).toEqual([9, start, end_date])
    expect(billed.slice(0, -1).map(([, to]) => addDays(String(to), 1))).toEqual(next)
  })

  test('a deposit that went on to the renewal is taken back where it was booked wrongly: the renewal asks for it', async () => {
    const start_date = addDays(today(), -40)
    const contract_id = await signed({ start_date, signed_on: start_date, months: 12 })
    await pay(contract_id)
    const next = done(await ask('/api/contract/renew', { contract_id, rent: 130_000, months: 12 })).data.contract_id
    done(await sign(next))
    const book = async (key: number) =>
      (
        await sql<{ held: number; flow_id: number }>`
          select sum(price)::bigint as held, max(flow_id) filter (where kind = 1) as flow_id from deposit_entry where contract_id = ${key}
        `.execute(at.server.db)
      ).rows[0]
    const pledges = async (key: number) => (await bills(key)).filter(({ from }) => from === 3).map(({ price, is_void }) => [price, is_void])
    done(await ask('/api/flow/reverse', { flow_id: (await book(contract_id))?.flow_id, note: '记错了人' }))
    expect([await book(contract_id), await book(next)]).toMatchObject([{ held: 0 }, { held: 0 }])
    expect([await pledges(contract_id), await pledges(next)]).toEqual([[[128_000, 1]], [[128_000, 0]]])
    await pay(next, 3)
    expect([await book(contract_id), await book(next)]).toMatchObject([{ held: 0 }, { held: 128_000 }])
    expect(await wrongInBooks(at.server.db)).toEqual([])
    done(await ask('/api/flow/reverse', { flow_id: (await book(next))?.flow_id, note: '又记错了' }))
    done(await ask('/api/contract/void', { contract_id: next, reason: '不续' }))
    expect((await pledges(contract_id)).at(-1)).toEqual([128_000, 0])
  })
})
