import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endTerms } from '../../../server/domain/contract/days.ts'
import type { Jobs } from '../../../server/jobs/startJobs.ts'
import { inState } from '../../../server/store/reading/states.ts'
import { addDays, today } from '../../../src/protocol/dates.ts'
import contract from '../../../src/resources/contract/contract.ts'
import { adminServer } from '../../help/adminServer.ts'
import { startTestJobs } from '../../help/exports.ts'
import { upload } from '../../help/files.ts'
import { filled, imported, mistakes, sheetsOf, tried } from '../../help/imports.ts'
import { bySystem, nightWork } from '../../help/nightWork.ts'
import { picture } from '../../help/pictures.ts'
import { addTenant } from '../../help/store/ground.ts'
import { done, tenanciesOn } from '../../help/tenancies.ts'

const at = adminServer()
const { ask } = at
const { room, signed, sign, pay, detail } = tenanciesOn(at)
const PRICE = 345

let jobs: Jobs
beforeAll(() => {
  jobs = startTestJobs(at.server)
})
afterAll(() => jobs.stop())

const metered = (): Promise<number> => room({ simple: [{ simple_id: at.ground.simple, price: PRICE }] })
const read = (org_id: number, read_date: string, current: number, more = {}) =>
  ask('/api/meter/add', { org_id, simple_id: at.ground.simple, read_date, current, ...more })
const ago = (days: number): string => addDays(today(), -days)
/** A room that was read before it was let, and let forty days ago. */
const rented = async () => {
  const org_id = await metered()
  done(await read(org_id, ago(41), 100))
  const contract_id = await signed({ org_id, start_date: ago(40), signed_on: ago(40), months: 12, mode: 2 })
  return { org_id, contract_id }
}
const bills = async (contract_id: number) =>
  (
    await sql<{
      bill_id: number
      price: number
      start_date: string
      end_date: string
      bill_date: string
      is_void: number
      void_why: string | null
    }>`
      select bill_id, price, start_date, end_date, bill_date, is_void, void_why from bill where contract_id = ${contract_id} and "from" = 4 order by bill_id
    `.execute(at.server.db)
  ).rows
const setting = async (changes: Record<string, unknown>) => {
  const { values, version } = done(await ask('/api/meterSetting/detail')).data
  done(await ask('/api/meterSetting/save', { ...values, ...changes, version }))
}

test('reckons usage and amount, and never goes down; once a day', async () => {
  const org_id = await metered()
  const other = await room()
  expect((await read(org_id, '2026-10-01', 12.34)).data).toMatchObject({ usage: 12.34, amount: 4257, bill_id: null })
  expect((await read(org_id, '2026-10-01', 13)).msg).toBe('抄表日期须晚于上次抄表（2026-10-01）')
  expect((await read(org_id, '2026-11-01', 12.33)).msg).toBe('本次读数不能小于上次读数 12.34，换过表请选“是”')
  expect((await read(org_id, '2026-11-02', 20.005)).msg).toBe('本次读数最多2位小数')
  expect((await read(org_id, addDays(today(), 1), 20)).msg).toBe('抄表日期不能晚于今天')
  expect((await read(other, '2026-10-01', 1)).msg).toBe('该房间没有这个抄表项，请先在房源中登记')
})

test('a meter that was replaced: what both counted, kept and shown; without the end of the old one it is refused', async () => {
  const { org_id, contract_id } = await rented()
  expect(await read(org_id, ago(20), 8, { is_new: 1 })).toMatchObject({ code: 400, data: { field: 'old_end' } })
  expect((await read(org_id, ago(20), 8, { is_new: 1, old_end: 99 })).msg).toBe('旧表止码不能小于上次读数 100')
  expect((await read(org_id, ago(20), 8, { is_new: 1, old_end: 110, new_start: 9 })).msg).toBe('本次读数不能小于新表起码')
  const { meter_id, usage, amount } = done(await read(org_id, ago(20), 8, { is_new: 1, old_end: 110, new_start: 1 })).data
  expect({ usage, amount }).toEqual({ usage: 17, amount: 17 * PRICE })
  expect(done(await ask('/api/meter/detail', { meter_id })).data).toMatchObject({
    how: '旧表 110.00 − 100.00，新表 8.00 − 1.00，共 17.00，单价 3.45 元，金额 58.65 元',
  })
  expect((await bills(contract_id)).map(({ price }) => price)).toEqual([17 * PRICE])
  expect(done(await read(org_id, ago(10), 10)).data).toMatchObject({ usage: 2 })
  const first = await metered()
  expect((await read(first, ago(9), 510, { is_new: 1, old_end: 1, new_start: 500 })).msg).toBe('这块表第一次抄，没有旧表，不填旧表止码')
  expect(done(await read(first, ago(9), 510, { is_new: 1, new_start: 500 })).data).toMatchObject({ usage: 10 })
})

