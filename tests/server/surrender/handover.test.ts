import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Jobs } from '../../../server/jobs/startJobs.ts'
import { addDays, today } from '../../../src/protocol/dates.ts'
import { adminServer } from '../../help/adminServer.ts'
import { fetchFile, startTestJobs } from '../../help/exports.ts'
import { upload } from '../../help/files.ts'
import { hasPicture, textOf } from '../../help/pdf.ts'
import { picture } from '../../help/pictures.ts'
import { addRow, cardOf } from '../../help/store/ground.ts'
import { surrendersOn } from '../../help/surrenders.ts'
import { done, scan, tenanciesOn } from '../../help/tenancies.ts'

const at = adminServer()
const { ask } = at
const { room, draft, signed, sign, detail, pay, tenant } = tenanciesOn(at)
const { begin, handOver, settle, figures, lines, books } = surrendersOn(at)

let jobs: Jobs
beforeAll(() => {
  jobs = startTestJobs(at.server)
})
afterAll(() => jobs.stop())

const yesterday = addDays(today(), -1)
const METER_PRICE = 345

/** A room with a meter that stood at 100 ten days ago, and whoever has rented it since nine days. */
const rented = async () => {
  const org_id = await room({ simple: [{ simple_id: at.ground.simple, price: METER_PRICE }] })
  done(await ask('/api/meter/add', { org_id, simple_id: at.ground.simple, read_date: addDays(today(), -10), current: 100 }))
  const start_date = addDays(today(), -9)
  const contract_id = await signed({ org_id, start_date, signed_on: start_date, months: 12, mode: 2 })
  await pay(contract_id)
  return { org_id, contract_id }
}
const photo = async (seed: number): Promise<number> => {
  const { buffer } = await picture('room.jpg', 'jpeg', seed)
  return done(await upload(at.server, at.admin, buffer)).data.img_id
}
const reading = (current: number) => [{ simple_id: at.ground.simple, current }]
const stateOf = async (org_id: number) => {
  const { state, status } = done(await ask('/api/org/detail', { org_id })).data
  return { state, status }
}
const waits = (): Promise<number> =>
  addRow(at.server, 'waiting', {
    ...{ custom_name: '候租人', card: cardOf(9001), phone: '13812345678', p_id: 1, nature: 1, room_type: 1, priority: 2 },
    ...{ qualified_at: 1_760_000_000, status: 1 },
  })
const printed = async (kind: 'list' | 'sheet', surrender_id: number): Promise<Buffer> => {
  const { data } = done(await ask(`/api/surrender/${kind}`, { surrender_id }))
  return Buffer.from(await (await fetchFile(at.server, data.handle, at.admin)).arrayBuffer())
}
const ofMeter = async (contract_id: number) =>
  (
    await sql<{ price: number; start_date: string; end_date: string; from_id: number; custom_name: string }>`
      select price, start_date, end_date, from_id, custom_name from bill where contract_id = ${contract_id} and "from" = 4 and is_void = 0
    `.execute(at.server.db)
  ).rows

test('the last reading is billed for what was used since the one before, and settled; photographs and readings stand on the paper', async () => {
  const { contract_id } = await rented()
  const surrender_id = await begin(contract_id)
  const imgs = [await photo(1), await photo(2)]
  const broken = [{ item: '门窗', state: 2, price: 12_345, words: '门锁坏' }]
  done(await handOver(surrender_id, { left_on: yesterday, keys: 3, imgs, readings: reading(108.5), checklist: broken }))
  const used = Math.round(8.5 * METER_PRICE)
  const bills = await ofMeter(contract_id)
  expect(bills).toMatchObject([{ price: used, start_date: yesterday, end_date: yesterday, from_id: at.ground.simple }])
  const { list } = done(await ask('/api/meter/index', { simple_id: [at.ground.simple] })).data
  expect(list[0]).toMatchObject({ previous: 100, current: 108.5, usage: 8.5, amount: used, read_date: yesterday })
  const record = await figures(surrender_id)
  expect(record).toMatchObject({ imgs, arrears: used, damages: 12_345, deposit: 128_000, due: 0 })
  expect(record.refund).toBe(128_000 + record.unused - used - 12_345)
  const all = await lines(surrender_id)
  expect(all.filter(({ kind }) => kind === 3)).toMatchObject([{ price: -used, words: expect.stringContaining('水') }])
  const paper = await printed('list', surrender_id)
  const text = await textOf(paper)
  for (const words of ['收回钥匙3把', yesterday, '门窗', '损坏', '门锁坏', '123.45', '108.5', '水', bills[0]?.custom_name as string])
    expect(text).toContain(words)
  expect(await hasPicture(paper)).toBe(true)
  done(await settle(surrender_id))
  expect(await books(contract_id)).toMatchObject({ out: record.refund, held: 0, owed: 0 })
})

