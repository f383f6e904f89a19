import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { movePast } from '../../../server/calls/lapse.ts'
import { hold } from '../../../server/domain/waiting/jobs.ts'
import { keepArrivals } from '../../../server/domain/waiting/notices.ts'
import { sendDue } from '../../../server/outbox/sendDue.ts'
import { inTransaction } from '../../../server/store/connection/transaction.ts'
import { codeOf } from '../../../src/core/states.ts'
import { minuteOf } from '../../../src/protocol/dates.ts'
import outbox from '../../../src/resources/outbox/outbox.ts'
import { adminServer } from '../../help/adminServer.ts'
import { applicantsAt } from '../../help/applicants.ts'
import { setSite } from '../../help/phones.ts'
import { emptyRoom } from '../../help/services.ts'
import { addAccount, addRow, cardOf, tokenOf } from '../../help/store/ground.ts'

const at = adminServer()
const { ask } = at
const applicants = applicantsAt(at)
const now = (): number => Math.floor(Date.now() / 1000)

let people = 500
const waits = (p_id = 1): Promise<number> =>
  addRow(at.server, 'waiting', {
    ...{ custom_name: `轮候${++people}`, card: cardOf(people), phone: '13812345678', p_id, nature: 1, room_type: 1, priority: 2 },
    qualified_at: 1_760_000_000 + people,
  })
const waiter = async (wait_id: number) => (await ask('/api/Waiting/detail', { wait_id })).data
const call = async (wait_id: number, days = 1): Promise<number> => {
  const org_id = await emptyRoom(at)
  expect((await ask('/api/Waiting/call', { wait_id, org_id, days, reason: '试' })).msg).toBe('')
  return org_id
}
const called = async (): Promise<number> => {
  const wait_id = await waits()
  await call(wait_id)
  return wait_id
}
const message = async (wait_id: number) => {
  const { rows } = await sql<{ outbox_id: number; state: number; content: string; receiver: string | null; dials: string; p_id: number }>`
    select outbox_id, state, content, receiver, dials, p_id from outbox where resource = 'waiting' and record_id = ${wait_id} order by outbox_id desc limit 1
  `.execute(at.server.db)
  return rows[0] ?? expect.unreachable('no message')
}
const events = async (wait_id: number) => (await ask('/api/Waiting/detail_history', { wait_id: [wait_id], page: 1 })).data.list
const kept = (): Promise<number> => inTransaction(at.server.db, null, keepArrivals)
const lapse = (): Promise<number> =>
  inTransaction(at.server.db, { userId: null, path: 'job:lapse_holds', label: '叫号到期', address: '' }, (tx) =>
    movePast(tx, now() + 2 * 86_400, hold),
  )
/** Out of the box nobody carries pushes: 发件箱 leaves them to staff. */
const handOver = async (): Promise<void> => {
  const own = await at.server.open()
  await sendDue({ own, config: at.server.config, signal: new AbortController().signal })
}
const telling = (wait_id: number, changes: object = {}, token?: string) =>
  ask('/api/Waiting/tell', { wait_id, how: 1, told_at: now(), ...changes }, token)
const lastMessage = async (wait_id: number): Promise<string> => {
  const { rows } = await sql<{ content: string }>`
    select content from message where resource = 'waiting' and record_id = ${wait_id} order by create_time desc limit 1
  `.execute(at.server.db)
  return rows[0]?.content ?? ''
}

beforeAll(() => setSite(at))

test('who is called is sent the room and until when to answer, and nothing of it has the number', async () => {
  const wait_id = await waits()
  const org_id = await call(wait_id)
  const { held_until, notice, noticed_at, version } = await waiter(wait_id)
  const { unit_floor, region_name } = (await ask('/api/org/detail', { org_id })).data
  expect({ notice, noticed_at }).toEqual({ notice: 1, noticed_at: null })
  const sent = await message(wait_id)
  expect(sent).toMatchObject({ state: 1, receiver: null, dials: 'phone', p_id: 1 })
  const { type, data } = JSON.parse(sent.content)
  expect([type, data.until]).toEqual(['queue.called', held_until])
  expect(data.content).toContain(`${region_name} ${unit_floor}`)
  expect(data.content).toContain(minuteOf(held_until))
  expect(sent.content).not.toContain('13812345678')
  // Nothing has arrived: nothing is kept, and nobody's look is out of date by it.
  await kept()
  expect(await waiter(wait_id)).toMatchObject({ notice: 1, version })
})