test('whoever rents the room is billed for the days since the last reading; of a vacant one the operator bears it, and that is said', async () => {
  const { org_id, contract_id } = await rented()
  const { said, bill_id } = done(await read(org_id, ago(10), 112)).data
  expect(said).toBe('已抄表：用量 12，41.40 元，已开账单')
  expect(await bills(contract_id)).toMatchObject([
    { bill_id, price: 12 * PRICE, start_date: ago(40), end_date: ago(10), bill_date: addDays(ago(10), 15) },
  ])
  done(await read(org_id, ago(5), 113))
  expect((await bills(contract_id))[1]).toMatchObject({ price: PRICE, start_date: ago(9), end_date: ago(5) })
  const vacant = await metered()
  const answer = done(await read(vacant, ago(5), 7)).data
  expect(answer).toMatchObject({ bill_id: null, said: '已抄表：用量 7，24.15 元；房间没有合同，用量由本单位承担，不开账单' })
  expect(done(await ask('/api/meter/detail', { meter_id: answer.meter_id })).data).toMatchObject({ borne: 2, bill_id: null })
})

test('what is read later of a day before a renewal is billed to the contract of that day, not borne by the operator', async () => {
  const org_id = await metered()
  const begun = ago(200)
  done(await read(org_id, addDays(begun, -1), 100))
  const contract_id = await signed({ org_id, start_date: begun, signed_on: begun, months: 6, mode: 2 })
  await pay(contract_id)
  const last = (await detail(contract_id)).end_date as string
  done(await sign(done(await ask('/api/contract/renew', { contract_id, rent: 128_000, months: 6 })).data.contract_id))
  await nightWork(at.server, (tx) => endTerms(bySystem(tx), today()))
  expect((await detail(contract_id)).status).toBe(5)
  const answer = done(await read(org_id, last, 110)).data
  expect(answer.bill_id).not.toBeNull()
  expect(await bills(contract_id)).toMatchObject([{ price: 10 * PRICE, end_date: last }])
})

test('a reading that is corrected has the price that it had, whatever the room pays a unit by now', async () => {
  const { org_id, contract_id } = await rented()
  const { meter_id } = done(await read(org_id, ago(10), 110)).data
  const dearer = JSON.stringify([{ simple_id: at.ground.simple, price: 2 * PRICE }])
  await sql`update org set simple = ${dearer}::jsonb where org_id = ${org_id}`.execute(at.server.db)
  done(await ask('/api/meter/correct', { meter_id, right: 120, void_why: '看错' }))
  done(await read(org_id, ago(5), 121))
  const standing = (await bills(contract_id)).filter(({ is_void }) => is_void === 0)
  expect(standing.map(({ price }) => price)).toEqual([20 * PRICE, 2 * PRICE])
})

test('what was read before its item was retired is corrected and taken back all the same, and names what it corrects; nothing is read anew', async () => {
  const { org_id, contract_id } = await rented()
  const { meter_id } = done(await read(org_id, ago(10), 150)).data
  done(await ask('/api/simple/retire', { ids: [at.ground.simple] }))
  const anew = done(await ask('/api/meter/correct', { meter_id, right: 120, void_why: '看错' })).data
  expect(done(await ask('/api/meter/detail', { meter_id: anew.meter_id })).data).toMatchObject({ corrects: meter_id, usage: 20 })
  expect(await read(org_id, ago(5), 121)).toMatchObject({ code: 409, msg: '所选的已停用，请另选' })
  await pay(contract_id, 4)
  done(await ask('/api/simple/restore', { ids: [at.ground.simple] }))
  expect((await bills(contract_id)).map(({ price, is_void }) => [price, is_void])).toEqual([
    [50 * PRICE, 1],
    [20 * PRICE, 0],
  ])
})

