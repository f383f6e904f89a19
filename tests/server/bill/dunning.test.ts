import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { withdrawSettled } from '../../../server/domain/dunning/jobs.ts'
import { codeOf } from '../../../src/core/states.ts'
import { addDays, today } from '../../../src/protocol/dates.ts'
import outbox from '../../../src/resources/outbox/outbox.ts'
import { adminServer } from '../../help/adminServer.ts'
import { billingOn } from '../../help/billing.ts'
import { nightWork } from '../../help/nightWork.ts'
import { addAccount, addRow, addTenant, cardOf, companyCode, flat, tokenOf } from '../../help/store/ground.ts'
import { done } from '../../help/tenancies.ts'

const at = adminServer()
const place = { org_id: 0, custom_id: 0, name: '王小明' }
const { bill, pay, read, deed } = billingOn(at, () => place)

let people = 0
/** Somebody who owes, whose bills are made next. */
const debtor = async (changes: Record<string, unknown> = {}): Promise<void> => {
  place.name = `欠费${++people}`
  place.custom_id = await addTenant(at.server, { name: place.name, card: cardOf(people), ...changes })
}
beforeAll(async () => {
  place.org_id = done(await at.ask('/api/org/add', flat(at.ground, { p_id: 1 }))).data.org_id[0]
})

const late = (days: number) => ({ bill_date: addDays(today(), -days) })
const records = async (bill_id: number) => done(await at.call('/api/dunning/index', { bill_id: [bill_id] })).data.list
const messages = async () =>
  (
    await sql<{ content: string; resource: string; record_id: number; dials: string; receiver: string | null; state: number }>`
      select content, resource, record_id, dials, receiver, state from outbox where subject = '欠费提醒' order by outbox_id
    `.execute(at.server.db)
  ).rows
const age = (bill_id: number) => sql`update dunning set day = day - 1 where bill_id = ${bill_id}`.execute(at.server.db)

test('what was said and promised is kept with each bill, and the next step follows', async () => {
  await debtor()
  const one = await bill(late(40))
  expect(await read(one)).toMatchObject({ next_step: '提醒（逾期满 1 天）' })
  const answer = done(await deed('remind', { bill_id: one, way: 2, said: '说下周付', promise_on: '2099-01-01' })).data
  expect(answer).toEqual({ count: 1, said: '已记录 1 张账单的催缴' })
  expect(await records(one)).toMatchObject([
    {
      stage: '提醒',
      way: 2,
      said: '说下周付',
      promise_on: '2099-01-01',
      owed: 10_000,
      days_late: 40,
      day: today(),
      created_by: 1,
      custom_name: place.name,
    },
  ])
  expect(await read(one)).toMatchObject({ next_step: '电话催缴（逾期满 7 天）' })
  for (const said of ['没人接', '送达']) {
    await age(one)
    done(await deed('remind', { bill_id: one, way: 3, said }))
  }
  expect((await records(one)).map(({ stage }: { stage: string }) => stage)).toEqual(['书面催缴', '电话催缴', '提醒'])
  const { bill_date } = (await read(one)) as { bill_date: string }
  expect(await read(one)).toMatchObject({ next_step: `律师函，${addDays(bill_date, 90)} 起` })
  // Before its day the last step is done again.
  await age(one)
  done(await deed('remind', { bill_id: one, way: 2, said: '再打' }))
  expect((await records(one))[0]).toMatchObject({ stage: '书面催缴' })
  const tenant = done(await at.call('/api/dunning/index', { custom_id: [place.custom_id] })).data
  expect(tenant.count).toBe(4)
})

test('an SMS goes to each who owes, once for all their bills; before, it is told how many and what they cost', async () => {
  await debtor()
  const mine = { ...place }
  const company_id = await addRow(at.server, 'company', { name: '甲公司', code: companyCode(1), contact: '王', phone: '13900000000' })
  const [one, two] = [await bill(late(3)), await bill(late(20))]
  await debtor({ company_id })
  const three = await bill({ ...late(9), price: 333, payment_ratio: 50 })
  const ids = [one, two, three]
  const told = done(await at.call('/api/bill/reminding', { ids, way: 1 })).data
  expect(told.facts).toEqual([
    { label: '账单', value: '3' },
    { label: '未付合计', value: '¥203.33' },
    { label: '短信', value: '3' },
    { label: '计费条数', value: '3' },
    { label: '约需费用', value: '¥0.15' },
  ])
  expect(told.said).toMatch(/^短信内容：欠费\d+：您有 2 张账单逾期未付，共 200.00 元/)
  const before = (await messages()).length
  expect(done(await deed('remind', { ids, way: 1 })).data.said).toBe('已催缴 3 张账单，短信 3 条，约 ¥0.15')
  const sent = (await messages()).slice(before)
  expect(sent.map(({ resource, record_id, dials, receiver }) => [resource, record_id, dials, receiver])).toEqual([
    ['lessee', mine.custom_id, 'phone', null],
    ['lessee', place.custom_id, 'phone', null],
    ['company', company_id, 'phone', null],
  ])
  // No number is kept in what waits to leave.
  expect(JSON.stringify(sent)).not.toMatch(/1[38]\d{9}/)
  expect(JSON.parse(sent[0]?.content ?? '')).toMatchObject({
    type: 'bill.dunning',
    data: { custom_id: mine.custom_id, content: expect.stringContaining(`最早应于 ${addDays(today(), -20)} 付清`) },
  })
  expect((await records(three))[0]).toMatchObject({ said: expect.stringContaining('共 1.67 元'), company_id })
  // Nobody is told of the price by whoever may not ask.
  const nobody = await tokenOf(at.server, await addAccount(at.server, 'nobody', ['/api/bill/index']))
  expect((await at.call('/api/bill/reminding', { ids, way: 1 }, nobody)).code).toBe(403)
})