test('a meter that has not moved is read, and nothing is billed; one that went back is refused, and nothing is handed over', async () => {
  const { org_id, contract_id } = await rented()
  const surrender_id = await begin(contract_id)
  expect(await handOver(surrender_id, { readings: reading(99) })).toMatchObject({
    code: 400,
    msg: '本次读数不能小于上次读数 100，换过表的先在“抄表记录”新增这次读数',
    data: { field: 'readings.0.current' },
  })
  expect(await figures(surrender_id)).toMatchObject({ status: 1, left_on: null })
  expect(await detail(contract_id)).toMatchObject({ left_on: null })
  done(await handOver(surrender_id, { readings: reading(100) }))
  expect(await ofMeter(contract_id)).toEqual([])
  // The month's round had read it on that day, before anybody gave notice: the paper says the same, and nothing is read twice.
  await sql`update meter set created_at = created_at - 86400 where org_id = ${org_id}`.execute(at.server.db)
  done(await handOver(surrender_id, { readings: reading(100) }))
  expect(await figures(surrender_id)).toMatchObject({ readings: reading(100) })
})

test('handed over once more to correct it, what was read stays on the record and is billed once, whether it is said again or not', async () => {
  const { contract_id } = await rented()
  const surrender_id = await begin(contract_id)
  done(await handOver(surrender_id, { left_on: yesterday, readings: reading(104) }))
  for (const again of [[], reading(104)]) {
    done(await handOver(surrender_id, { left_on: yesterday, keys: 1, readings: again }))
    expect(await figures(surrender_id)).toMatchObject({ keys: 1, readings: reading(104), arrears: 4 * METER_PRICE })
    expect(await ofMeter(contract_id)).toMatchObject([{ price: 4 * METER_PRICE }])
  }
  done(await handOver(surrender_id, { readings: reading(106) }))
  expect((await ofMeter(contract_id)).map(({ price }) => price)).toEqual([4 * METER_PRICE, 2 * METER_PRICE])
  expect(await figures(surrender_id)).toMatchObject({ readings: reading(106), arrears: 6 * METER_PRICE })
})

test('a last reading that is corrected or taken back is so on the paper, and the handover can be done once more', async () => {
  const { org_id, contract_id } = await rented()
  const surrender_id = await begin(contract_id)
  done(await handOver(surrender_id, { left_on: yesterday, readings: reading(108.5) }))
  expect(await handOver(surrender_id, { left_on: yesterday, readings: reading(107.5) })).toMatchObject({
    code: 400,
    msg: `抄表日期须晚于上次抄表（${yesterday}）：读数记错的请在“抄表记录”更正`,
    data: { field: 'readings.0.current' },
  })
  const last = async (): Promise<number> => done(await ask('/api/meter/index', { org_id: [org_id], status: [1] })).data.list[0].meter_id
  done(await ask('/api/meter/correct', { meter_id: await last(), right: 107.5, void_why: '看错一位' }))
  expect(await figures(surrender_id)).toMatchObject({ readings: reading(107.5) })
  expect(await textOf(await printed('list', surrender_id))).toContain('107.5')
  done(await handOver(surrender_id, { left_on: yesterday, keys: 1, readings: reading(107.5) }))
  expect(await ofMeter(contract_id)).toMatchObject([{ price: Math.round(7.5 * METER_PRICE) }])
  done(await ask('/api/meter/withdraw', { meter_id: await last(), void_why: '不是这块表' }))
  expect(await figures(surrender_id)).toMatchObject({ readings: [] })
  done(await handOver(surrender_id, { left_on: yesterday, readings: reading(107.5) }))
  done(await settle(surrender_id))
  // The round of the month finds the meter of the empty room as it was: that it was misread is no matter of whoever had left.
  done(await ask('/api/meter/add', { org_id, simple_id: at.ground.simple, read_date: today(), current: 107.5, is_checked: 1, why: '空房' }))
  done(await ask('/api/meter/correct', { meter_id: await last(), right: 108, void_why: '看错一位' }))
  expect(await figures(surrender_id)).toMatchObject({ readings: reading(107.5) })
})

test('a room that is to be repaired is in repair from the handover on: neither called for nor let until it is usable again', async () => {
  const { org_id, contract_id } = await rented()
  const surrender_id = await begin(contract_id)
  expect(await stateOf(org_id)).toEqual({ state: 7, status: 1 })
  done(await handOver(surrender_id, { left_on: yesterday, room_next: 2 }))
  expect(await stateOf(org_id)).toEqual({ state: 8, status: 2 })
  const wait_id = await waits()
  const offered = async (): Promise<boolean> =>
    done(await ask('/api/Waiting/rooms', { wait_id })).data.some((one: { org_id: number }) => one.org_id === org_id)
  const call = () => ask('/api/Waiting/call', { wait_id, org_id, days: 7 })
  expect([await offered(), (await call()).code]).toEqual([false, 409])
  expect(await draft({ org_id })).toMatchObject({ code: 409, data: { field: 'org_id' } })
  done(await settle(surrender_id))
  expect([await stateOf(org_id), (await call()).code]).toEqual([{ state: 8, status: 2 }, 409])
  done(await ask('/api/org/enable', { org_id }))
  expect([await stateOf(org_id), await offered()]).toEqual([{ state: 1, status: 1 }, true])
  done(await call())
})