test('a lapse of a call that nobody can prove was heard counts for nothing: back to its place, with the reason, and staff are told', async () => {
  const wait_id = await called()
  const { queue_order } = await waiter(wait_id)
  await handOver()
  expect((await message(wait_id)).state).toBe(4)
  await lapse()
  expect(await waiter(wait_id)).toMatchObject({ status: 1, declines: 0, queue_order, org_id: null, notice: null, called_at: null })
  const [last] = await events(wait_id)
  expect(last).toMatchObject({ status: 1, reason: '期满未选房，通知没有证明送达，不记放弃' })
  expect(await lastMessage(wait_id)).toContain('通知没有证明送达，不记放弃')
  // What was never sent does not come afterwards.
  expect((await message(wait_id)).state).toBe(codeOf(outbox, 'withdrawn'))
})

test('what arrived, as the outbox says, is kept beside the call, and then a lapse counts', async () => {
  const wait_id = await called()
  await handOver()
  const { outbox_id } = await message(wait_id)
  expect(await ask('/api/outbox/tell', { ids: [outbox_id] })).toMatchObject({ code: 200 })
  const { version } = await waiter(wait_id)
  expect(await kept()).toBeGreaterThan(0)
  expect(await waiter(wait_id)).toMatchObject({ notice: 2, noticed_at: expect.any(Number), version })
  expect(await kept()).toBe(0)
  // Cleared meanwhile, it is proven all the same.
  await sql`delete from outbox where outbox_id = ${outbox_id}`.execute(at.server.db)
  await lapse()
  expect(await waiter(wait_id)).toMatchObject({ status: 1, declines: 1 })
  expect((await events(wait_id))[0]).toMatchObject({ reason: '期满未选房，通知已送达，记一次放弃' })
})

test('what the outbox knows at that moment counts, also where nobody has kept it yet; what failed is shown', async () => {
  const [heard, unheard] = [await called(), await called()]
  await sql`update outbox set state = 2, sent_at = epoch_now(), next_at = null where outbox_id = ${(await message(heard)).outbox_id}`.execute(
    at.server.db,
  )
  await sql`update outbox set state = 3, error = '空号', next_at = null where outbox_id = ${(await message(unheard)).outbox_id}`.execute(
    at.server.db,
  )
  await lapse()
  expect([(await waiter(heard)).declines, (await waiter(unheard)).declines]).toEqual([1, 0])
  await call(unheard)
  await sql`update outbox set state = 3, error = '空号', next_at = null where outbox_id = ${(await message(unheard)).outbox_id}`.execute(
    at.server.db,
  )
  await kept()
  expect(await waiter(unheard)).toMatchObject({ notice: 3, noticed_at: null })
})

test('staff who have told it say how and when: it is in the history, the outbox tells it no more, and a lapse counts', async () => {
  const wait_id = await called()
  await handOver()
  expect(await telling(wait_id, { told_at: now() + 600 })).toMatchObject({ code: 400, data: { field: 'told_at' } })
  expect(await telling(wait_id, { told_at: now() - 86_400 })).toMatchObject({ code: 400, data: { field: 'told_at' } })
  const told_at = now()
  expect(await telling(wait_id, { how: 2, told_at, note: '本人接听' })).toMatchObject({ code: 200 })
  expect(await waiter(wait_id)).toMatchObject({ status: 2, notice: 5, noticed_at: told_at })
  expect((await message(wait_id)).state).toBe(5)
  expect((await events(wait_id))[0]).toMatchObject({ kind: 6, reason: `电话告知，${minuteOf(told_at)}：本人接听`, created_by: 1 })
  expect(await telling(wait_id)).toMatchObject({ code: 409 })
  await lapse()
  expect((await waiter(wait_id)).declines).toBe(1)
  expect(await telling(wait_id)).toMatchObject({ code: 409 })
})

