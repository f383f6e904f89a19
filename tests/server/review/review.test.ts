import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { dropEnded } from '../../../server/domain/review/ended.ts'
import { callsOfSetting } from '../../../src/derive/settings.ts'
import { addDays, today } from '../../../src/protocol/dates.ts'
import applicationSetting from '../../../src/resources/settings/application.ts'
import { adminServer } from '../../help/adminServer.ts'
import { bySystem, nightWork } from '../../help/nightWork.ts'
import { addRow, companyCode } from '../../help/store/ground.ts'
import { surrendersOn } from '../../help/surrenders.ts'
import { done, tenanciesOn } from '../../help/tenancies.ts'

const at = adminServer()
const { ask } = at
const { tenant, room, sign, signed, detail, bills, pay } = tenanciesOn(at)

const POOR = { nature: 1, family_size: 2, income: 600_000, housing_area: 10 }
const RICH = { ...POOR, income: 1_200_000 }

let batches = 0

/** The review of a contract in a batch of its own. */
const reviewed = async (contract_id: number, due_on = addDays(today(), 30)): Promise<number> => {
  batches += 1
  const batch = `年审 ${batches}`
  await ask('/api/review/generate', { p_id: 1, batch, begun_by: today(), due_on })
  const { list } = (await ask('/api/review/index', { contract_id: [contract_id], batch })).data
  return list[0]?.review_id ?? expect.unreachable('no review was made')
}
const declared = async (contract_id: number, household: object): Promise<number> => {
  const review_id = await reviewed(contract_id)
  expect(await ask('/api/review/declare', { review_id, ...household })).toMatchObject({ code: 200 })
  return review_id
}
const limits = async (changes: object): Promise<void> => {
  const { detail: read, save } = callsOfSetting(applicationSetting)
  const { values, version } = (await ask(read, {})).data
  expect(await ask(save, { ...values, ...changes, version })).toMatchObject({ code: 200 })
}
const found = async (review_id: number) => (await ask('/api/review/detail', { review_id })).data

test('a batch has one review for each tenant’s contract in force, however often it is made', async () => {
  await signed()
  const asked = { p_id: 1, batch: '年审 2026', begun_by: today() }
  const { facts } = (await ask('/api/review/foresee', asked)).data
  const made = (await ask('/api/review/generate', { ...asked, due_on: addDays(today(), 30) })).data
  expect(made.count).toBe(Number(facts[2].value))
  expect(made.count).toBeGreaterThan(0)
  expect((await ask('/api/review/generate', { ...asked, due_on: addDays(today(), 30) })).data.count).toBe(0)
  expect((await ask('/api/review/foresee', { ...asked, begun_by: '2000-01-01' })).data.facts[0].value).toBe('0')
})

test('who does not fit is passed with a reason alone', async () => {
  await limits({ income_1: 500_000, area_1: 15 })
  const review_id = await declared(await signed(), RICH)
  expect((await found(review_id)).verdict).toContain('超过')
  expect(await ask('/api/review/pass', { review_id, outcome: 1 })).toMatchObject({ code: 400 })
  expect(await ask('/api/review/pass', { review_id, outcome: 1, reason: '重病支出' })).toMatchObject({ code: 200 })
  expect(await found(review_id)).toMatchObject({ status: 3, outcome: 1 })
})

test('who was found to fit is passed by the limits of that day, whatever they are by now; who was not is not', async () => {
  await limits({ income_1: 1_300_000, area_1: 15 })
  const fits = await declared(await signed(), RICH)
  await limits({ income_1: 500_000 })
  const does_not = await declared(await signed(), RICH)
  expect(await ask('/api/review/pass', { review_id: fits, outcome: 1 })).toMatchObject({ code: 200 })
  await limits({ income_1: 1_300_000 })
  expect(await ask('/api/review/pass', { review_id: does_not, outcome: 1 })).toMatchObject({ code: 400 })
  await limits({ income_1: 500_000 })
})

