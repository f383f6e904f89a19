import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { remind } from '../../../server/domain/reminder/remind.ts'
import { codeOf } from '../../../src/core/states.ts'
import { callsOfSetting } from '../../../src/derive/settings.ts'
import { addDays, secondsOf } from '../../../src/protocol/dates.ts'
import outbox from '../../../src/resources/outbox/outbox.ts'
import rentSetting from '../../../src/resources/settings/rent.ts'
import { addAccount, addRow, addTenant, fillGround, roomsInTwoProjects, tokenOf } from '../../help/store/ground.ts'
import { startTestServer, type TestServer } from '../../help/testServer.ts'

const TODAY = '2027-06-01'
const PHONE = '13812345678'
const people: Record<string, number> = {}

let server: TestServer
let admin: string
let rooms: [number, number]

const at = (time: string, days = 0): number => secondsOf(`${addDays(TODAY, days)} ${time}`) ?? 0
const run = (days = 0, time = '08:00'): Promise<number> => server.db.transaction().execute((tx) => remind(tx, at(time, days)))
const rowsOf = async <T>(text: string): Promise<T[]> => (await sql.raw<T>(text).execute(server.db)).rows

/** A viewing so many days after the day, confirmed unless another state is given. */
const viewing = (days: number, time: string, changes: object = {}): Promise<number> =>
  addRow(server, 'reserve', {
    custom_name: '韩梅梅',
    phone: PHONE,
    org_id: rooms[0],
    p_id: 1,
    status: 2,
    note: '只剩一份低保',
    start_time: at(time, days),
    end_time: at(time, days) + 1800,
    ...changes,
  })
const told = async (person: string): Promise<{ content: string; resource: string; record_id: number }[]> =>
  rowsOf(`select content, resource, record_id from message where account_id = ${people[person]} order by msg_id`)
const pushes = (): Promise<{ once: string; content: string; state: number; error: string | null; dials: string | null; p_id: number }[]> =>
  rowsOf('select once, content, state, error, dials, p_id from outbox order by outbox_id')
const roomName = async (room: number): Promise<string> =>
  (await rowsOf<{ t: string }>(`select region_name || ' ' || unit_floor as t from org where org_id = ${room}`))[0]?.t ?? ''
const set = async (changes: object): Promise<void> => {
  const { detail, save } = callsOfSetting(rentSetting)
  const { values, version } = (await server.call(detail, {}, admin)).data
  expect(await server.call(save, { ...values, ...changes, version }, admin)).toMatchObject({ code: 200 })
}
const move = async (reserve_id: number, start_time: number): Promise<void> => {
  const asked = { reserve_id, start_time, end_time: start_time + 1800, request_id: `${reserve_id} ${start_time}` }
  expect((await server.call('/api/reserve/move', asked, admin)).code).toBe(200)
}
const cancel = async (reserve_id: number): Promise<void> => {
  expect((await server.call('/api/reserve/cancel', { reserve_id, request_id: `cancel ${reserve_id}` }, admin)).code).toBe(200)
}

beforeAll(async () => {
  server = await startTestServer()
  admin = await tokenOf(server)
  rooms = await roomsInTwoProjects(server, await fillGround(server))
  people.pudong = await addAccount(server, 'pudong', ['/api/reserve/index'], [1])
  people.xuhui = await addAccount(server, 'xuhui', ['/api/reserve/index'], [2])
  people.blind = await addAccount(server, 'blind', ['/api/contract/index'], [1])
  await sql`update account set projects = '{}' where user_id in (2, 3)`.execute(server.db)
  await set({ contract: 2, arrears: 2, vacancy: 2, whom: 3, accounts: [people.pudong, people.xuhui, people.blind] })
})
afterAll(() => server.close())

test('the day before a viewing, asked or confirmed, those hear of it who may see it, in its project, and are led to it; not twice', async () => {
  const confirmed = await viewing(1, '10:00')
  const asked = await viewing(1, '11:00', { status: 1 })
  await viewing(1, '12:00', { status: 5 })
  await viewing(1, '13:00', { status: 3 })
  await viewing(2, '10:00')
  await viewing(0, '07:30')
  const away = await viewing(1, '23:59', { org_id: rooms[1], p_id: 2 })
  expect(await run()).toBe(3)
  const [here, there] = [await roomName(rooms[0]), await roomName(rooms[1])]
  expect(await told('pudong')).toEqual([
    { content: `韩梅梅 将于 2027-06-02 10:00 看房（${here}）。`, resource: 'reserve', record_id: confirmed },
    { content: `韩梅梅 将于 2027-06-02 11:00 看房（${here}），预约还没有确认。`, resource: 'reserve', record_id: asked },
  ])
  expect(await told('xuhui')).toEqual([
    { content: `韩梅梅 将于 2027-06-02 23:59 看房（${there}）。`, resource: 'reserve', record_id: away },
  ])
  expect(await told('blind')).toEqual([])
  expect(await Promise.all([run(), run()])).toEqual([0, 0])
  expect(await run(1, '08:00')).toBe(1)
})