test('of two who say at once that they have told it one is heard, and whoever lacks the right or the project is not', async () => {
  const wait_id = await called()
  const looker = await tokenOf(at.server, await addAccount(at.server, 'noticeLooker', ['/api/Waiting/index'], [1]))
  const elsewhere = await tokenOf(at.server, await addAccount(at.server, 'noticeElsewhere', ['/api/Waiting/tell'], [2]))
  expect((await telling(wait_id, {}, looker)).code).toBe(403)
  expect((await telling(wait_id, {}, elsewhere)).code).toBe(404)
  const answers = await Promise.all([telling(wait_id), telling(wait_id, { how: 2 })])
  expect(answers.map(({ code }) => code).sort()).toEqual([200, 409])
  expect((await events(wait_id)).filter(({ kind }: { kind: number }) => kind === 6)).toHaveLength(1)
})

test('a call that is over is told no more: chosen, declined, taken out; another call is another message', async () => {
  const [chosen, declined, out] = [await called(), await called(), await called()]
  expect((await ask('/api/Waiting/choose', { wait_id: chosen })).msg).toBe('')
  expect((await ask('/api/Waiting/decline', { wait_id: declined, reason: '太远' })).msg).toBe('')
  expect((await ask('/api/Waiting/invalid', { wait_id: out, reason: '已购房' })).msg).toBe('')
  for (const wait_id of [chosen, declined, out]) expect((await message(wait_id)).state).toBe(codeOf(outbox, 'withdrawn'))
  const { outbox_id } = await message(declined)
  await call(declined)
  const again = await message(declined)
  expect([again.outbox_id > outbox_id, again.state]).toEqual([true, 1])
})

test('the applicant sees on the telephone which room it is and until when, then that it is chosen', async () => {
  const one = await applicants.opened()
  await applicants.submit(one, applicants.household())
  const { apply_id } = await applicants.applied(one)
  await ask('/api/qualification/pass', { apply_id, exception: '试' })
  const { wait_id } = (await ask('/api/qualification/queue', { apply_id })).data
  const org_id = await call(wait_id, 3)
  const { unit_floor } = (await ask('/api/org/detail', { org_id })).data
  const { held_until } = await waiter(wait_id)
  const { said } = (await applicants.open(one)).stage
  expect(said).toContain(unit_floor)
  expect(said).toContain(minuteOf(held_until))
  expect(JSON.parse((await message(wait_id)).content).data.content).toContain('/t/apply')
  await ask('/api/Waiting/choose', { wait_id })
  expect((await applicants.open(one)).stage.said).toMatch(new RegExp(`^您已选定 .*${unit_floor}`))
})

test('the number of who waits is corrected by who may, is sealed as before, and that of who is done with stays', async () => {
  const wait_id = await called()
  const renumbering = (phone: string, token?: string) => ask('/api/Waiting/renumber', { wait_id, phone }, token)
  expect(await renumbering('2391234567')).toMatchObject({ code: 400, data: { field: 'phone' } })
  const none = await tokenOf(at.server, await addAccount(at.server, 'reads-queue', ['/api/Waiting/index']))
  expect(await renumbering('13912345670', none)).toMatchObject({ code: 403 })
  expect(await renumbering('13912345670')).toMatchObject({ code: 200 })
  expect(await waiter(wait_id)).toMatchObject({ phone: '139****5670', status: 2 })
  expect((await ask('/api/waiting/reveal', { wait_id })).data).toMatchObject({ phone: '13912345670' })
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from operation_log where resource = 'waiting' and record_id = ${wait_id} and to_jsonb(operation_log)::text like '%13912345670%'
  `.execute(at.server.db)
  expect(rows).toEqual([{ n: 0 }])
  await ask('/api/Waiting/invalid', { wait_id, reason: '已购房' })
  expect(await renumbering('13912345671')).toMatchObject({ code: 409 })
})
