import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { movePast } from '../../../server/calls/lapse.ts'
import { correction } from '../../../server/domain/violation/jobs.ts'
import { jobsByName } from '../../../server/jobs/registry.ts'
import '../../../server/wiring.ts'
import { inTransaction } from '../../../server/store/connection/transaction.ts'
import { addDays, secondsOf, today } from '../../../src/protocol/dates.ts'
import { adminServer } from '../../help/adminServer.ts'
import { passNights } from '../../help/days.ts'
import { fetchFile } from '../../help/exports.ts'
import { textOf } from '../../help/pdf.ts'
import { letRoom } from '../../help/services.ts'
import { addAccount, addRow, addTenant, cardOf, companyCode, tokenOf } from '../../help/store/ground.ts'

const at = adminServer()
const { ask } = at

type Params = Record<string, unknown>
const found = { kind: 1, found_on: '2026-11-01', found_by: 2, facts: '房内住的不是承租人' }
const enter = async (org_id: number, token?: string): Promise<number> => {
  const { code, msg, data } = await ask('/api/violation/add', { org_id, ...found }, token)
  expect([code, msg]).toEqual([200, ''])
  return data.violation_id
}
const deed = (name: string, violation_id: number, params: Params = {}) => ask(`/api/violation/${name}`, { violation_id, ...params })
const detail = async (violation_id: number): Promise<Params> => (await ask('/api/violation/detail', { violation_id })).data
const demand = { deadline: addDays(today(), 7), demand: '由承租人本人居住' }
const demanded = async (token?: string): Promise<number> => {
  const id = await enter((await letRoom(at)).org_id, token)
  await deed('verify', id, { verified_note: '属实' })
  expect((await deed('demand', id, demand)).msg).toBe('')
  return id
}
/** What the job does, at noon of a day. */
const lapse = (day: string): Promise<number> =>
  inTransaction(at.server.db, { userId: null, path: 'job:lapse_corrections', label: '违规整改到期', address: '' }, (tx) =>
    movePast(tx, (secondsOf(day) ?? 0) + 12 * 3600, correction),
  )

test('from what was found to what was done about it, with who had the room; or it is unfounded', async () => {
  const room = await letRoom(at)
  const id = await enter(room.org_id)
  expect(await detail(id)).toMatchObject({
    contract_id: room.contract_id,
    custom_id: room.custom_id,
    custom_name: room.name,
    p_id: 1,
    status: 1,
  })
  expect((await detail(id)).number).toMatch(/^WG\d{10}$/)
  expect(await deed('demand', id, demand)).toMatchObject({ code: 409 })
  await deed('verify', id, { verified_note: '上门见到转租人' })
  expect(await deed('demand', id, { ...demand, deadline: addDays(today(), -1) })).toMatchObject({ code: 400, data: { field: 'deadline' } })
  await deed('demand', id, { ...demand, deadline: today() })
  expect(await deed('close', id, { outcome: 1, closing: '警告' })).toMatchObject({ code: 409 })
  await deed('correct', id, { corrected_note: '已搬回' })
  await deed('close', id, { outcome: 2, closing: '书面警告一次' })
  expect(await detail(id)).toMatchObject({ status: 6, outcome: 2, corrected_note: '已搬回', closing: '书面警告一次' })
  const other = await enter(room.org_id)
  await deed('dismiss', other, { reason: '是承租人的父母' })
  expect(await detail(other)).toMatchObject({ status: 7, reason: '是承租人的父母' })
})

test('of what was found on a day that is over it is whoever had the room then; nothing is found tomorrow', async () => {
  const gone = await letRoom(at, { end_date: '2026-06-30', left_on: '2026-06-20', status: 7 })
  const { org_id } = gone
  const custom_id = await addTenant(at.server, { name: '后来的', card: cardOf(901) })
  const terms = { sn: 'HTW1', start_date: '2026-07-01', end_date: '2099-12-31', rent: 100, deposit: 100, status: 4 }
  const contract_id = await addRow(at.server, 'contract', { ...terms, org_id, custom_id, p_id: 1 })
  const on = async (found_on: string) => detail((await ask('/api/violation/add', { org_id, ...found, found_on })).data.violation_id)
  expect(await on('2026-06-20')).toMatchObject({ contract_id: gone.contract_id, custom_id: gone.custom_id, custom_name: gone.name })
  expect(await on('2026-06-21')).toMatchObject({ contract_id: null, custom_id: null, custom_name: null })
  expect(await on('2026-07-01')).toMatchObject({ contract_id, custom_id, custom_name: '后来的' })
  const later = { org_id, ...found, found_on: addDays(today(), 1) }
  expect(await ask('/api/violation/add', later)).toMatchObject({ code: 400, data: { field: 'found_on' } })
})

