import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { adminServer } from '../../help/adminServer.ts'
import { addAccount, addRow, cardOf, flat, tokenOf } from '../../help/store/ground.ts'

const at = adminServer()
let house = 0
let waiters = 0

const roomIn = async (p_id: number, shi: number): Promise<number> => {
  const made = await at.call('/api/org/add', flat(at.ground, { p_id, shi, house: String(900 + ++house), region_name: `花苑${p_id}` }))
  return made.data.org_id[0]
}
/** Someone who has waited since so many days before the first. */
const waits = (p_id: number, room_type: number, earlier: number): Promise<number> =>
  addRow(at.server, 'waiting', {
    custom_name: `轮候${++waiters}`,
    card: cardOf(waiters),
    phone: '13812345678',
    p_id,
    nature: 1,
    room_type,
    priority: 2,
    qualified_at: 1_760_000_000 - earlier * 86_400,
    status: 1,
  })

let [one, two, other] = [0, 0, 0]
let [first, second, elsewhere] = [0, 0, 0]
beforeAll(async () => {
  ;[one, two, other] = [await roomIn(1, 1), await roomIn(1, 2), await roomIn(2, 1)]
  second = await waits(1, 1, 0)
  first = await waits(1, 1, 10)
  elsewhere = await waits(2, 1, 30)
  // Nothing of that type is vacant.
  await waits(2, 3, 90)
})

const rooms = async (params: Record<string, unknown>, token?: string) =>
  ((await at.call('/api/Waiting/rooms', params, token)).data as { org_id: number }[]).map(({ org_id }) => org_id)

test('whose turn it is, in the queues for which a room of that type is vacant, the longest wait first', async () => {
  const { data } = await at.call('/api/Waiting/next')
  const told = (data as { wait_id: number; waiters: number; vacant: number; rooms: { org_id: number }[] }[]).map((turn) => [
    turn.wait_id,
    turn.waiters,
    turn.vacant,
    turn.rooms.map(({ org_id }) => org_id),
  ])
  expect(told).toEqual([
    [elsewhere, 1, 1, [other]],
    [first, 2, 1, [one]],
  ])
  expect(((await at.call('/api/Waiting/next', { p_id: 1 })).data as unknown[]).length).toBe(1)
})

test('for someone, the rooms are offered for which the call is taken, those of the type applied for first', async () => {
  expect(await rooms({ wait_id: second })).toEqual([one, two])
  expect(await rooms({ wait_id: second, keyword: '花苑2' })).toEqual([])
  expect(await rooms({})).toEqual([])
  for (const org_id of await rooms({ wait_id: first })) {
    const answer = await at.ask('/api/Waiting/call', { wait_id: first, org_id, days: 7 })
    expect([answer.code, answer.msg]).toEqual([200, ''])
    await at.ask('/api/Waiting/decline', { wait_id: first, reason: '再看看' })
    await sql`update waiting set declines = 0 where wait_id = ${first}`.execute(at.server.db)
  }
  expect((await at.ask('/api/Waiting/call', { wait_id: first, org_id: one, days: 7 })).msg).toBe('')
  expect(await rooms({ wait_id: second })).toEqual([two])
})

test('both are for who calls people up, in their projects', async () => {
  const caller = await tokenOf(at.server, await addAccount(at.server, 'caller', ['/api/Waiting/call'], [1]))
  const reader = await tokenOf(at.server, await addAccount(at.server, 'looker', ['/api/Waiting/index']))
  expect(await rooms({ wait_id: elsewhere }, caller)).toEqual([])
  expect((await at.call('/api/Waiting/next', { p_id: 2 }, caller)).data).toEqual([])
  for (const path of ['/api/Waiting/rooms', '/api/Waiting/next']) expect((await at.call(path, {}, reader)).code).toBe(403)
})
