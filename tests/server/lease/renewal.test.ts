import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { endTerms } from '../../../server/domain/contract/days.ts'
import { endLeases } from '../../../server/domain/lease/jobs.ts'
import { addDays, today } from '../../../src/protocol/dates.ts'
import { adminServer } from '../../help/adminServer.ts'
import { monthsLater } from '../../help/entering.ts'
import { leasesOn } from '../../help/leases.ts'
import { bySystem, nightWork } from '../../help/nightWork.ts'
import { addAccount, tokenOf } from '../../help/store/ground.ts'
import { surrendersOn } from '../../help/surrenders.ts'
import { done, tenanciesOn } from '../../help/tenancies.ts'

const at = adminServer()
const { ask } = at
const { room, tenant, toSign, bills, pay, detail } = tenanciesOn(at)
const { inForce, contracts, living, listed, sign } = leasesOn(at)
const { begin } = surrendersOn(at)

interface Room {
  contract_id: number
  org_id: number
  start_date: string
  end_date: string
  rent: number
  status: number
  former_id: number | null
}

const lease = async (lease_id: number) => done(await ask('/api/lease/detail', { lease_id })).data
const roomsOf = async (lease_id: number): Promise<Room[]> =>
  (await contracts(lease_id)).toSorted((a: Room, b: Room) => a.contract_id - b.contract_id)
