import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addDays, today } from '../../../src/protocol/dates.ts'
import { adminServer } from '../../help/adminServer.ts'
import { fetchFile } from '../../help/exports.ts'
import { textOf } from '../../help/pdf.ts'
import { emptyRoom, type LivedIn, letRoom } from '../../help/services.ts'
import { addAccount, addRow, addTenant, cardOf, companyCode, tokenOf } from '../../help/store/ground.ts'

const at = adminServer()
const { ask } = at

type Params = Record<string, unknown>
const broken = { kind: 1, urgency: 2, description: '厨房水龙头滴水', reporter: '租客家人', phone: '13812345678' }
const report = async (org_id: number, changes: Params = {}): Promise<number> => {
  const { code, msg, data } = await ask('/api/repair/add', { org_id, ...broken, ...changes })
  expect([code, msg]).toEqual([200, ''])
  return data.repair_id
}
const START = 1_795_000_000
const visit = { handler: 1, visit_start: START, visit_end: START + 3600, lays_up: 0 }
const done = { work: '换了阀芯', cost: 6000, borne_by: 1 }
const order = async (repair_id: number): Promise<Params> => (await ask('/api/repair/detail', { repair_id })).data
const deed = (name: string, repair_id: number, params: Params = {}) => ask(`/api/repair/${name}`, { repair_id, ...params })
const billed = () => ({ ...done, borne_by: 2, from_id: at.ground.cost, due_days: 10 })

const finished = async (room: LivedIn | number, asked: Params = done): Promise<number> => {
  const id = await report(typeof room === 'number' ? room : room.org_id)
  expect((await deed('dispatch', id, visit)).msg).toBe('')
  expect((await deed('finish', id, asked)).msg).toBe('')
  return id
}

test('an order is numbered, of the room’s project, by staff, and keeps who had the room on that day and by which contract', async () => {
  const room = await letRoom(at)
  const id = await report(room.org_id)
  const { number, ...rest } = await order(id)
  expect(number).toMatch(new RegExp(`^BX${today().slice(0, 7).replace('-', '')}\\d{4}$`))
  expect(rest).toMatchObject({
    p_id: 1,
    contract_id: room.contract_id,
    custom_id: room.custom_id,
    source: 1,
    status: 1,
    phone: '138****5678',
  })
  // Whoever comes after has had nothing to do with it.
  await sql`update contract set status = 7, end_date = ${addDays(today(), -1)}::date where contract_id = ${room.contract_id}`.execute(
    at.server.db,
  )
  expect(await order(id)).toMatchObject({ contract_id: room.contract_id, custom_id: room.custom_id })
  expect(await order(await report(room.org_id))).toMatchObject({ contract_id: null, custom_id: null })
  // One that has yet to begin, and one that is not signed, are not in force.
  const later = await letRoom(at, { start_date: addDays(today(), 1) })
  const unsigned = await letRoom(at, { status: 3 })
  // Nor is one whose room was given back, though it is not settled.
  const handedBack = await letRoom(at, { status: 6, end_date: addDays(today(), -1), left_on: addDays(today(), -1) })
  for (const { org_id } of [later, unsigned, handedBack]) expect((await order(await report(org_id))).contract_id).toBeNull()
  // Who rents a flat has the rooms in it.
  const [flat, within] = [await letRoom(at), await emptyRoom(at)]
  await sql`update org set part_of = ${flat.org_id}, status = 3 where org_id = ${within}`.execute(at.server.db)
  expect(await order(await report(within))).toMatchObject({ contract_id: flat.contract_id, custom_id: flat.custom_id })
})

test('the room of another project is refused, and its orders are not seen', async () => {
  const mine = await tokenOf(
    at.server,
    await addAccount(at.server, 'mine', ['/api/repair/add', '/api/repair/index', '/api/repair/dispatch'], [1]),
  )
  const theirs = await emptyRoom(at, 2)
  expect(await ask('/api/repair/add', { org_id: theirs, ...broken }, mine)).toMatchObject({ code: 400, data: { field: 'org_id' } })
  const id = await report(theirs)
  expect(await ask('/api/repair/dispatch', { repair_id: id, ...visit }, mine)).toMatchObject({ code: 404 })
  expect((await ask('/api/repair/index', { page: 1 }, mine)).data.list.map(({ repair_id }: Params) => repair_id)).not.toContain(id)
})