test('two nodes at once tell it once, the visitor too', async () => {
  await set({ viewing_visitor: 1 })
  await viewing(31, '10:00')
  const made = await Promise.all([run(30), run(30)])
  expect(made.sort()).toEqual([0, 2])
  expect(await pushes()).toHaveLength(1)
  await set({ viewing_visitor: 2 })
})

test('one that is moved is told for its new time, one that is cancelled is not', async () => {
  const [moved, shifted, cancelled] = [await viewing(51, '10:00'), await viewing(51, '11:00'), await viewing(52, '15:00')]
  expect(await run(50)).toBe(2)
  await move(moved, at('16:00', 55))
  await move(shifted, at('18:00', 51))
  await cancel(cancelled)
  const before = (await told('pudong')).length
  // On its old day, and before its new one, nothing is said of it; the one of another hour is told again.
  expect(await run(51)).toBe(1)
  expect(await run(53)).toBe(0)
  expect(await run(54)).toBe(1)
  const here = await roomName(rooms[0])
  expect((await told('pudong')).slice(before)).toEqual([
    { content: `韩梅梅 将于 2027-07-22 18:00 看房（${here}）。`, resource: 'reserve', record_id: shifted },
    { content: `韩梅梅 将于 2027-07-26 16:00 看房（${here}）。`, resource: 'reserve', record_id: moved },
  ])
})

test('the visitor is told where it is set, whoever of the staff hears: when and where, and nothing that a stranger should not know', async () => {
  await sql`delete from outbox`.execute(server.db)
  await set({ viewing_visitor: 1, accounts: [people.blind] })
  const reserve_id = await viewing(71, '10:00')
  expect(await run(70)).toBe(1)
  const [push, ...more] = await pushes()
  expect(more).toEqual([])
  expect(push).toMatchObject({ dials: 'phone', p_id: 1 })
  const { type, data } = JSON.parse(push?.content ?? '')
  expect(type).toBe('reminder.visitor')
  expect(data).toEqual({
    title: '看房提醒',
    content: `您预约了 2027-08-11 10:00 看房，地点：${await roomName(rooms[0])}。`,
    since: '2027-08-11',
    days: 1,
    resource: 'reserve',
    reserve_id,
  })
  expect(push?.content).not.toMatch(/韩梅梅|低保|1381234/)
  expect(await run(70)).toBe(0)

  // What has not reached the visitor yet does not go for a time that is no more.
  await move(reserve_id, at('12:00', 71))
  expect(await pushes()).toMatchObject([{ state: codeOf(outbox, 'withdrawn'), error: '看房已改期或取消' }])
  const [{ outbox_id } = { outbox_id: 0 }] = await rowsOf<{ outbox_id: number }>('select outbox_id from outbox')
  expect(await server.call('/api/outbox/again', { outbox_id }, admin)).toMatchObject({ code: 409 })
  expect(await run(71)).toBe(1)
  await cancel(reserve_id)
  const all = await pushes()
  expect(all.map(({ state }) => state)).toEqual([codeOf(outbox, 'withdrawn'), codeOf(outbox, 'withdrawn')])
  expect(all[1]?.content).toContain('2027-08-11 12:00')
})

test('nobody is sent to a room that was let meanwhile: staff hear that it was', async () => {
  await set({ viewing_visitor: 1, accounts: [people.pudong] })
  await viewing(81, '10:00')
  const custom_id = await addTenant(server)
  const lease = { sn: 'HT81', kind: 1, custom_id, org_id: rooms[0], p_id: 1, status: 4, rent: 100_000, deposit: 0 }
  const contract_id = await addRow(server, 'contract', { ...lease, start_date: '2027-06-01', end_date: '2028-05-31' })
  const before = (await pushes()).length
  expect(await run(80)).toBe(1)
  expect((await pushes()).length).toBe(before)
  expect((await told('pudong')).at(-1)?.content).toMatch(/房间已经出租，没有提醒看房人：请告知，并改期或取消。$/)
  // One whose tenant leaves soon after is shown to whoever comes next: he who was left out is told now, too.
  await sql`update contract set end_date = '2027-09-01' where contract_id = ${contract_id}`.execute(server.db)
  await viewing(82, '10:00')
  expect(await run(81)).toBe(3)
})

test.each([
  ['out of use', 3],
  ['let room by room', 4],
])('nobody is sent to a room that is %s by then: staff hear that it is', async (_how, status) => {
  await viewing(80 + status, '10:00')
  await sql`update org set status = ${status} where org_id = ${rooms[0]}`.execute(server.db)
  const before = (await pushes()).length
  expect(await run(79 + status)).toBe(1)
  expect((await pushes()).length).toBe(before)
  expect((await told('pudong')).at(-1)?.content).toMatch(/房间已经停用或拆套，没有提醒看房人：请告知，并改期或取消。$/)
  await sql`update org set status = 1 where org_id = ${rooms[0]}`.execute(server.db)
})

test('of no viewing where the setting says so, and as many days before as it says', async () => {
  await viewing(91, '10:00')
  await set({ viewing: 2, accounts: [people.pudong] })
  expect(await run(90)).toBe(0)
  await set({ viewing: 1, viewing_visitor: 2, viewing_days: [{ days: 3 }] })
  expect(await run(87)).toBe(0)
  expect(await run(88)).toBe(1)
})
