import { expect, test } from 'vitest'
import { adminServer } from '../../help/adminServer.ts'
import { emptyRoom, letRoom } from '../../help/services.ts'
import { addAccount, tokenOf } from '../../help/store/ground.ts'

const at = adminServer()
const { ask } = at

const START = 1_795_000_000
const DISABLED = 3
const [USABLE, IN_REPAIR] = [1, 2]
const room = async (org_id: number): Promise<{ status: number; state: number }> => (await ask('/api/org/detail', { org_id })).data
const deed = async (name: string, repair_id: number, params: object = {}) => ask(`/api/repair/${name}`, { repair_id, ...params })
const sent = async (org_id: number, lays_up: number): Promise<number> => {
  const broken = { kind: 5, urgency: 2, description: '漏水', reporter: '管家', phone: '13812345678' }
  const { repair_id } = (await ask('/api/repair/add', { org_id, ...broken })).data
  expect((await deed('dispatch', repair_id, { handler: 1, visit_start: START, visit_end: START + 3600, lays_up })).msg).toBe('')
  return repair_id
}
const finish = { work: '做了防水', cost: 0, borne_by: 1 }

test('a room that an order lays up is in repair, by the room’s own move, until the order is finished; done again, once more', async () => {
  const org_id = await emptyRoom(at)
  const id = await sent(org_id, 1)
  expect(await room(org_id)).toMatchObject({ status: IN_REPAIR, state: 8 })
  const log = (await ask('/api/operation_log/index', { resource: 'org', record_id: org_id, page: 1 })).data.list
  expect(log[0]).toMatchObject({
    path: '/api/repair/dispatch',
    changes: expect.arrayContaining([{ column: 'status', before: USABLE, after: IN_REPAIR }]),
  })
  await deed('finish', id, finish)
  expect(await room(org_id)).toMatchObject({ status: USABLE, state: 1 })
  await deed('rework', id, { reason: '还漏' })
  expect((await room(org_id)).status).toBe(IN_REPAIR)
  await deed('cancel', id, { reason: '租客不让进' })
  expect((await room(org_id)).status).toBe(USABLE)
})

test('of two orders that hold it, the room waits for the last, also where both end at once', async () => {
  const org_id = await emptyRoom(at)
  const [first, second] = [await sent(org_id, 1), await sent(org_id, 1)]
  await deed('finish', first, finish)
  expect((await room(org_id)).status).toBe(IN_REPAIR)
  await deed('finish', second, finish)
  expect((await room(org_id)).status).toBe(USABLE)
  for (let round = 0; round < 5; round++) {
    const both = [await sent(org_id, 1), await sent(org_id, 1)]
    const answers = await Promise.all(both.map((id) => deed('finish', id, finish)))
    expect(answers.map(({ code }) => code)).toEqual([200, 200])
    expect((await room(org_id)).status).toBe(USABLE)
  }
})

test('one that does not lay it up leaves a room as it is: usable, or in repair by someone’s own hand', async () => {
  const org_id = await emptyRoom(at)
  const id = await sent(org_id, 0)
  expect((await room(org_id)).status).toBe(USABLE)
  await ask('/api/org/repair', { ids: [org_id] })
  await deed('finish', id, finish)
  expect((await room(org_id)).status).toBe(IN_REPAIR)
  // Nor does one that would have laid it up bring back a room that is being done up by someone's own hand.
  await deed('finish', await sent(org_id, 1), finish)
  expect((await room(org_id)).status).toBe(IN_REPAIR)
  await ask('/api/org/enable', { ids: [org_id] })
  await deed('finish', await sent(org_id, 1), finish)
  expect((await room(org_id)).status).toBe(USABLE)
})

test('a room that is let stays let; one that is disabled is not laid up, and not brought back', async () => {
  const { org_id: lived } = await letRoom(at)
  await sent(lived, 1)
  expect(await room(lived)).toMatchObject({ status: IN_REPAIR, state: 4 })
  expect(await ask('/api/org/disable', { ids: [lived] })).toMatchObject({ code: 409 })
  const org_id = await emptyRoom(at)
  const id = await sent(org_id, 1)
  expect(await ask('/api/org/disable', { ids: [org_id] })).toMatchObject({ code: 200 })
  await deed('finish', id, finish)
  expect((await room(org_id)).status).toBe(DISABLED)
  const broken = { kind: 5, urgency: 2, description: '漏水', reporter: '管家', phone: '13812345678' }
  const { repair_id } = (await ask('/api/repair/add', { org_id, ...broken })).data
  const visit = { handler: 1, visit_start: START, visit_end: START + 3600, lays_up: 1 }
  expect(await deed('dispatch', repair_id, visit)).toMatchObject({ code: 409, data: { field: 'lays_up' } })
})

test('whoever may send someone lays the room up with it, and need not hold the room’s own code', async () => {
  const org_id = await emptyRoom(at)
  const token = await tokenOf(at.server, await addAccount(at.server, 'sender', ['/api/repair/add', '/api/repair/dispatch'], [1]))
  const broken = { kind: 5, urgency: 2, description: '漏水', reporter: '管家', phone: '13812345678' }
  const { repair_id } = (await ask('/api/repair/add', { org_id, ...broken }, token)).data
  const visit = { handler: 1, visit_start: START, visit_end: START + 3600, lays_up: 1 }
  expect((await ask('/api/repair/dispatch', { repair_id, ...visit }, token)).code).toBe(200)
  expect((await room(org_id)).status).toBe(IN_REPAIR)
})