test('of what was found before another went on with the contract it is the main tenant of that day, and he owes what it comes to', async () => {
  const { org_id, contract_id, custom_id, name } = await letRoom(at)
  await sql`update org set market_rent = 31000 where org_id = ${org_id}`.execute(at.server.db)
  await passNights(at.server, 10, ['contract'])
  const heir = await addTenant(at.server, { name: '接着住的', card: cardOf(902) })
  const passed = { contract_id, custom_id: heir, reason: '离婚' }
  expect(await ask('/api/contract/heir', passed)).toMatchObject({ code: 200 })
  const on = async (found_on: string): Promise<number> =>
    (await ask('/api/violation/add', { org_id, ...found, found_on })).data.violation_id
  expect(await detail(await on(today()))).toMatchObject({ contract_id, custom_id: heir, custom_name: '接着住的' })
  const before = await on(addDays(today(), -3))
  expect(await detail(before)).toMatchObject({ contract_id, custom_id, custom_name: name })
  await deed('verify', before, { verified_note: '属实' })
  expect(await deed('charge', before, { charged_from: '2026-03-01', charged_to: '2026-03-31' })).toMatchObject({ code: 200 })
  const { list } = (await ask('/api/bill/index', { contract_id: [contract_id], from: [2] })).data
  expect(list).toMatchObject([{ custom_id, custom_name: name }])
})

test('the name of a company stands with a room that it rents whole', async () => {
  const company = { name: '申港精密仪器', code: companyCode(5), contact: '王', phone: '13812345678' }
  const company_id = await addRow(at.server, 'company', company)
  const { org_id, contract_id } = await letRoom(at, { kind: 2, custom_id: null, company_id })
  expect(await detail(await enter(org_id))).toMatchObject({ contract_id, custom_id: null, custom_name: '申港精密仪器' })
})

test('the night after its deadline it is overdue, once, by 系统, and whoever entered it is told; the day itself still counts', async () => {
  const clerk = await addAccount(at.server, 'clerk', ['/api/violation/add', '/api/violation/index'])
  const id = await demanded(await tokenOf(at.server, clerk))
  const corrected = await demanded()
  await deed('correct', corrected, { corrected_note: '好了' })
  expect(await lapse(demand.deadline)).toBe(0)
  const counts = await Promise.all([lapse(addDays(demand.deadline, 1)), lapse(addDays(demand.deadline, 1))])
  expect(counts.reduce((sum, n) => sum + n, 0)).toBe(1)
  expect(await detail(id)).toMatchObject({ status: 5 })
  // Whoever is given more time is to put it right by then, and hears of it on paper; that day is watched as the first was.
  const longer = await demanded()
  expect(await lapse(addDays(demand.deadline, 1))).toBe(1)
  const deadline = addDays(demand.deadline, 10)
  expect(await deed('demand', longer, { ...demand, deadline })).toMatchObject({ code: 200 })
  expect(await detail(longer)).toMatchObject({ status: 3, deadline })
  expect([await lapse(deadline), await lapse(addDays(deadline, 1))]).toEqual([0, 1])
  // Put right late, it is put right all the same.
  expect(await deed('correct', longer, { corrected_note: '晚了三天' })).toMatchObject({ code: 200 })
  expect(await detail(longer)).toMatchObject({ status: 4, corrected_note: '晚了三天' })
  expect(await detail(corrected)).toMatchObject({ status: 4 })
  const { rows } = await sql<Params>`select title, content, resource, record_id from message where account_id = ${clerk}`.execute(
    at.server.db,
  )
  expect(rows).toEqual([
    { title: '违规逾期未整改', content: expect.stringContaining(demand.deadline), resource: 'violation', record_id: id },
  ])
  const log = (await ask('/api/operation_log/index', { resource: 'violation', record_id: id, page: 1 })).data.list
  expect(log[0]).toMatchObject({ label: '违规整改到期', created_by: null })
  const todo = (await ask('/api/workbench/todos')).data.find(({ name }: Params) => name === 'violations')
  expect(todo.rows.map(({ violation_id }: Params) => violation_id)).toEqual([id])
  expect((await deed('close', id, { outcome: 4, closing: '解除合同' })).code).toBe(200)
  expect(await lapse(addDays(demand.deadline, 1))).toBe(0)
})