test('not twice a day, not what is not overdue, not to whom no telephone is known; of several nothing is done then', async () => {
  await debtor()
  const [one, two, soon, paid] = [await bill(late(5)), await bill(late(5)), await bill(late(-5)), await bill(late(5))]
  await pay(paid, 10_000)
  done(await deed('remind', { bill_id: one, way: 2, said: '说' }))
  const before = (await messages()).length
  expect(await deed('remind', { ids: [two, one], way: 1 })).toMatchObject({
    code: 409,
    msg: expect.stringMatching(/^有 1 张今天已经催过（ZD\d+），同一张账单一天至多催缴一次$/),
  })
  expect(await deed('remind', { ids: [two, soon], way: 1 })).toMatchObject({ code: 409 })
  for (const bill_id of [soon, paid])
    expect(await deed('remind', { bill_id, way: 1 })).toMatchObject({
      code: 409,
      msg: expect.stringMatching(/没有逾期未付的金额，不用催缴$/),
    })
  expect(await deed('remind', { bill_id: two, way: 2 })).toMatchObject({ code: 400, msg: '催缴记录必填' })
  // Of which a part is owed by nobody on record.
  const unheard = await bill({ ...late(5), payment_ratio: 50 })
  done(await deed('write_off', { bill_id: unheard, party: 1, why: '坏' }))
  expect(await deed('remind', { ids: [two, unheard], way: 1 })).toMatchObject({
    code: 409,
    msg: expect.stringMatching(/没有登记手机号/),
    data: { field: 'way' },
  })
  expect(await records(two)).toEqual([])
  expect((await messages()).length).toBe(before)
  // Two at once do it once.
  const answers = await Promise.all([1, 2, 3].map(() => deed('remind', { bill_id: two, way: 1 })))
  expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 409, 409])
  expect(await records(two)).toHaveLength(1)
})

test('in another project there is no such bill', async () => {
  await debtor()
  const one = await bill(late(5))
  const elsewhere = await tokenOf(at.server, await addAccount(at.server, 'elsewhere', ['/api/bill/remind', '/api/dunning/index'], [2]))
  expect((await deed('remind', { bill_id: one, way: 1 }, elsewhere)).code).toBe(404)
  expect(done(await at.call('/api/bill/reminding', { bill_id: one, way: 1 }, elsewhere)).data.table.rows).toEqual([])
  done(await deed('remind', { bill_id: one, way: 1 }))
  expect(done(await at.call('/api/dunning/index', {}, elsewhere)).data.list).toEqual([])
})

test('a message that has not left yet, or did not go, does not go to who owes nothing of it any more; who still owes some of it is told', async () => {
  await debtor({ phone: '13912345678' })
  const [paid, left] = [await bill(late(3)), await bill(late(3))]
  done(await deed('remind', { ids: [paid, left], way: 1 }))
  const withdraw = () => nightWork(at.server, withdrawSettled)
  const mine = async () => (await messages()).filter(({ record_id }) => record_id === place.custom_id)
  await pay(paid, 10_000)
  expect([await withdraw(), await mine()]).toMatchObject([0, [{ state: 1 }]])
  await sql`update outbox set state = ${codeOf(outbox, 'failed')} where record_id = ${place.custom_id}`.execute(at.server.db)
  expect([await withdraw(), await mine()]).toMatchObject([0, [{ state: codeOf(outbox, 'failed') }]])
  await pay(left, 10_000)
  expect([await withdraw(), await mine()]).toMatchObject([1, [{ state: codeOf(outbox, 'withdrawn') }]])
  const { rows } = await sql<{ outbox_id: number }>`
    select outbox_id from outbox where error = '所催的账单已付清、作废或不再由其承担'
  `.execute(at.server.db)
  const outbox_id = rows[0]?.outbox_id
  expect((await at.ask('/api/outbox/again', { outbox_id })).code).toBe(409)
})
