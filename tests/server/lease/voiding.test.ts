import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { endLeases } from '../../../server/domain/lease/jobs.ts'
import { addDays, today } from '../../../src/protocol/dates.ts'
import { adminServer } from '../../help/adminServer.ts'
import { leasesOn } from '../../help/leases.ts'
import { bySystem, nightWork } from '../../help/nightWork.ts'
import { addAccount, tokenOf } from '../../help/store/ground.ts'
import { surrendersOn } from '../../help/surrenders.ts'
import { done, tenanciesOn } from '../../help/tenancies.ts'

const at = adminServer()
const { ask } = at
const { room, bills, pay, detail, tenant } = tenanciesOn(at)
const { inForce, withRoom, contracts, living, listed, sign } = leasesOn(at)
const { begin, handOver } = surrendersOn(at)

const voided = (contract_id: number, token?: string) => ask('/api/contract/void', { contract_id, reason: '录错' }, token)
const lease = async (lease_id: number) => done(await ask('/api/lease/detail', { lease_id })).data
const stateOf = async (org_id: number): Promise<number> => (await ask('/api/org/detail', { org_id })).data.state
const occupant = async (occupant_id: number) => done(await ask('/api/occupant/detail', { occupant_id })).data

test('a whole lease in force is voided room by room: each is free, owes nothing, and nobody lives there; with the last one it is void', async () => {
  const lease_id = await inForce([await room(), await room()])
  const [first, second] = await contracts(lease_id)
  const custom_id = await tenant()
  const lives = await living({ org_id: first.org_id, custom_id })
  const comes = await listed({ org_id: first.org_id, from_date: addDays(today(), 9) })
  expect(await ask('/api/lease/void', { lease_id, reason: '录错' })).toMatchObject({ code: 409 })
  done(await voided(first.contract_id))
  expect([await stateOf(first.org_id), await stateOf(second.org_id)]).toEqual([1, 4])
  expect((await bills(first.contract_id)).map(({ is_void }) => is_void)).toEqual([1, 1])
  expect((await bills(second.contract_id)).map(({ is_void }) => is_void)).toEqual([0, 0])
  expect([await occupant(lives), await occupant(comes)]).toMatchObject([
    { status: 3, to_date: today() },
    { status: 3, to_date: addDays(today(), 8) },
  ])
  expect(await lease(lease_id)).toMatchObject({ status: 4, rooms: 1, rent: 100_000, people: 0 })
  const night = () => nightWork(at.server, (tx) => endLeases(bySystem(tx)))
  expect(await night()).toBe(0)
  // Whoever lived there is on no list any more.
  done(await ask('/api/occupant/add', { org_id: second.org_id, custom_id, from_date: today() }))
  done(await voided(second.contract_id))
  expect(await lease(lease_id)).toMatchObject({ status: 6, reason: '房间都已作废' })
  expect(await night()).toBe(0)
  // So is one that had ended by it, as it did before.
  await sql`update lease set status = 5, reason = null where lease_id = ${lease_id}`.execute(at.server.db)
  await sql.raw(readFileSync('server/domain/lease/migrations/097-void-leases.sql', 'utf8')).execute(at.server.db)
  expect(await lease(lease_id)).toMatchObject({ status: 6, reason: '房间都已作废' })
  done(await ask('/api/lease/rooms', { lease_id: await withRoom(), rooms: [first.org_id, second.org_id], each: 1 }))
})

test('a room on which something has been paid is given back, not voided; from another project there is none; at once, once', async () => {
  const lease_id = await inForce([await room(), await room()])
  const [first, second] = await contracts(lease_id)
  await pay(first.contract_id, 3)
  expect(await voided(first.contract_id)).toMatchObject({ code: 409, msg: expect.stringContaining('请办退租') })
  const away = await tokenOf(at.server, await addAccount(at.server, 'away', ['*'], [2]))
  expect(await voided(second.contract_id, away)).toMatchObject({ code: 404 })
  const answers = await Promise.all([1, 2, 3].map(() => voided(second.contract_id)))
  expect(answers.map(({ code }) => code).sort()).toEqual([200, 409, 409])
  expect((await detail(first.contract_id)).status).toBe(4)
})

test('a renewal that was signed by mistake and voided room by room does not keep the company from renewing', async () => {
  const lease_id = await inForce()
  await pay((await contracts(lease_id))[0].contract_id)
  const renewed = done(await ask('/api/lease/renew', { lease_id, months: 12 })).data.lease_id
  done(await sign(renewed))
  expect(await ask('/api/lease/renew', { lease_id, months: 24 })).toMatchObject({
    code: 409,
    msg: expect.stringMatching(/^已有续签的整租/),
  })
  done(await voided((await contracts(renewed))[0].contract_id))
  done(await ask('/api/lease/renew', { lease_id, months: 24 }))
})

test('one whose rooms are all void is not signed', async () => {
  const lease_id = await withRoom()
  done(await ask('/api/lease/submit', { lease_id }))
  const [only] = await contracts(lease_id)
  done(await voided(only.contract_id))
  expect(await sign(lease_id)).toMatchObject({ code: 409, msg: '房间都已作废，没有可以签订的' })
  done(await ask('/api/lease/void', { lease_id, reason: '不租了' }))
})

test('whoever was to come later is out, too, when the room is given back', async () => {
  const lease_id = await inForce()
  const [only] = await contracts(lease_id)
  const comes = await listed({ org_id: only.org_id, from_date: addDays(today(), 9) })
  done(await handOver(await begin(only.contract_id)))
  expect(await occupant(comes)).toMatchObject({ status: 3, to_date: addDays(today(), 8) })
})