test('corrected, a room is usable that was to be repaired; one that is to be repaired is so beyond an order that laid it up before', async () => {
  const { org_id, contract_id } = await rented()
  const broken = { org_id, kind: 5, urgency: 2, description: '漏水', reporter: '管家', phone: '13812345678' }
  const { repair_id } = done(await ask('/api/repair/add', broken)).data
  done(await ask('/api/repair/dispatch', { repair_id, handler: 1, visit_start: 1_795_000_000, visit_end: 1_795_000_000, lays_up: 1 }))
  const surrender_id = await begin(contract_id)
  done(await handOver(surrender_id, { left_on: yesterday, room_next: 2 }))
  done(await handOver(surrender_id, { left_on: yesterday }))
  expect((await stateOf(org_id)).status).toBe(2)
  done(await handOver(surrender_id, { left_on: yesterday, room_next: 2 }))
  done(await ask('/api/repair/finish', { repair_id, work: '做了防水', cost: 0, borne_by: 1 }))
  expect((await stateOf(org_id)).status).toBe(2)
  done(await handOver(surrender_id, { left_on: yesterday }))
  expect(await stateOf(org_id)).toEqual({ state: 1, status: 1 })
})

test('what is left goes to somebody else only with an authorization, and the sheet and the flows name who got it', async () => {
  const { contract_id } = await rented()
  const surrender_id = await begin(contract_id)
  done(await handOver(surrender_id, { left_on: yesterday }))
  expect(await settle(surrender_id, { payee: '李代收' })).toMatchObject({ code: 400, data: { field: 'papers' } })
  expect(await figures(surrender_id)).toMatchObject({ status: 2, payee: null })
  expect(await books(contract_id)).toMatchObject({ out: 0, held: 128_000 })
  const papers = [await scan(at)]
  done(await settle(surrender_id, { payee: '李代收', papers }))
  const record = await figures(surrender_id)
  expect(record).toMatchObject({ status: 4, payee: '李代收', papers })
  const { rows } = await sql<{ custom_name: string; price: number }>`
    select f.custom_name, f.price from flow f join contract c on c.org_id = f.org_id where c.contract_id = ${contract_id} and f.type = 2
  `.execute(at.server.db)
  expect(rows.map(({ custom_name }) => custom_name)).toEqual(rows.map(() => '李代收'))
  const yuan = (fen: number): string => (fen / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })
  const text = await textOf(await printed('sheet', surrender_id))
  for (const words of ['李代收', `应退${yuan(record.refund)}元`, '应补缴0.00元', '现存押金', '1,280.00', yuan(record.unused), yesterday])
    expect(text).toContain(words)
})

test('what a former main tenant paid goes back under his name, the deposit under that of whoever goes on with the contract', async () => {
  const { org_id, contract_id } = await rented()
  const { custom_name: former } = await detail(contract_id)
  done(await ask('/api/contract/heir', { contract_id, custom_id: await tenant(), reason: '离婚' }))
  const { custom_name: heir } = await detail(contract_id)
  const surrender_id = await begin(contract_id)
  done(await handOver(surrender_id, { left_on: yesterday }))
  done(await settle(surrender_id))
  const { rows } = await sql`
    select f.custom_name, f."from", l.name as of from flow f join lessee l on l.custom_id = f.custom_id where f.type = 2 and f.org_id = ${org_id} order by f."from" = 3
  `.execute(at.server.db)
  expect(rows).toEqual([
    { custom_name: former, from: 2, of: former },
    { custom_name: heir, from: 3, of: heir },
  ])
})

test('the name of the tenant himself is no other payee', async () => {
  const { contract_id } = await rented()
  const surrender_id = await begin(contract_id)
  done(await handOver(surrender_id))
  done(await settle(surrender_id, { payee: ` ${(await figures(surrender_id)).custom_name} ` }))
})

test('called off, the contract goes on to the end that was agreed on, the room is let, and it can be given up again', async () => {
  const { org_id, contract_id } = await rented()
  const before = await detail(contract_id)
  // What is not signed yet does not keep him from staying, and is signed then.
  const renewed = done(await ask('/api/contract/renew', { contract_id, rent: 130_000, months: 12 })).data.contract_id
  const surrender_id = await begin(contract_id)
  expect([await stateOf(org_id), (await detail(contract_id)).status]).toEqual([{ state: 7, status: 1 }, 6])
  done(await ask('/api/surrender/stay', { surrender_id, reason: '不走了' }))
  expect(await figures(surrender_id)).toMatchObject({ status: 5, reason: '不走了' })
  expect([await stateOf(org_id), await detail(contract_id)]).toMatchObject([
    { state: 4, status: 1 },
    { status: 4, end_date: before.end_date, planned_end: null, left_on: null },
  ])
  expect(await handOver(surrender_id)).toMatchObject({ code: 409 })
  done(await sign(renewed))
  done(await ask('/api/contract/void', { contract_id: renewed, reason: '不续了' }))
  const again = await begin(contract_id)
  done(await handOver(again))
  done(await settle(again))
  expect(await detail(contract_id)).toMatchObject({ status: 7, end_date: today() })
})
