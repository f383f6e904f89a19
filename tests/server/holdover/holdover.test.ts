import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { movePast } from '../../../server/calls/lapse.ts'
import { endTerms } from '../../../server/domain/contract/days.ts'
import { billOccupation } from '../../../server/domain/contract/occupation.ts'
import { movingPeriod } from '../../../server/domain/holdover/jobs.ts'
import type { Tx } from '../../../server/store/connection/database.ts'
import { addDays, secondsOf, today } from '../../../src/protocol/dates.ts'
import { adminServer } from '../../help/adminServer.ts'
import { bySystem, nightWork } from '../../help/nightWork.ts'
import { tenanciesOn } from '../../help/tenancies.ts'

const at = adminServer()
const { ask } = at
const { room, tenant, signed, detail, bills, pay, sign } = tenanciesOn(at)

const night = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => nightWork(at.server, work)

/** A contract whose term ran out so many days ago, of which all was paid, and whose tenant stays. */
const stayed = async (days: number) => {
  const org_id = await room()
  const start_date = addDays(today(), -365 - days)
  const contract_id = await signed({ org_id, start_date, signed_on: start_date, months: 12 })
  await pay(contract_id)
  await night((tx) => endTerms(bySystem(tx), today()))
  const { list } = (await ask('/api/holdover/index', { contract_id: [contract_id] })).data
  return { org_id, contract_id, holdover: list[0] as Record<string, unknown> & { holdover_id: number } }
}
const found = async (holdover_id: number) => (await ask('/api/holdover/detail', { holdover_id })).data
const fees = async (contract_id: number) =>
  (await bills(contract_id)).filter(({ from }) => from === 2).map(({ start_date, end_date, price }) => [start_date, end_date, price])

test('who stays has a case the night the term runs out: time to move, a notice, a suit, each proposed and recorded', async () => {
  const { contract_id, holdover, org_id } = await stayed(2)
  expect(holdover).toMatchObject({ status: 1, since: (await detail(contract_id)).end_date && expect.any(String) })
  expect((await found(holdover.holdover_id)).proposal).toContain('搬迁期到')
  expect(await night((tx) => movePast(tx, secondsOf(addDays(today(), 40)) ?? 0, movingPeriod))).toBe(1)
  expect(await found(holdover.holdover_id)).toMatchObject({ status: 2, proposal: '发限期搬离通知' })
  expect(await ask('/api/holdover/suit', { holdover_id: holdover.holdover_id, court: '浦东法院', filed_on: today() })).toMatchObject({
    code: 409,
  })
  expect(await ask('/api/holdover/notice', { holdover_id: holdover.holdover_id, deadline: addDays(today(), -1), served: 1 })).toMatchObject(
    { code: 200 },
  )
  expect((await found(holdover.holdover_id)).proposal).toContain('起诉')
  expect(await ask('/api/holdover/suit', { holdover_id: holdover.holdover_id, court: '浦东法院', filed_on: today() })).toMatchObject({
    code: 200,
  })
  const { state, community_id } = (await ask('/api/org/detail', { org_id })).data
  expect([state, (await ask('/api/community/home', { community_id })).data.let]).toEqual([10, 1])
  const { custom_id } = await detail(contract_id)
  expect(await ask('/api/lessee/detail', { custom_id, show: 1 })).toMatchObject({ code: 200 })
})

test('whoever of the household goes on as the main tenant is the one who stays, is reviewed and can be renewed with', async () => {
  const { contract_id, holdover } = await stayed(2)
  const custom_id = await tenant({ name: '接着住的' })
  await sql`
    insert into review (batch, custom_name, custom_id, org_id, contract_id, due_on, p_id)
    select '年审', '前一个', custom_id, org_id, contract_id, current_date, p_id from contract where contract_id = ${contract_id}
  `.execute(at.server.db)
  expect(await ask('/api/contract/heir', { contract_id, custom_id, reason: '去世' })).toMatchObject({ code: 200 })
  expect(await found(holdover.holdover_id)).toMatchObject({ custom_id, custom_name: '接着住的', status: 1 })
  expect((await ask('/api/review/index', { contract_id: [contract_id] })).data.list).toMatchObject([{ custom_id, custom_name: '接着住的' }])
  const { data } = await ask('/api/contract/renew', { contract_id, rent: 128_000 })
  expect(await detail(data.contract_id)).toMatchObject({ custom_id })
})