test.each([
  ['has left', 'is_active = false'],
  ['has gone to another project', 'projects = array[2]'],
])('where whoever entered it %s, those hear of it who deal with such things in its project', async (_how, gone) => {
  const left = await addAccount(at.server, `left ${gone}`, ['/api/violation/add', '/api/violation/index'])
  const boss = await addAccount(at.server, `boss ${gone}`, ['/api/violation/index', '/api/violation/close'], [1])
  const far = await addAccount(at.server, `far ${gone}`, ['/api/violation/index', '/api/violation/close'], [2])
  const id = await demanded(await tokenOf(at.server, left))
  await sql`update account set ${sql.raw(gone)} where user_id = ${left}`.execute(at.server.db)
  expect(await lapse(addDays(demand.deadline, 1))).toBe(1)
  const { rows } =
    await sql<Params>`select account_id from message where record_id = ${id} and account_id in (${left}, ${boss}, ${far})`.execute(
      at.server.db,
    )
  expect(rows).toEqual([{ account_id: boss }])
})

test('the job is run every night', () => {
  expect(jobsByName().get('lapse_corrections')).toMatchObject({ every: '00:20', label: '违规整改到期' })
})

test('the notice names who rents, the room, what is wrong and until when; it is numbered and printed while there is something to correct', async () => {
  const id = await demanded()
  const { custom_name } = await detail(id)
  const { data } = await deed('notice', id)
  expect(data.number).toMatch(/^ZGTZ\d+$/)
  const text = await textOf(new Uint8Array(await (await fetchFile(at.server, data.handle, at.admin)).arrayBuffer()))
  for (const said of ['整改通知书', `${custom_name}：`, '张杨花苑', '转租', '由承租人本人居住', demand.deadline])
    expect(text).toContain(said)
  expect((await deed('notice', id)).data).toMatchObject({ number: data.number, is_again: true })
  await deed('correct', id, { corrected_note: '好了' })
  expect(await deed('notice', id)).toMatchObject({ code: 409 })
})

test('a day is charged once, whatever it is charged for, also by two at once; of a bill that was voided again', async () => {
  const room = await letRoom(at, { start_date: '2026-01-01', rent: 100_000 })
  await sql`update org set market_rent = 150000 where org_id = ${room.org_id}`.execute(at.server.db)
  const verified = async (): Promise<number> => {
    const id = await enter(room.org_id)
    expect((await deed('verify', id, { verified_note: '属实' })).code).toBe(200)
    return id
  }
  const [one, two, three] = [await verified(), await verified(), await verified()]
  const march = { charged_from: '2026-03-01', charged_to: '2026-03-31' }
  const answers = await Promise.all([deed('charge', one, march), deed('charge', two, { ...march, charged_from: '2026-03-10' })])
  expect(answers.map(({ code }) => code).sort()).toEqual([200, 409])
  const other = answers[0]?.code === 200 ? two : one
  const shown = await ask('/api/violation/charging', { violation_id: other, charged_from: '2026-02-01', charged_to: '2026-03-11' })
  expect(shown).toMatchObject({ code: 409, msg: expect.stringContaining('同一天只补收一次') })
  expect(await deed('charge', other, { charged_from: '2026-02-01', charged_to: '2026-02-28' })).toMatchObject({ code: 200 })
  const { list } = (await ask('/api/bill/index', { contract_id: [room.contract_id], page: 1, page_rows: 10 })).data
  const billed = list.find(({ start_date }: Params) => String(start_date) >= '2026-03-01')
  expect(await deed('charge', three, march)).toMatchObject({ code: 409 })
  // Of a violation itself too, whatever the days: what it was charged stands.
  const won = other === one ? two : one
  const april = { charged_from: '2026-04-01', charged_to: '2026-04-30' }
  const said = { code: 409, msg: expect.stringMatching(/^已补收 2026-03-\d\d 至 2026-03-31，要改日期的先作废那几张账单$/) }
  expect(await deed('charge', won, april)).toMatchObject(said)
  expect(await ask('/api/violation/charging', { violation_id: won, ...april })).toMatchObject(said)
  expect((await ask('/api/bill/void', { bill_id: billed.bill_id, void_why: '查错' })).code).toBe(200)
  // Its days were mistyped: with the bill void it is charged for the right ones.
  expect(await deed('charge', won, april)).toMatchObject({ code: 200 })
  expect(await detail(won)).toMatchObject({ ...april, charged: 50_000 })
  expect(await deed('charge', three, march)).toMatchObject({ code: 200 })
})

