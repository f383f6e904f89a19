import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { movePast } from '../../../server/calls/lapse.ts'
import { publicationTerm } from '../../../server/domain/waiting/jobs.ts'
import { hashOf } from '../../../server/domain/waiting/rules/lottery.ts'
import { jobsByName } from '../../../server/jobs/registry.ts'
import '../../../server/wiring.ts'
import { inTransaction } from '../../../server/store/connection/transaction.ts'
import { addDays, secondsOf, today } from '../../../src/protocol/dates.ts'
import { adminServer } from '../../help/adminServer.ts'
import { fetchFile } from '../../help/exports.ts'
import { type Lots, lotsOn, waits } from '../../help/lots.ts'
import { textOf } from '../../help/pdf.ts'
import { addAccount, flat, tokenOf } from '../../help/store/ground.ts'

const at = adminServer()
const { ask } = at
type Params = Record<string, unknown>
let lots: Lots
let [first, second, third] = [0, 0, 0]
beforeAll(async () => {
  lots = await lotsOn(at)
  ;[second, third, first] = [
    await waits(at, { custom_name: '欧阳明' }),
    await waits(at, { custom_name: '李小红' }),
    await waits(at, { custom_name: '王五', priority: 1 }),
  ]
})

const made = async (changes: Params = {}): Promise<number> => {
  const { code, msg, data } = await ask('/api/publication/add', {
    title: '2026 年一室轮候名册',
    kind: 1,
    p_id: 1,
    room_type: 1,
    ...changes,
  })
  expect([code, msg]).toEqual([200, ''])
  return data.publication_id
}
const deed = (name: string, publication_id: number, params: Params = {}, token?: string) =>
  ask(`/api/publication/${name}`, { publication_id, ...params }, token)
const detail = async (publication_id: number): Promise<Params> => (await deed('detail', publication_id)).data
const rowsOf = async (publication_id: number): Promise<Params[]> =>
  (await ask('/api/publication_row/index', { publication_id: [publication_id], page: 1, page_rows: 50 })).data.list
const waiter = async (wait_id: number): Promise<Params> => (await ask('/api/Waiting/detail', { wait_id })).data
const objects = (publication_id: number, row_id: unknown, changes: Params = {}) =>
  ask('/api/objection/add', { publication_id, row_id, objector: '赵六', phone: '13912345678', matter: '他有自有住房', ...changes })
/** What the job does at noon of a day. */
const end = (day: string): Promise<number> =>
  inTransaction(at.server.db, { userId: null, path: 'job:end_publications', label: '公示期满', address: '' }, (tx) =>
    movePast(tx, (secondsOf(day) ?? 0) + 12 * 3600, publicationTerm),
  )

test('a list is the queue as it stood: who comes or goes later changes nothing of it, and it tells no more than it may', async () => {
  const id = await made()
  const rows = await rowsOf(id)
  const told = rows.map(({ number, masked_name, priority, room_type }) => [number, masked_name, priority, room_type])
  expect(told).toEqual([
    [1, '王*', 1, 1],
    [2, '欧*', 2, 1],
    [3, '李*', 2, 1],
  ])
  expect(rows[0]?.receipt).toBe((await waiter(first)).receipt)
  expect(rows[0]?.receipt).toMatch(/^LH\d{8}$/)
  await waits(at)
  expect(await rowsOf(id)).toEqual(rows)
  const { text, name } = (await deed('text', id)).data
  const { list_hash, number, count } = await detail(id)
  expect([name, hashOf(text), count]).toEqual([`${number}.txt`, list_hash, 3])
  expect(text.trimEnd().split('\n').slice(8)).toEqual(
    rows.map(({ number: no, masked_name, receipt, priority, room_type }) =>
      [no, masked_name, receipt, priority, '-', room_type, '-'].join('|'),
    ),
  )
  for (const hidden of ['阳明', '小红', '310101', '13812345678']) expect(JSON.stringify([text, rows])).not.toContain(hidden)
  await expect(sql`update publication_row set number = 9 where publication_id = ${id}`.execute(at.server.db)).rejects.toThrow(/never/)
  expect((await deed('withdraw', id, { reason: '标题写错' })).msg).toBe('')
  expect(await deed('publish', id, { from_date: today() })).toMatchObject({ code: 409 })
})