test('a usage unlike those before is asked about, and taken when it was looked into, with a photo where the setting wants one', async () => {
  const { org_id } = await rented()
  for (const [day, current] of [
    [30, 110],
    [25, 120],
    [20, 131],
  ] as const)
    done(await read(org_id, ago(day), current))
  const asked = await read(org_id, ago(15), 181)
  expect(asked).toMatchObject({ code: 400, data: { field: 'is_checked' }, msg: '用量 50，平时是 10.5，请核实后在“已核实”选“是”' })
  expect((await read(org_id, ago(15), 181, { is_checked: 1 })).code).toBe(400)
  await setting({ photo: 1 })
  const looked = { is_checked: 1, why: '租客确认装了空调' }
  expect(await read(org_id, ago(15), 181, looked)).toMatchObject({ code: 400, data: { field: 'imgs' } })
  const { buffer } = await picture('meter.jpg', 'jpeg', 7)
  const img = done(await upload(at.server, at.admin, buffer)).data.img_id
  const { meter_id } = done(await read(org_id, ago(15), 181, { ...looked, imgs: [img] })).data
  expect(done(await ask('/api/meter/detail', { meter_id })).data).toMatchObject({ doubt: 1, why: looked.why, usual: 10.5, imgs: [img] })
  await setting({ photo: 2 })
  expect(await read(org_id, ago(10), 181)).toMatchObject({ msg: '用量是 0，以前每次都有用量（平时 11），请核实后在“已核实”选“是”' })
  const preview = done(await ask('/api/meter/reading', { org_id, simple_id: at.ground.simple, read_date: ago(10), current: 400 })).data
  expect(preview).toMatchObject({ said: '用量 219，平时是 11，请核实' })
  expect(preview.facts).toContainEqual({ label: '用量', value: '400.00 − 181.00 = 219.00' })
})

test('what was used since before whoever pays came is asked about: the reading of the day before parts it; who had the room before, too, is not asked', async () => {
  const org_id = await metered()
  done(await read(org_id, ago(90), 100))
  const mine = { custom_id: await addTenant(at.server, { name: '先租的' }) }
  const first = await signed({ org_id, start_date: ago(80), signed_on: ago(80), months: 1, mode: 2, ...mine })
  const asked = await read(org_id, ago(70), 300)
  expect(asked).toMatchObject({
    code: 400,
    data: { field: 'is_checked' },
    msg: `上次抄表（${ago(90)}）以后房间换过人，承租方从 ${ago(80)} 起才租：请先补抄入住前一天的读数；用量 200 确实都归承租方的，请核实后在“已核实”选“是”`,
  })
  expect(done(await read(org_id, ago(81), 280)).data).toMatchObject({ usage: 180, bill_id: null })
  expect(done(await read(org_id, ago(70), 300)).data).toMatchObject({ usage: 20, bill_id: expect.any(Number) })
  // He stays under another contract.
  await sql`update contract set status = ${inState(contract, 'expired')} where contract_id = ${first}`.execute(at.server.db)
  await signed({ org_id, start_date: ago(45), signed_on: ago(45), months: 1, mode: 2, ...mine })
  expect(done(await read(org_id, ago(40), 400)).data).toMatchObject({ usage: 100 })
})

test('the newest reading is taken back, its bill with it; one before it, or one that is paid, is not; corrected, it is there anew', async () => {
  const { org_id, contract_id } = await rented()
  const first = done(await read(org_id, ago(20), 110)).data
  const second = done(await read(org_id, ago(10), 119)).data
  const withdraw = (meter_id: number) => ask('/api/meter/withdraw', { meter_id, void_why: '抄错' })
  expect(await withdraw(first.meter_id)).toMatchObject({ code: 409, msg: `这块表 ${ago(10)} 又抄过，只能撤销或更正最近的一次` })
  done(await withdraw(second.meter_id))
  expect((await withdraw(second.meter_id)).code).toBe(409)
  expect((await bills(contract_id)).map(({ is_void, void_why }) => [is_void, void_why])).toEqual([
    [0, null],
    [1, '撤销读数：抄错'],
  ])
  const { meter_id } = done(await ask('/api/meter/correct', { meter_id: first.meter_id, right: 115, void_why: '看错一位' })).data
  expect(done(await ask('/api/meter/detail', { meter_id })).data).toMatchObject({ current: 115, usage: 15, read_date: ago(20), status: 1 })
  expect(done(await ask('/api/meter/detail', { meter_id: first.meter_id })).data).toMatchObject({
    current: 110,
    status: 2,
    void_why: '看错一位',
  })
  expect((await bills(contract_id)).filter(({ is_void }) => is_void === 0)).toMatchObject([{ price: 15 * PRICE, end_date: ago(20) }])
  await pay(contract_id, 4)
  expect(await withdraw(meter_id)).toMatchObject({ code: 409, msg: expect.stringContaining('已收款，不能作废') })
  expect(done(await ask('/api/meter/detail', { meter_id })).data).toMatchObject({ status: 1 })
})