test('those of another project are not there', async () => {
  const away = await tokenOf(at.server, await addAccount(at.server, 'away', ['*'], [2]))
  const id = await enter((await letRoom(at)).org_id)
  expect(await ask('/api/violation/detail', { violation_id: id }, away)).toMatchObject({ code: 404 })
  expect(await ask('/api/violation/verify', { violation_id: id, verified_note: '属实' }, away)).toMatchObject({ code: 404 })
})

test('from its first day on a violation is charged at the market rent, once, to the tenant, and not outside the contract', async () => {
  const room = await letRoom(at, { start_date: '2026-01-01', rent: 100_000 })
  const id = await enter(room.org_id)
  const days = { charged_from: '2026-03-01', charged_to: '2026-05-31' }
  expect(await deed('charge', id, days)).toMatchObject({ code: 409 })
  await deed('verify', id, { verified_note: '属实' })
  expect(await deed('charge', id, days)).toMatchObject({ code: 409, msg: expect.stringContaining('没有可补收的') })
  await sql`update org set market_rent = 150000 where org_id = ${room.org_id}`.execute(at.server.db)
  await sql`update contract set status = 8 where contract_id = ${room.contract_id}`.execute(at.server.db)
  expect(await deed('charge', id, days)).toMatchObject({ code: 409, msg: expect.stringContaining('已作废') })
  await sql`update contract set status = 4 where contract_id = ${room.contract_id}`.execute(at.server.db)
  for (const [changes, field] of [
    [{ charged_from: '2025-12-31' }, 'charged_from'],
    [{ charged_to: '2026-02-28' }, 'charged_to'],
    [{ charged_to: addDays(today(), 1) }, 'charged_to'],
  ] as const)
    expect(await deed('charge', id, { ...days, ...changes })).toMatchObject({ code: 400, data: { field } })
  const shown = await ask('/api/violation/charging', { violation_id: id, ...days })
  expect(shown.data).toMatchObject({ facts: [{ value: '¥1,500.00' }] })
  expect(shown.data.table.rows).toHaveLength(3)
  const answers = await Promise.all([deed('charge', id, days), deed('charge', id, days)])
  expect(answers.map(({ code }) => code).sort()).toEqual([200, 409])
  expect(await detail(id)).toMatchObject({ status: 2, ...days, charged: 150_000 })
  const { list } = (await ask('/api/bill/index', { contract_id: [room.contract_id], page: 1, page_rows: 10 })).data
  expect(list.map(({ price, from, custom_id, bill_date }: Params) => [price, from, custom_id, bill_date])).toEqual(
    Array(3).fill([50_000, 2, room.custom_id, today()]),
  )
  const stranger = await tokenOf(at.server, await addAccount(at.server, 'elsewhere', ['/api/violation/charge'], [2]))
  expect(await ask('/api/violation/charging', { violation_id: id, ...days }, stranger)).toMatchObject({ code: 404 })
})