test('it is published from a day to a day; its numbers stand beside the ranks; the night after its last day the system ends it', async () => {
  const id = await made({ room_type: undefined, title: '全部户型' })
  expect(await deed('publish', id, { from_date: addDays(today(), -1) })).toMatchObject({ code: 400, data: { field: 'from_date' } })
  expect((await deed('publish', id, { from_date: today() })).msg).toBe('')
  const last = addDays(today(), 6)
  expect(await detail(id)).toMatchObject({ status: 2, to_date: last })
  expect(await waiter(third)).toMatchObject({ published_no: 3, publication_id: id, rank: 3 })
  // The number stays where the rank changes.
  await ask('/api/Waiting/invalid', { wait_id: second, reason: '已购房' })
  expect(await waiter(third)).toMatchObject({ published_no: 3, rank: 2 })
  const { data } = await deed('list', id)
  const text = (await textOf(new Uint8Array(await (await fetchFile(at.server, data.handle, at.admin)).arrayBuffer()))).replaceAll('\n', '')
  for (const said of ['全部户型', '王*', last, String((await detail(id)).list_hash).slice(0, 16)]) expect(text).toContain(said)
  expect(await end(last)).toBe(0)
  expect((await Promise.all([end(addDays(last, 1)), end(addDays(last, 1))])).toSorted()).toEqual([0, 1])
  expect(await detail(id)).toMatchObject({ status: 3 })
  const log = (await ask('/api/operation_log/index', { resource: 'publication', record_id: id, page: 1 })).data.list
  expect(log[0]).toMatchObject({ label: '公示期满', created_by: null })
  expect(jobsByName().get('end_publications')).toMatchObject({ every: '00:30' })
  const row = (await rowsOf(id))[0]
  expect(await objects(id, row?.row_id)).toMatchObject({ code: 409, data: { field: 'publication_id' } })
})

test('a list that is published now is extended with what was objected, and taken back with its numbers; after its last day neither', async () => {
  const other = await waits(at, { custom_name: '孙八', room_type: 3 })
  const earlier = await made({ room_type: 3, title: '三室' })
  await deed('publish', earlier, { from_date: today() })
  const late = await waits(at, { custom_name: '周七', room_type: 3, priority: 1 })
  const id = await made({ room_type: 3, title: '三室（重做）' })
  expect(await deed('extend', id, { to_date: addDays(today(), 9), reason: '试' })).toMatchObject({ code: 409 })
  await deed('publish', id, { from_date: today(), to_date: addDays(today(), 3) })
  expect(await waiter(other)).toMatchObject({ published_no: 2, publication_id: id })
  const objected = await objects(id, (await rowsOf(id))[0]?.row_id)
  const held = await objects(id, (await rowsOf(id))[1]?.row_id)

  const same = await deed('extend', id, { to_date: addDays(today(), 3), reason: '遇节假日' })
  expect(same).toMatchObject({ code: 400, data: { field: 'to_date' } })
  const last = addDays(today(), 9)
  expect((await deed('extend', id, { to_date: last, reason: '遇节假日' })).msg).toBe('')
  expect(await detail(id)).toMatchObject({ status: 2, to_date: last, reason: '遇节假日' })
  expect(await end(addDays(today(), 4))).toBe(0)
  expect((await ask('/api/objection/detail', { objection_id: held.data.objection_id })).data).toMatchObject({ status: 1 })

  expect((await deed('retract', id, { reason: '名单漏了一户' })).msg).toBe('')
  expect(await detail(id)).toMatchObject({ status: 5, to_date: last, reason: '名单漏了一户' })
  // Of the list before it; of none, who was on none.
  expect(await waiter(other)).toMatchObject({ published_no: 1, publication_id: earlier, rank: 2 })
  expect(await waiter(late)).toMatchObject({ published_no: null, publication_id: null, rank: 1 })
  expect(await objects(id, (await rowsOf(id))[0]?.row_id)).toMatchObject({ code: 409 })
  for (const { data } of [objected, held])
    expect((await ask('/api/objection/reject', { objection_id: data.objection_id, answer: '名单已撤回，另行公示' })).msg).toBe('')
  const told = (await ask('/api/Waiting/detail_history', { publication_id: [id], page: 1 })).data.list.map(({ reason }: Params) => reason)
  for (const said of [`延长到 ${last}：遇节假日`, '已撤回：名单漏了一户'])
    expect(told.some((reason: string) => reason.startsWith(said))).toBe(true)
  expect((await deed('check', earlier)).data.said).toMatch(/与写下时一样$/)

  await sql`update publication set from_date = current_date - 9, to_date = current_date - 2 where publication_id = ${earlier}`.execute(
    at.server.db,
  )
  expect(await deed('extend', earlier, { to_date: last, reason: '试' })).toMatchObject({ code: 409 })
  expect(await deed('retract', earlier, { reason: '试' })).toMatchObject({ code: 409 })
})

