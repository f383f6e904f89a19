import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { endLeases } from '../../../server/domain/lease/jobs.ts'
import { inTransaction } from '../../../server/store/connection/transaction.ts'
import { addDays, today } from '../../../src/protocol/dates.ts'
import { adminServer } from '../../help/adminServer.ts'
import { household } from '../../help/households.ts'
import { leasesOn } from '../../help/leases.ts'
import { addAccount, addRow, tokenOf } from '../../help/store/ground.ts'
import { surrendersOn } from '../../help/surrenders.ts'
import { done, tenanciesOn } from '../../help/tenancies.ts'

const at = adminServer()
const { ask } = at
const { room, tenant, signed, bills } = tenanciesOn(at)
const { begin, handOver } = surrendersOn(at)
const { leased, withRoom, sign, inForce, contracts, leasedRoom, living, listed } = leasesOn(at)

const lease = async (lease_id: number) => (await ask('/api/lease/detail', { lease_id })).data
const stateOf = async (org_id: number): Promise<number> => (await ask('/api/org/detail', { org_id })).data.state
const occupant = async (occupant_id: number) => (await ask('/api/occupant/detail', { occupant_id })).data

test('a company rents rooms on the same terms: final, signed, billed room by room, and all of it is the company’s', async () => {
  const rooms = [await room(), await room(), await room()]
  const lease_id = await withRoom(rooms)
  expect((await contracts(lease_id)).map(({ status }: { status: number }) => status)).toEqual([1, 1, 1])
  expect(await ask('/api/lease/submit', { lease_id })).toMatchObject({ code: 200 })
  expect(await Promise.all(rooms.map(stateOf))).toEqual([3, 3, 3])
  const pen = (await contracts(lease_id))[0].contract_id
  expect(await ask('/api/contract/manual_sign', { contract_id: pen, sign_img: [1] })).toMatchObject({ code: 409 })
  expect(await sign(lease_id)).toMatchObject({ code: 200, data: { count: 3 } })
  expect(await lease(lease_id)).toMatchObject({ status: 4, rooms: 3, rent: 300_000 })
  for (const { contract_id } of await contracts(lease_id)) {
    expect((await bills(contract_id)).map(({ from, price }) => [from, price])).toEqual([
      [3, 100_000],
      [1, 100_000],
    ])
    const { rows } = await sql<{ party: number }>`
      select distinct s.party from bill_share s join bill b on b.bill_id = s.bill_id where b.contract_id = ${contract_id}
    `.execute(at.server.db)
    expect(rows).toEqual([{ party: 2 }])
  }
})

test('rooms that are not vacant, of another project, or without a rent are refused, and none is added', async () => {
  const lease_id = await leased()
  const taken = await room()
  await signed({ org_id: taken })
  expect(await ask('/api/lease/rooms', { lease_id, rooms: [await room(), taken], each: 1 })).toMatchObject({ code: 409 })
  expect(await ask('/api/lease/rooms', { lease_id, rooms: [await room({ p_id: 2, region_name: '徐汇花苑' })], each: 1 })).toMatchObject({
    code: 400,
  })
  expect((await ask('/api/lease/rooms', { lease_id, rooms: [await room()] })).msg).toContain('没有标准月租金')
  expect(await contracts(lease_id)).toEqual([])
  expect(await ask('/api/lease/submit', { lease_id })).toMatchObject({ code: 409, msg: '还没有房间：请先加房间' })
})

test('rooms to be added are offered of the lease’s project, and those that are not in it; one that was chosen keeps its name', async () => {
  const [inside, free, elsewhere] = [await room(), await room(), await room({ p_id: 2, region_name: '徐汇花苑' })]
  const lease_id = await withRoom([inside])
  const offered = async (about: object): Promise<number[]> =>
    done(await ask('/api/contract/rooms', { ...about, page_rows: 100 })).data.map(({ org_id }: { org_id: number }) => org_id)
  expect(await offered({})).toEqual(expect.arrayContaining([inside, free, elsewhere]))
  const fitting = await offered({ lease_id })
  expect([inside, free, elsewhere].map((org_id) => fitting.includes(org_id))).toEqual([false, true, false])
  expect(await offered({ lease_id, ids: [inside] })).toEqual([inside])
})

test('a room is added to a whole lease once; one that was let meanwhile is named where the lease cannot be final', async () => {
  const org_id = await room()
  const lease_id = await withRoom([org_id])
  const again = await ask('/api/lease/rooms', { lease_id, rooms: [await room(), org_id], each: 1 })
  expect(again).toMatchObject({ code: 409, msg: expect.stringMatching(/ 已在这份整租里$/), data: { field: 'rooms' } })
  expect(await contracts(lease_id)).toHaveLength(1)
  await signed({ org_id })
  expect((await ask('/api/lease/submit', { lease_id })).msg).toMatch(/^房间 张杨花苑 \S+：该房间现在不是空置，不能签合同$/)
})