test('the round: what is to be read as a file, filled in and imported; unusual rows are marked at their cell; taken back, the bills go', async () => {
  const { org_id, contract_id } = await rented()
  const named = done(await ask('/api/org/detail', { org_id })).data
  const due = () => ask('/api/meter_due/index', { org_id: [org_id] })
  expect(done(await due()).data.list).toMatchObject([{ org_id, previous: 100, usage: 100, price: PRICE, contract_id }])
  const { name, base64 } = done(
    await ask('/api/meter_due/sheet', { p_id: 1, building: named.unit_floor, region_name: named.region_name, day: today() }),
  ).data
  expect(name).toBe(`抄表单-${today()}.xlsx`)
  const bytes = Buffer.from(base64, 'base64')
  const [heads = [], row = []] = sheetsOf(bytes)[0] ?? []
  const place = (head: string): number => heads.findIndex((one) => String(one).startsWith(head))
  expect(row[place('参考：上次读数')]).toBe('100')
  const withReading = (current: number, more: Record<string, string> = {}): Buffer => {
    const cells = [...row]
    cells[place('本次读数')] = current
    for (const [head, text] of Object.entries(more)) cells[place(head)] = text
    return filled(bytes, [cells])
  }
  const wrong = await tried(at.server, '/api/meter/import', withReading(500), at.admin)
  expect(mistakes(wrong)).toEqual([expect.stringMatching(/^[A-Z]2：用量 400，平时是 100，请核实后在“已核实”选“是”$/)])
  const right = await tried(at.server, '/api/meter/import', withReading(500, { 已核实: '是', 核实情况: '漏水' }), at.admin)
  expect(mistakes(right)).toEqual([])
  await imported(at.server, at.admin, right.import_id)
  expect(done(await due()).data.list).toEqual([])
  expect((await bills(contract_id)).map(({ price }) => price)).toEqual([400 * PRICE])
  done(await ask('/api/import/undo', { import_id: right.import_id, request_id: 'undo' }))
  expect(await bills(contract_id)).toMatchObject([{ is_void: 1 }])
  expect(done(await due()).data.list).toHaveLength(1)
  // The meters of the rooms of a flat that is let whole are read, too.
  const inner = await metered()
  await sql`update org set part_of = ${org_id} where org_id = ${inner}`.execute(at.server.db)
  expect(done(await ask('/api/meter_due/index', { org_id: [inner] })).data.list).toMatchObject([{ org_id: inner, contract_id }])
  expect((await ask('/api/meter_due/sheet', { building: '没有这栋', day: today() })).code).toBe(400)
})

test('of two who read a meter at once one is taken', async () => {
  const { org_id, contract_id } = await rented()
  const both = await Promise.all([read(org_id, ago(3), 110), read(org_id, ago(3), 112)])
  expect(both.map(({ code }) => code).toSorted()).toEqual([200, 400])
  expect(await bills(contract_id)).toHaveLength(1)
  await Promise.all([read(org_id, ago(2), 120), read(org_id, ago(1), 121)])
  const { rows } = await sql<{ used: number; last: number }>`
    select sum(usage)::float8 as used, max(current)::float8 as last from meter where org_id = ${org_id} and status = 1
  `.execute(at.server.db)
  expect(rows[0]?.used).toBe(rows[0]?.last)
  expect(await detail(contract_id)).toMatchObject({ status: 4 })
})