test('another part of the rent is borne from the next period on; what is billed for this one stays', async () => {
  const company_id = await addRow(at.server, 'company', { name: '年审企业', code: companyCode(7), contact: '王', phone: '13812345678' })
  const custom_id = await tenant({ company_id })
  const contract_id = await signed({ custom_id, payment_ratio: 30 })
  const review_id = await declared(contract_id, POOR)
  const from_date = addDays(today(), 1)
  expect(await ask('/api/review/pass', { review_id, outcome: 2, payment_ratio: 70, from_date: addDays(today(), -1) })).toMatchObject({
    code: 400,
  })
  expect(await ask('/api/review/pass', { review_id, outcome: 2, payment_ratio: 70, from_date })).toMatchObject({ code: 200 })
  expect(await detail(contract_id)).toMatchObject({ payment_ratio: 30, bearing: '单位承担 70%' })
  const first = (await bills(contract_id)).filter(({ from, start_date }) => from === 1 && start_date === today())
  expect(first.map(({ is_void }) => is_void)).toEqual([0])
  // Who works for nobody by now bears all of it, if he is to: whom it was agreed with bears no more.
  await sql`update lessee set company_id = null where custom_id = ${custom_id}`.execute(at.server.db)
  const all = { review_id: await declared(contract_id, POOR), outcome: 2, payment_ratio: 100, from_date }
  expect(await ask('/api/review/pass', all)).toMatchObject({ code: 200 })
  const { list } = (await ask('/api/contract_split/index', { contract_id: [contract_id] })).data
  expect(list).toMatchObject([{ bearer: 2, company_id, percent: 0 }])
})

test('nobody bears the rest: the share stays as it is', async () => {
  const contract_id = await signed()
  const review_id = await declared(contract_id, POOR)
  const from_date = addDays(today(), 1)
  expect((await ask('/api/review/pass', { review_id, outcome: 2, payment_ratio: 50, from_date })).code).toBe(400)
  expect(await found(review_id)).toMatchObject({ status: 2 })
})

test('who does not fit any more is not renewed', async () => {
  const contract_id = await signed()
  const review_id = await declared(contract_id, RICH)
  expect(await ask('/api/review/fail', { review_id, outcome: 3, reason: '收入超标' })).toMatchObject({ code: 200 })
  expect(await ask('/api/contract/renew', { contract_id, rent: 128_000 })).toMatchObject({
    code: 409,
    msg: expect.stringContaining('年审'),
  })
  // Nor by way of another room.
  const moved = done(
    await ask('/api/contract/move', { contract_id, p_id: 1, org_id: await room(), start_date: addDays(today(), 1), rent: 1 }),
  )
  done(await sign(moved.data.contract_id))
  expect((await ask('/api/contract/renew', { contract_id: moved.data.contract_id, rent: 128_000 })).msg).toContain('年审')
})

test('who did not fit once, and does by a later review, is renewed', async () => {
  const contract_id = await signed()
  expect(await ask('/api/review/fail', { review_id: await declared(contract_id, RICH), outcome: 3, reason: '收入超标' })).toMatchObject({
    code: 200,
  })
  const renew = () => ask('/api/contract/renew', { contract_id, rent: 128_000 })
  const later = await declared(contract_id, POOR)
  expect((await renew()).msg).toContain('年审')
  expect(await ask('/api/review/pass', { review_id: later, outcome: 1 })).toMatchObject({ code: 200 })
  expect(await renew()).toMatchObject({ code: 200 })
  // Once it is, that it is not to be would have no effect.
  const { custom_id, custom_name, org_id } = await detail(contract_id)
  const open = { batch: '又审', contract_id, custom_id, custom_name, org_id, p_id: 1, due_on: today(), status: 2 }
  const review_id = await addRow(at.server, 'review', open)
  expect(await ask('/api/review/fail', { review_id, outcome: 3, reason: '收入超标' })).toMatchObject({
    code: 409,
    msg: expect.stringContaining('续签的合同'),
  })
})

test('who does not fit any more leaves: the surrender has begun, by the landlord, with the reason', async () => {
  const contract_id = await signed()
  const review_id = await declared(contract_id, RICH)
  const planned_date = addDays(today(), 60)
  expect(await ask('/api/review/fail', { review_id, outcome: 4, planned_date, reason: '收入超标' })).toMatchObject({ code: 200 })
  expect(await detail(contract_id)).toMatchObject({ status: 6 })
  const { list } = (await ask('/api/surrender/index', { contract_id: [contract_id] })).data
  expect((await ask('/api/surrender/detail', { surrender_id: list[0].surrender_id })).data).toMatchObject({
    ...{ ended_by: 2, planned_date, note: expect.stringContaining('收入超标') },
  })
})

test('who has not declared fails only after the last day', async () => {
  const early = await reviewed(await signed())
  expect((await ask('/api/review/fail', { review_id: early, outcome: 3, reason: '未申报' })).code).toBe(409)
  const late = await reviewed(await signed(), addDays(today(), -1))
  expect((await ask('/api/review/fail', { review_id: late, outcome: 3, reason: '未申报' })).code).toBe(200)
})