test('voided before it is signed, its rooms are free again', async () => {
  const org_id = await room()
  const lease_id = await withRoom([org_id])
  await ask('/api/lease/submit', { lease_id })
  expect(await ask('/api/lease/void', { lease_id, reason: '企业取消' })).toMatchObject({ code: 200 })
  expect([(await lease(lease_id)).status, await stateOf(org_id)]).toEqual([6, 1])
})

test('each room is given back by itself; who lives there is out, and with the last room the lease has ended', async () => {
  const yesterday = addDays(today(), -1)
  const lease_id = await inForce([await room(), await room()], { start_date: yesterday, signed_on: yesterday })
  const [first, second] = await contracts(lease_id)
  const occupant_id = await living({ org_id: first.org_id, from_date: yesterday })
  const giveBack = async (contract_id: number, ...days: string[]) => {
    const { data } = await ask('/api/surrender/add', { contract_id, ground: 4, ended_by: 1, planned_date: today() })
    const checklist = [{ item: '门窗', state: 1 }]
    for (const left_on of [...days, yesterday])
      expect(
        await ask('/api/surrender/handover', { surrender_id: data.surrender_id, left_on, keys: 1, room_next: 1, checklist }),
      ).toMatchObject({ code: 200 })
    expect(await ask('/api/surrender/settle', { surrender_id: data.surrender_id, way: 3 })).toMatchObject({ code: 200 })
  }
  const end = () =>
    inTransaction(at.server.db, { userId: null, path: 'job:t', label: '试', address: '' }, (tx) =>
      endLeases({ tx, session: { userId: null, scope: null }, now: 0 }),
    )
  const leaving = await living({ org_id: first.org_id, from_date: yesterday })
  done(await ask('/api/occupant/leave', { occupant_id: leaving, to_date: addDays(today(), 9) }))
  // First it is said that the room was given back today, which is corrected.
  await giveBack(first.contract_id, today())
  expect(await occupant(leaving)).toMatchObject({ status: 3, to_date: yesterday })
  expect(await occupant(occupant_id)).toMatchObject({ status: 3, to_date: yesterday })
  expect([await end(), (await lease(lease_id)).rooms]).toEqual([0, 1])
  await giveBack(second.contract_id)
  expect([await end(), (await lease(lease_id)).status]).toEqual([1, 5])
})

test('the roster is checked person by person: one place each, and none who rents a home', async () => {
  await addRow(at.server, 'cost', { name: '赔偿' })
  const custom_id = await tenant()
  const occupant_id = await living({ custom_id })
  expect(await ask('/api/occupant/add', { org_id: await leasedRoom(), custom_id, from_date: today() })).toMatchObject({
    code: 409,
    msg: '此人还在另一间整租房的入住名单上，请先把那一条登记“搬离”或“不符合”',
  })
  const renter = await tenant()
  await signed({ custom_id: renter })
  const other = await listed({ custom_id: renter })
  expect(await ask('/api/occupant/admit', { occupant_id: other })).toMatchObject({
    code: 409,
    msg: expect.stringContaining('已有租客合同'),
  })
  const { tenants } = await household(at.server)
  await signed({ custom_id: tenants[0] })
  expect(await ask('/api/occupant/admit', { occupant_id: await listed({ custom_id: tenants[1] }) })).toMatchObject({
    code: 409,
    msg: expect.stringContaining('此人的家庭已有租客合同'),
  })
  expect(await ask('/api/occupant/turnAway', { occupant_id: other, reason: '已有住房' })).toMatchObject({ code: 200 })
  // Who has given his own room back has none, though that is not settled yet.
  const gone = await tenant()
  const begun = addDays(today(), -3)
  const surrender_id = await begin(await signed({ custom_id: gone, start_date: begun, signed_on: begun }))
  done(await handOver(surrender_id, { left_on: addDays(today(), -1) }))
  done(await ask('/api/occupant/admit', { occupant_id: await listed({ custom_id: gone }) }))
  const next = await tenant()
  expect(await ask('/api/occupant/swap', { occupant_id, other_id: next, since: today() })).toMatchObject({ code: 400 })
  // Of another project, whose tenants whoever swaps does not see.
  const [clerk, away] = [await tokenOf(at.server, await addAccount(at.server, 'roster', ['*'], [1])), await tenant({ p_id: 2 })]
  expect(await ask('/api/occupant/swap', { occupant_id, other_id: away, since: addDays(today(), 3) }, clerk)).toMatchObject({
    code: 400,
    data: { field: 'other_id' },
  })
  const { data } = await ask('/api/occupant/swap', { occupant_id, other_id: next, since: addDays(today(), 3) })
  expect(await occupant(occupant_id)).toMatchObject({ status: 3, to_date: addDays(today(), 2), custom_id })
  expect(await occupant(data.occupant_id)).toMatchObject({ status: 1, custom_id: next, from_date: addDays(today(), 3) })
})
