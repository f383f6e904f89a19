import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { movePast } from '../../../server/calls/lapse.ts'
import { hold } from '../../../server/domain/waiting/jobs.ts'
import '../../../server/wiring.ts'
import { inTransaction } from '../../../server/store/connection/transaction.ts'
import { adminServer } from '../../help/adminServer.ts'
import { emptyRoom } from '../../help/services.ts'
import { addRow, addTenant, cardOf } from '../../help/store/ground.ts'

const at = adminServer()
const { ask } = at
let people = 0

const waits = (): Promise<number> =>
  addRow(at.server, 'waiting', {
    ...{ custom_name: `轮候${++people}`, card: cardOf(people), phone: '13812345678', p_id: 1, nature: 1, room_type: 1, priority: 2 },
    qualified_at: 1_760_000_000 + people,
  })
const waiter = async (wait_id: number) => (await ask('/api/Waiting/detail', { wait_id })).data
const save = async (changes: Record<string, number>): Promise<void> => {
  const { data } = await ask('/api/queueSetting/detail')
  const values = { hold_days: 7, lapse_counts: 1, most_declines: 3, objection_days: 7, ...changes }
  expect((await ask('/api/queueSetting/save', { ...values, version: data.version })).msg).toBe('')
}
const called = async (): Promise<number> => {
  const wait_id = await waits()
  const answer = await ask('/api/Waiting/call', { wait_id, org_id: await emptyRoom(at), days: 1, reason: '试' })
  expect(answer.msg).toBe('')
  return wait_id
}
/** Staff have told them by telephone. */
const told = async (wait_id: number): Promise<void> =>
  expect((await ask('/api/Waiting/tell', { wait_id, how: 2, told_at: Math.floor(Date.now() / 1000) })).msg).toBe('')
/** What the job does two days later. */
const lapse = (): Promise<number> =>
  inTransaction(at.server.db, { userId: null, path: 'job:lapse_holds', label: '叫号到期', address: '' }, (tx) =>
    movePast(tx, Math.floor(Date.now() / 1000) + 2 * 86_400, hold),
  )

test('a call begins with the days that the operator has set', async () => {
  expect((await ask('/api/Waiting/beginning')).data).toEqual({ days: 7 })
  await save({ hold_days: 3 })
  expect((await ask('/api/Waiting/beginning')).data).toEqual({ days: 3 })
})

test('whether a lapse counts, and how many declines are too many, is as it was set when the person was called', async () => {
  await save({ lapse_counts: 2, most_declines: 1 })
  const lenient = await called()
  await told(lenient)
  const { version } = (await ask('/api/queueSetting/detail')).data
  expect(await waiter(lenient)).toMatchObject({ rule_version: version })
  await save({ lapse_counts: 1, most_declines: 1 })
  const strict = await called()
  await told(strict)
  expect(await lapse()).toBe(2)
  expect(await waiter(lenient)).toMatchObject({ status: 1, declines: 0 })
  expect(await waiter(strict)).toMatchObject({ status: 5, declines: 1 })
  const { rows } = await sql<{ content: string }>`select distinct content from message order by content`.execute(at.server.db)
  expect(rows.map(({ content }) => content.slice(-5)).sort()).toEqual(['一次放弃。', '不记放弃。'])

  await save({ most_declines: 2 })
  const twice = await called()
  await save({ most_declines: 1 })
  expect((await ask('/api/Waiting/decline', { wait_id: twice, reason: '太远' })).msg).toBe('')
  expect(await waiter(twice)).toMatchObject({ status: 1, declines: 1 })
})

test('a call that was a mistake is taken back and counts for nothing, however few declines are allowed', async () => {
  await save({ most_declines: 1 })
  const wait_id = await called()
  expect((await ask('/api/Waiting/decline', { wait_id, reason: '叫错了房间', by: 2 })).msg).toBe('')
  expect(await waiter(wait_id)).toMatchObject({ status: 1, declines: 0, org_id: null, reason: '叫错了房间（不计放弃）' })
})

test('a household that rents already is called only with a reason', async () => {
  const wait_id = await waits()
  const { card } = (await ask('/api/Waiting/detail', { wait_id })).data
  const apply_id = await addRow(at.server, 'qualification', {
    ...{ custom_name: '另租', card: cardOf(people), phone: '13812345678', p_id: 1, nature: 1, priority: 1, room_type: 1, status: 4 },
    ...{ family_size: 1, income: 1, housing_area: 1 },
  })
  await sql`update waiting set apply_id = ${apply_id}, priority = 1 where wait_id = ${wait_id}`.execute(at.server.db)
  const custom_id = await addTenant(at.server, { name: '另租', card: cardOf(people) })
  const rented = { custom_id, p_id: 1, rent: 100, deposit: 100, start_date: '2026-01-01', end_date: '2099-12-31', status: 4 }
  await addRow(at.server, 'contract', { ...rented, sn: `HT${card}`, org_id: await emptyRoom(at) })
  const org_id = await emptyRoom(at)
  expect(await ask('/api/Waiting/call', { wait_id, org_id, days: 1 })).toMatchObject({
    code: 400,
    msg: expect.stringContaining('已另有合同'),
  })
  expect((await ask('/api/Waiting/call', { wait_id, org_id, days: 1, reason: '换房' })).msg).toBe('')
})

test('whoever is passed over keeps their place, and why stands among what happened', async () => {
  const wait_id = await waits()
  const { rank, queue_order } = await waiter(wait_id)
  expect(await ask('/api/Waiting/skip', { wait_id })).toMatchObject({ code: 400, msg: '跳过原因必填' })
  expect((await ask('/api/Waiting/skip', { wait_id, reason: '电话三次未接' })).msg).toBe('')
  expect(await waiter(wait_id)).toMatchObject({ rank, queue_order, status: 1, declines: 0 })
  const events = (await ask('/api/Waiting/detail_history', { wait_id: [wait_id], page: 1 })).data.list
  expect(events[0]).toMatchObject({ kind: 2, status: 1, reason: '电话三次未接', created_by: 1 })
  await ask('/api/Waiting/call', { wait_id, org_id: await emptyRoom(at), days: 1, reason: '试' })
  expect(await ask('/api/Waiting/skip', { wait_id, reason: '再跳' })).toMatchObject({ code: 409 })
})