test('who stays at the market rent pays it from the day chosen on; what is paid stays as it was, what is not is billed anew', async () => {
  const contract_id = await signed({ start_date: addDays(today(), -20), signed_on: addDays(today(), -20) })
  await pay(contract_id)
  const { org_id } = await detail(contract_id)
  const review_id = await declared(contract_id, POOR)
  const pass = (from_date: string) => ask('/api/review/pass', { review_id, outcome: 5, from_date, reason: '收入超过标准' })
  const paid = (await bills(contract_id)).filter(({ from }) => from === 1)
  const next = addDays(paid.at(-1)?.end_date ?? '', 1)
  // No room has one before it is set: the contract's would not be the market's.
  expect(await pass(next)).toMatchObject({ code: 409, msg: expect.stringContaining('没有登记市场月租金') })
  expect(await found(review_id)).toMatchObject({ status: 2 })
  await sql`update org set market_rent = 260_000 where org_id = ${org_id as number}`.execute(at.server.db)
  expect(await pass(addDays(next, -1))).toMatchObject({ code: 400, data: { field: 'from_date' } })
  expect(await ask('/api/review/pass', { review_id, outcome: 5 })).toMatchObject({ code: 400, data: { field: 'from_date' } })
  expect(await pass(next)).toMatchObject({ code: 200 })
  expect(await found(review_id)).toMatchObject({ status: 3, outcome: 5, from_date: next })
  const { list } = (await ask('/api/contract_rent/index', { contract_id: [contract_id] })).data
  expect(list.map(({ from_date, rent }: Record<string, unknown>) => [from_date, rent])).toContainEqual([next, 260_000])
  expect((await bills(contract_id)).filter(({ from }) => from === 1).slice(0, paid.length)).toEqual(paid)
  const { table } = (await ask('/api/contract/schedule', { contract_id })).data
  expect(JSON.stringify(table)).toContain('2,600.00')
})

test('a contract that has ended is no more put at the market rent', async () => {
  const contract_id = await signed()
  const review_id = await declared(contract_id, POOR)
  expect(await ask('/api/surrender/add', { contract_id, ground: 4, ended_by: 1, planned_date: today() })).toMatchObject({ code: 200 })
  const asked = { review_id, outcome: 5, from_date: addDays(today(), 40) }
  expect(await ask('/api/review/pass', asked)).toMatchObject({ code: 409, msg: '合同已不在履行中' })
})

test('whoever has moved since pays the market rent of the room in which he lives now, or leaves that one', async () => {
  const contract_id = await signed({ start_date: addDays(today(), -20), signed_on: addDays(today(), -20) })
  await pay(contract_id)
  const [market, leaves] = [await declared(contract_id, POOR), await declared(contract_id, POOR)]
  const moving = { contract_id, p_id: 1, org_id: await room(), start_date: today(), rent: 1000 }
  const moved = done(await ask('/api/contract/move', moving)).data.contract_id
  done(await sign(moved))
  await sql`update org set market_rent = 260_000 where org_id = ${moving.org_id}`.execute(at.server.db)
  const from_date = addDays(today(), 40)
  done(await ask('/api/review/pass', { review_id: market, outcome: 5, from_date, reason: '收入超过标准' }))
  const { list } = (await ask('/api/contract_rent/index', { contract_id: [moved] })).data
  expect(list.at(-1)).toMatchObject({ from_date, rent: 260_000 })
  done(await ask('/api/review/fail', { review_id: leaves, outcome: 4, planned_date: from_date, reason: '收入超标' }))
  expect(await detail(moved)).toMatchObject({ status: 6 })
})

test('who has left is reviewed no more, and who lives on by the contract that followed is', async () => {
  const { begin, handOver, settle } = surrendersOn(at)
  const night = () => nightWork(at.server, (tx) => dropEnded(bySystem(tx)))
  await night()
  const since = { start_date: addDays(today(), -20), signed_on: addDays(today(), -20) }
  const leaving = await signed(since)
  await pay(leaving)
  const ofLeaving = await reviewed(leaving)
  const moving = await signed(since)
  await pay(moving)
  const ofMoving = await declared(moving, POOR)
  const moved = done(
    await ask('/api/contract/move', { contract_id: moving, p_id: 1, org_id: await room(), start_date: today(), rent: 120_000 }),
  ).data
  done(await sign(moved.contract_id))
  const surrender_id = await begin(leaving)
  expect(await night()).toBe(0)
  done(await handOver(surrender_id))
  done(await settle(surrender_id))
  // One of each batch that was made of all.
  expect(await night()).toBe(2)
  expect(await found(ofLeaving)).toMatchObject({ status: 5, reason: '合同已结束' })
  expect(await found(ofMoving)).toMatchObject({ status: 2 })
  expect(await night()).toBe(0)
})