test('it goes from hand to hand: sent, put off, handed over, finished, done again, called back about', async () => {
  const [other, gone] = [await addAccount(at.server, 'plumber', []), await addAccount(at.server, 'gone', [])]
  await sql`update account set is_active = false where user_id = ${gone}`.execute(at.server.db)
  const id = await report(await emptyRoom(at))
  expect((await deed('dispatch', id, { ...visit, visit_end: START - 1 })).msg).toBe('预计结束不能早于上门时间')
  expect(await deed('dispatch', id, { ...visit, handler: gone })).toMatchObject({ code: 400, data: { field: 'handler' } })
  await deed('dispatch', id, visit)
  expect(await deed('reassign', id, { handler: gone, visit_start: START, visit_end: START })).toMatchObject({ code: 400 })
  const elsewhere = await addAccount(at.server, 'elsewhere', ['/api/repair/index'], [2])
  const unseen = { code: 400, msg: 'elsewhere不负责这个项目，看不到', data: { field: 'handler' } }
  expect(await deed('dispatch', await report(await emptyRoom(at)), { ...visit, handler: elsewhere })).toMatchObject(unseen)
  expect(await deed('reassign', id, { handler: elsewhere, visit_start: START, visit_end: START })).toMatchObject(unseen)
  expect(await order(id)).toMatchObject({ status: 2, handler: 1, visit_start: START })
  await deed('appoint', id, { visit_start: START + 7200, visit_end: START + 9000 })
  await deed('reassign', id, { handler: other, visit_start: START + 7200, visit_end: START + 9000 })
  expect(await order(id)).toMatchObject({ status: 2, handler: other, visit_start: START + 7200 })
  const { rows } = await sql<Params>`select title, content, resource, record_id from message where account_id = ${other}`.execute(
    at.server.db,
  )
  expect(rows).toEqual([{ title: '有报修派给您', content: expect.stringContaining('张杨花苑'), resource: 'repair', record_id: id }])
  // Whoever was sent does not come: it is among what is to be done.
  await sql`update repair set visit_start = epoch_now() - 86400, visit_end = epoch_now() - 86400 where repair_id = ${id}`.execute(
    at.server.db,
  )
  const late = (await ask('/api/workbench/todos')).data.find(({ name }: { name: string }) => name === 'repairsLate')
  expect(late).toMatchObject({ label: '过了约定时间未完工的报修', rows: [{ repair_id: id, handler: other }] })
  await deed('finish', id, done)
  expect(await order(id)).toMatchObject({ status: 3, cost: 6000, borne_by: 1, bill_id: null, done_at: expect.any(Number) })
  await deed('rework', id, { reason: '还在滴' })
  expect(await order(id)).toMatchObject({ status: 2, reason: '还在滴' })
  await deed('finish', id, { ...done, cost: 1500 })
  expect((await order(id)).cost).toBe(7500)
  await deed('review', id, { satisfaction: 4, feedback: '好了' })
  expect(await order(id)).toMatchObject({ status: 4, satisfaction: 4, feedback: '好了' })
  expect(await deed('cancel', id, { reason: '不用了' })).toMatchObject({ code: 409 })
  // Whoever goes there hears of each change, and who need not go any more.
  const [passed, cancelled] = [await report(await emptyRoom(at)), await report(await emptyRoom(at))]
  for (const one of [passed, cancelled]) await deed('dispatch', one, { ...visit, handler: other })
  await deed('appoint', passed, { visit_start: START + 7200, visit_end: START + 9000 })
  await deed('reassign', passed, { handler: 1, visit_start: START, visit_end: START })
  await deed('cancel', cancelled, { reason: '租客自己修好了' })
  const said = await sql<{
    title: string
    content: string
  }>`select title, content from message where account_id = ${other} order by msg_id`.execute(at.server.db)
  expect(said.rows.map(({ title }) => title)).toEqual([
    ...['有报修派给您', '报修返工', '有报修派给您', '有报修派给您', '报修改约', '报修已改派', '报修已取消'],
  ])
  expect(said.rows[1]?.content).toMatch(/请再次上门：还在滴$/)
  expect(said.rows[6]?.content).toMatch(/不用再去：租客自己修好了$/)
})