const renew = (lease_id: number, asked: object = {}, token?: string) => ask('/api/lease/renew', { lease_id, months: 12, ...asked }, token)
/** A whole lease of so many rooms of which all that is owed so far is paid. */
const paid = async (count = 2, terms: Record<string, unknown> = {}): Promise<number> => {
  const rooms: number[] = []
  for (let n = 0; n < count; n++) rooms.push(await room())
  const lease_id = await inForce(rooms, terms)
  for (const { contract_id } of await roomsOf(lease_id)) await pay(contract_id)
  return lease_id
}
/** One whose term ended some days ago. */
const over = () => paid(2, { start_date: addDays(today(), -40), months: 1 })
const night = () => nightWork(at.server, (tx) => endTerms(bySystem(tx), today()))
const people = async (org_id: number) => {
  const { list } = done(await ask('/api/occupant/index', { org_id: [org_id], page_rows: 50 })).data
  return list.toSorted((a: { occupant_id: number }, b: { occupant_id: number }) => a.occupant_id - b.occupant_id)
}
const held = async (contract_id: number): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select coalesce(sum(price), 0)::bigint as n from deposit_entry where contract_id = ${contract_id}
  `.execute(at.server.db)
  return rows[0]?.n ?? 0
}

test('the rooms that stand go on from the day after, at their own rent or at one, with their deposits; what was paid stays as it was', async () => {
  const lease_id = await paid(3)
  const [given, amended, plain] = (await roomsOf(lease_id)) as [Room, Room, Room]
  await begin(given.contract_id)
  const dearer = { contract_id: amended.contract_id, from_date: addDays(today(), 100), rent: 120_000, reason: '调租' }
  done(await ask('/api/contract/amend', dearer))
  const before = await Promise.all([amended, plain].map(({ contract_id }) => bills(contract_id)))
  const lastDay = addDays(monthsLater(addDays(plain.end_date, 1), 24), -1)
  const { facts, table, said } = done(await ask('/api/lease/renewal', { lease_id, months: 24 })).data
  expect(Object.fromEntries(facts.map(({ label, value }: { label: string; value: string }) => [label, value]))).toMatchObject({
    房间: '2 间',
    租期: `${addDays(plain.end_date, 1)} 至 ${lastDay}`,
    押金: '¥2,000.00',
    月租金合计: '¥2,200.00',
  })
  expect([table.rows.length, table.more, said]).toEqual([12, expect.any(Number), undefined])

  const made = done(await renew(lease_id, { months: 24 })).data
  expect(made).toMatchObject({ sn: expect.stringMatching(/^ZZ\d+/), count: 2 })
  expect(await lease(made.lease_id)).toMatchObject({
    ...{ status: 3, former_id: lease_id, months: 24, rooms: 2, rent: 220_000 },
    ...{ start_date: addDays(plain.end_date, 1), end_date: lastDay },
  })
  const next = await roomsOf(made.lease_id)
  expect(next).toMatchObject([
    { former_id: amended.contract_id, org_id: amended.org_id, origin: 2, status: 3, rent: 120_000, deposit: 100_000 },
    { former_id: plain.contract_id, org_id: plain.org_id, origin: 2, status: 3, rent: 100_000, deposit: 100_000 },
  ])
  expect((await detail(plain.contract_id)).status).toBe(4)
  expect(await renew(lease_id)).toMatchObject({ code: 409, msg: `已有续签的整租 ${made.sn}` })
  expect(done(await ask('/api/lease/renewal', { lease_id, months: 24 })).data.said).toContain(made.sn)

  done(await sign(made.lease_id))
  for (const { contract_id, former_id, rent } of next) {
    expect((await bills(contract_id)).map(({ from, price }) => [from, price])).toEqual([[1, rent]])
    expect([await held(former_id as number), await held(contract_id)]).toEqual([0, 100_000])
  }
  expect(await Promise.all([amended, plain].map(({ contract_id }) => bills(contract_id)))).toEqual(before)
  const { rows } = await sql`
    select from contract a join contract b on b.org_id = a.org_id and b.contract_id > a.contract_id
    where a.status in (4, 6, 9) and b.status in (4, 6, 9) and daterange(a.start_date, a.end_date, '[]') && daterange(b.start_date, b.end_date, '[]')
  `.execute(at.server.db)
  expect(rows).toEqual([])
})

test('what is overdue is wanted first; all rooms can be had at another rent; a renewal that is void is none', async () => {
  const lease_id = await inForce([await room()], { start_date: addDays(today(), -40), signed_on: addDays(today(), -40) })
  expect(await renew(lease_id)).toMatchObject({ code: 409, msg: expect.stringContaining('逾期欠费') })
  for (const { contract_id } of await roomsOf(lease_id)) await pay(contract_id)
  const first = done(await renew(lease_id, { each: 90_000 })).data.lease_id
  expect(await roomsOf(first)).toMatchObject([{ rent: 90_000, deposit: 100_000 }])
  done(await ask('/api/lease/void', { lease_id: first, reason: '改条款' }))
  const again = done(await renew(lease_id)).data.lease_id
  expect(await roomsOf(again)).toMatchObject([{ rent: 100_000 }])
  expect(await renew(again)).toMatchObject({ code: 409 })
})

test('with the term the roster goes along, each to be checked again, and the lease before has ended', async () => {
  const lease_id = await over()
  const [first, second] = (await roomsOf(lease_id)) as [Room, Room]
  const [custom_id, other] = [await tenant(), await tenant()]
  const ago = addDays(today(), -30)
  const lives = await living({ org_id: first.org_id, custom_id, from_date: ago })
  await listed({ org_id: second.org_id, custom_id: other, from_date: addDays(today(), 5) })
  const next = done(await renew(lease_id)).data.lease_id
  done(await sign(next))
  expect((await people(first.org_id)).map(({ status }: { status: number }) => status)).toEqual([2])
  await night()
  expect(await people(first.org_id)).toMatchObject([
    { occupant_id: lives, status: 3, lease_id, from_date: ago, to_date: first.end_date },
    { custom_id, status: 1, lease_id: next, from_date: addDays(first.end_date, 1), to_date: null },
  ])
  expect(await people(second.org_id)).toMatchObject([
    { status: 3, to_date: addDays(today(), 4) },
    { custom_id: other, status: 1, lease_id: next, from_date: addDays(today(), 5) },
  ])
  await nightWork(at.server, (tx) => endLeases(bySystem(tx)))
  expect([(await lease(lease_id)).status, (await lease(next)).status]).toEqual([5, 4])
  await toSign({ custom_id })
  const [, again] = await people(first.org_id)
  expect(await ask('/api/occupant/admit', { occupant_id: again.occupant_id })).toMatchObject({
    code: 409,
    msg: expect.stringContaining('已有租客合同'),
  })
})

test('a company that stays beyond the term goes on from the day of the renewal: the days between are charged, the roster goes along', async () => {
  const lease_id = await over()
  const [first] = (await roomsOf(lease_id)) as [Room]
  const custom_id = await tenant()
  await living({ org_id: first.org_id, custom_id, from_date: addDays(today(), -30) })
  await night()
  expect((await roomsOf(lease_id)).map(({ status }) => status)).toEqual([9, 9])
  const next = done(await renew(lease_id)).data.lease_id
  expect(await lease(next)).toMatchObject({ start_date: today() })
  done(await sign(next))
  expect((await roomsOf(lease_id)).map(({ status }) => status)).toEqual([5, 5])
  const stay = (await bills(first.contract_id)).filter(({ from }) => from === 2)
  expect([stay[0]?.start_date, stay.at(-1)?.end_date]).toEqual([addDays(first.end_date, 1), addDays(today(), -1)])
  expect(await people(first.org_id)).toMatchObject([
    { status: 3, to_date: addDays(today(), -1) },
    { custom_id, status: 1, lease_id: next, from_date: today() },
  ])
})

test('a room that is given up before the renewal is signed stops it until its new contract is void', async () => {
  const lease_id = await paid()
  const [first] = (await roomsOf(lease_id)) as [Room]
  const next = done(await renew(lease_id)).data.lease_id
  const [follows, other] = (await roomsOf(next)) as [Room, Room]
  await begin(first.contract_id)
  expect(await sign(next)).toMatchObject({ code: 409, msg: expect.stringContaining('已在退租') })
  done(await ask('/api/contract/void', { contract_id: follows.contract_id, reason: '不续' }))
  expect(await sign(next)).toMatchObject({ code: 200, data: { count: 1 } })
  expect((await detail(other.contract_id)).status).toBe(4)
  expect(await held(first.contract_id)).toBe(100_000)
})

test('from another project there is no such lease; of many who renew at once, one', async () => {
  const lease_id = await paid()
  const away = await tokenOf(at.server, await addAccount(at.server, 'away', ['*'], [2]))
  expect(await renew(lease_id, {}, away)).toMatchObject({ code: 404 })
  expect(await ask('/api/lease/renewal', { lease_id, months: 12 }, away)).toMatchObject({ code: 404 })
  const answers = await Promise.all([1, 2, 3, 4].map(() => renew(lease_id)))
  expect(answers.map(({ code }) => code).sort()).toEqual([200, 409, 409, 409])
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from contract c join contract f on f.contract_id = c.former_id where f.lease_id = ${lease_id}
  `.execute(at.server.db)
  expect(rows[0]?.n).toBe(2)
})