test('an objection is to a row of a list that is published now, and is answered once, with the ranks before and after', async () => {
  const id = await made()
  const draftRow = (await rowsOf(id))[1]
  expect(await objects(id, draftRow?.row_id)).toMatchObject({ code: 409 })
  await deed('publish', id, { from_date: today() })
  const rows = await rowsOf(id)
  const about = rows.find(({ wait_id }) => wait_id === third)
  const other = await made({ title: '另一份' })
  expect(await objects(id, (await rowsOf(other))[0]?.row_id)).toMatchObject({ code: 400, data: { field: 'row_id' } })

  const upgraded = (await objects(id, about?.row_id, { matter: '他家是优先保障' })).data.objection_id
  const told = (await ask('/api/objection/detail', { objection_id: upgraded })).data
  expect(told).toMatchObject({ status: 1, wait_id: third, p_id: 1, phone: '139****5678', number: expect.stringMatching(/^YY/) })
  const before = Number((await waiter(third)).rank)
  expect(await ask('/api/objection/uphold', { objection_id: upgraded, answer: '属实', remedy: 1 })).toMatchObject({ code: 400 })
  expect((await ask('/api/objection/uphold', { objection_id: upgraded, answer: '属实', remedy: 1, priority: 1 })).msg).toBe('')
  const after = await waiter(third)
  expect(after).toMatchObject({ priority: 1, published_no: about?.number })
  expect((await ask('/api/objection/detail', { objection_id: upgraded })).data).toMatchObject({
    ...{ status: 2, answer: '属实', rank_before: before, rank_after: after.rank },
  })
  const events = (await ask('/api/Waiting/detail_history', { wait_id: [third], page: 1 })).data.list
  expect(events.find(({ kind }: Params) => kind === 5)).toMatchObject({ reason: `${told.number} 属实` })
  expect(await ask('/api/objection/reject', { objection_id: upgraded, answer: '不属实' })).toMatchObject({ code: 409 })

  const voided = (await objects(id, about?.row_id)).data.objection_id
  expect((await ask('/api/objection/uphold', { objection_id: voided, answer: '有房', remedy: 2 })).msg).toBe('')
  expect(await waiter(third)).toMatchObject({ status: 5, rank: null })
  expect((await ask('/api/objection/detail', { objection_id: voided })).data).toMatchObject({ rank_before: after.rank, rank_after: null })
  // What asks for what can no more be done is not upheld.
  const late = (await objects(id, about?.row_id)).data.objection_id
  expect(await ask('/api/objection/uphold', { objection_id: late, answer: '有房', remedy: 2 })).toMatchObject({
    ...{ code: 409, data: { field: 'remedy' } },
    msg: '这户在轮候列表里已是“作废”，不能再改保障类别、作废：更正选“不改”，怎样办写在答复里',
  })
  expect((await ask('/api/objection/reject', { objection_id: late, answer: '已作废' })).msg).toBe('')
  const todo = (await ask('/api/workbench/todos')).data.find(({ name }: Params) => name === 'objections')
  expect(todo?.count ?? 0).toBe(0)
})