test('the stay is charged month by month, once, and to the day on which the room is given back; the deposit pays for it', async () => {
  const { contract_id, holdover, org_id } = await stayed(75)
  const yesterday = addDays(today(), -1)
  const [made, again] = [
    await night((tx) => billOccupation(tx, [contract_id], yesterday)),
    await night((tx) => billOccupation(tx, [contract_id], yesterday)),
  ]
  expect([made, again]).toEqual([2, 0])
  const { data } = await ask('/api/surrender/add', { contract_id, ground: 1, ended_by: 1, planned_date: today() })
  const handed = await ask('/api/surrender/handover', {
    ...{ surrender_id: data.surrender_id, left_on: today(), keys: 1, room_next: 1, checklist: [{ item: '门窗', state: 1 }] },
  })
  expect(handed).toMatchObject({ code: 200 })
  const all = await fees(contract_id)
  expect([all[0]?.[0], all.at(-1)?.[1]]).toEqual([holdover.since, today()])
  expect(all).toHaveLength(3)
  const sum = all.reduce((total, [, , price]) => total + Number(price), 0)
  const reckoned = (await ask('/api/surrender/detail', { surrender_id: data.surrender_id })).data
  expect(reckoned).toMatchObject({ arrears: sum, due: Math.max(0, sum - 128_000), refund: Math.max(0, 128_000 - sum) })
  expect(await found(holdover.holdover_id)).toMatchObject({ status: 5, charged: sum })
  expect((await ask('/api/org/detail', { org_id })).data.state).toBe(7)
})

test('what is charged for staying is told without late fees of older rents and other costs of those days', async () => {
  const { contract_id, holdover } = await stayed(75)
  await night((tx) => billOccupation(tx, [contract_id], addDays(today(), -1)))
  const { charged } = await found(holdover.holdover_id)
  expect(charged).toBeGreaterThan(0)
  await sql`
    with b as (
      insert into bill (sn, type, "from", from_id, price, bill_date, start_date, end_date, payer, payment_ratio, custom_name, custom_id, org_id, contract_id, of_bill, p_id)
      select 'WYJ1', 1, 2, ${at.ground.cost}, 777, current_date, current_date, current_date, 1, 100, o.custom_name, o.custom_id, o.org_id, o.contract_id, o.bill_id, o.p_id
      from bill o where o.contract_id = ${contract_id} and o."from" = 1 order by o.bill_id limit 1 returning bill_id, price, p_id
    ) insert into bill_share (bill_id, party, price, p_id) select bill_id, 1, price, p_id from b
  `.execute(at.server.db)
  expect((await found(holdover.holdover_id)).charged).toBe(charged)
})

test('who rents again begins today; the days between are charged, the old contract has expired and the case is closed', async () => {
  const { contract_id, holdover } = await stayed(10)
  const renewed = await ask('/api/contract/renew', { contract_id, rent: 130_000, months: 3 })
  expect(renewed).toMatchObject({ code: 200 })
  expect(await detail(renewed.data.contract_id)).toMatchObject({ start_date: today() })
  expect(await sign(renewed.data.contract_id)).toMatchObject({ code: 200 })
  expect([(await detail(contract_id)).status, (await found(holdover.holdover_id)).status]).toEqual([5, 6])
  const all = await fees(contract_id)
  expect([all[0]?.[0], all.at(-1)?.[1]]).toEqual([holdover.since, addDays(today(), -1)])
  const { rows } = await sql<{
    n: number
  }>`select count(*)::integer as n from contract where org_id = (select org_id from contract where contract_id = ${contract_id})`.execute(
    at.server.db,
  )
  expect(rows[0]?.n).toBe(2)
})

test('who gives notice while staying, and takes it back, stays as before: the case goes on, and the night has other terms end', async () => {
  const { contract_id, holdover } = await stayed(40)
  const { data } = await ask('/api/surrender/add', { contract_id, ground: 1, ended_by: 1, planned_date: today() })
  expect(await ask('/api/surrender/stay', { surrender_id: data.surrender_id, reason: '不搬了' })).toMatchObject({ code: 200 })
  expect((await detail(contract_id)).status).toBe(9)
  expect((await stayed(5)).holdover.status).toBe(1)
  expect(await found(holdover.holdover_id)).toMatchObject({ status: 1 })
  expect(await night((tx) => billOccupation(tx, [contract_id], addDays(today(), -1)))).toBe(1)
})