test('what the tenant bears is a bill of the cost item, due in so many days, to which the order leads', async () => {
  const room = await letRoom(at)
  const id = await finished(room, billed())
  const { bill_id, number, borne_by } = (await order(id)) as { bill_id: number; number: string; borne_by: number }
  expect(borne_by).toBe(2)
  const bill = (await ask('/api/bill/detail', { bill_id })).data
  expect(bill).toMatchObject({ type: 2, from: 2, from_id: at.ground.cost, price: 6000, paid: 0, bill_date: addDays(today(), 10), payer: 1 })
  expect(bill).toMatchObject({
    org_id: room.org_id,
    custom_id: room.custom_id,
    custom_name: room.name,
    p_id: 1,
    note: `报修工单 ${number}`,
  })
  const shares = (await ask('/api/bill_share/index', { bill_id: [bill_id], page: 1 })).data.list
  expect(shares.map(({ party, price }: Params) => [party, price])).toEqual([[1, 6000]])

  // Done again, it costs the operator: the tenant has one bill.
  await deed('rework', id, { reason: '还在滴' })
  expect(await deed('finish', id, billed())).toMatchObject({ code: 409, data: { field: 'borne_by' } })
  await deed('finish', id, { ...done, cost: 100 })
  expect(await order(id)).toMatchObject({ bill_id, borne_by: 2, cost: 6100 })
})

test('no bill is made without an amount, without a tenant, of a retired item: and then nothing is done', async () => {
  const { org_id } = await letRoom(at)
  const id = await report(org_id)
  await deed('dispatch', id, visit)
  const count = async () => (await sql<Params>`select count(*)::integer as n from bill`.execute(at.server.db)).rows[0]?.n
  const before = await count()
  expect(await deed('finish', id, { ...billed(), cost: 0 })).toMatchObject({ code: 400, data: { field: 'cost' } })
  expect(await deed('finish', id, { ...done, borne_by: 2 })).toMatchObject({ code: 400, msg: '请选择向租客收费的费用项' })
  const retired = (await ask('/api/cost/add', { name: '停用的费用' })).data.id
  await ask('/api/cost/retire', { id: retired })
  expect(await deed('finish', id, { ...billed(), from_id: retired })).toMatchObject({ code: 409, data: { field: 'from_id' } })
  const empty = await report(await emptyRoom(at))
  await deed('dispatch', empty, visit)
  expect(await deed('finish', empty, billed())).toMatchObject({ code: 409, msg: '报修时房间没有租客，费用只能由运营方承担' })
  const company_id = await addRow(at.server, 'company', { name: '企业', code: companyCode(77), contact: '王', phone: '13812345678' })
  const leased = await report((await letRoom(at, { kind: 2, custom_id: null, company_id })).org_id)
  await deed('dispatch', leased, visit)
  expect(await deed('finish', leased, billed())).toMatchObject({ code: 409, msg: '房间由企业整租，没有租客可收费，费用只能由运营方承担' })
  for (const key of [id, empty]) expect(await order(key)).toMatchObject({ status: 2, cost: null, bill_id: null })
  expect(await count()).toBe(before)
})

test('a tenant who is merged takes the repairs along', async () => {
  const room = await letRoom(at)
  const id = await report(room.org_id)
  const kept = await addTenant(at.server, { name: '留下', card: cardOf(999) })
  expect((await ask('/api/lessee/merge', { custom_id: room.custom_id, merged_into: kept })).msg).toBe('')
  expect((await order(id)).custom_id).toBe(kept)
})

test('its paper says what is broken, who goes there, what it cost and how much of it the tenant bears', async () => {
  const id = await finished(await letRoom(at), billed())
  await deed('rework', id, { reason: '还在滴' })
  await deed('finish', id, { ...done, cost: 100 })
  await sql`update repair set supplement = '2026-11-01 09:00 橱柜也泡了' where repair_id = ${id}`.execute(at.server.db)
  const { number } = await order(id)
  const { repair_id } = (await ask('/api/repair/index', { number, page: 1 })).data.list[0]
  const { data } = await deed('sheet', repair_id)
  expect(data.number).toMatch(/^WXGD\d+$/)
  const file = await fetchFile(at.server, data.handle, at.admin)
  const text = await textOf(new Uint8Array(await file.arrayBuffer()))
  for (const said of [
    '维修工单',
    number,
    '张杨花苑',
    '厨房水龙头滴水',
    '租客补充：2026-11-0109:00橱柜也泡了',
    '138****5678',
    '换了阀芯',
    '费用合计：61.00元',
    '租客账单：60.00元',
  ])
    expect(text).toContain(said)
})