test('whom somebody has objected to is called before the answer for a reason only, and is seen to be objected to', async () => {
  const wait_id = await waits(at, { room_type: 2, priority: 1, qualified_at: 1 })
  const id = await made({ room_type: 2, title: '二室' })
  await deed('publish', id, { from_date: today() })
  const about = (await rowsOf(id))[0]
  expect(about?.wait_id).toBe(wait_id)
  const objected = async () => (await ask('/api/Waiting/index', { objected: [1], page: 1 })).data.list.map((row: Params) => row.wait_id)
  expect(await objected()).toEqual([])
  const { objection_id } = (await objects(id, about?.row_id)).data
  const { number } = (await ask('/api/objection/detail', { objection_id })).data
  expect(await objected()).toEqual([wait_id])
  expect(await waiter(wait_id)).toMatchObject({ objected: 1 })
  const org_id = (await ask('/api/org/add', flat(at.ground, { p_id: 1 }))).data.org_id[0]
  const called = (more: Params = {}) => ask('/api/Waiting/call', { wait_id, org_id, days: 7, ...more })
  const refused = { code: 400, msg: `这户有公示异议没有答复：${number}，仍要叫号须写明原因`, data: { field: 'reason' } }
  expect(await called()).toMatchObject(refused)
  expect((await called({ reason: '已核对，有房的是同名的人' })).msg).toBe('')
  await ask('/api/Waiting/decline', { wait_id, reason: '叫错', by: 2 })
  await ask('/api/objection/reject', { objection_id, answer: '同名' })
  expect(await objected()).toEqual([])
  expect((await called()).msg).toBe('')
})

test('what a lottery drew is published by its lots, once it is published itself', async () => {
  await waits(at, { room_type: 2 })
  await waits(at, { room_type: 2 })
  const lottery_id = await lots.add({ room_type: 2 })
  await lots.upTo(lottery_id, 'drawn')
  const asked = { title: '二室摇号结果', kind: 2, lottery_id }
  expect(await ask('/api/publication/add', asked)).toMatchObject({ code: 409, data: { field: 'lottery_id' } })
  await lots.deed('publish', lottery_id)
  const { data } = await ask('/api/publication/add', asked)
  expect(await detail(data.publication_id)).toMatchObject({ kind: 2, p_id: 1, room_type: 2, count: 2 })
  expect((await rowsOf(data.publication_id)).map(({ number, lottery_no }) => [number, lottery_no])).toEqual([
    [1, 1],
    [2, 2],
  ])
})

test('the chain of a queue is as it was written; whatever is changed, taken out or cut off is found, and named', async () => {
  const id = await made({ title: '核对' })
  await deed('publish', id, { from_date: today() })
  const ok = (await deed('check', id)).data.said
  expect(ok).toMatch(/^已核对 \d+ 条，与写下时一样$/)
  const run = (text: string) => sql.raw(text).execute(at.server.db)
  const { rows } = await sql<{ event_id: number; seq: number; reason: string | null }>`
    select event_id, seq, reason from waiting_event where p_id = 1 and room_type = 1 order by seq
  `.execute(at.server.db)
  expect(rows.map(({ seq }) => seq)).toEqual(rows.map((_, index) => index + 1))
  const [victim, gone] = [rows[2], rows[4]]
  await run(`update waiting_event set reason = '改过' where event_id = ${victim?.event_id}`)
  expect((await deed('check', id)).data).toEqual({ msg: `链从第 ${victim?.seq} 条起与写下时不一样：改过` })
  await sql`update waiting_event set reason = ${victim?.reason ?? null} where event_id = ${victim?.event_id}`.execute(at.server.db)
  expect((await deed('check', id)).data.said).toBe(ok)
  await run(`create table kept as select * from waiting_event where event_id = ${gone?.event_id}`)
  await run(`delete from waiting_event where event_id = ${gone?.event_id}`)
  expect((await deed('check', id)).data.msg).toContain(`链从第 ${rows[5]?.seq} 条起`)
  await run('alter table waiting_event disable trigger user')
  await run('insert into waiting_event overriding system value select * from kept')
  await run('alter table waiting_event enable trigger user')
  expect((await deed('check', id)).data.said).toBe(ok)
  // Cut off at its end, the chain alone is whole; a list knows what came before it.
  await run(`delete from waiting_event where p_id = 1 and room_type = 1 and seq > 2`)
  expect((await deed('check', id)).data.msg).toMatch(/^名单所依据的第 \d+ 条已不在链上$/)
})

test('those of another project are not there', async () => {
  const id = await made()
  const away = await tokenOf(at.server, await addAccount(at.server, 'away', ['*'], [2]))
  for (const name of ['detail', 'text', 'check']) expect(await deed(name, id, {}, away)).toMatchObject({ code: 404 })
  expect(await deed('publish', id, { from_date: today() }, away)).toMatchObject({ code: 404 })
  expect((await ask('/api/publication/add', { title: '别人的', kind: 1, p_id: 1 }, away)).code).toBe(400)
})
