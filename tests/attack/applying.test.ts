import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { callsOfSetting } from '../../src/derive/settings.ts'
import applicationSetting from '../../src/resources/settings/application.ts'
import { adminServer } from '../help/adminServer.ts'
import { phoneAt, sentApplyDigits } from '../help/phones.ts'
import { cardOf } from '../help/store/ground.ts'
import { done } from '../help/tenancies.ts'

const at = adminServer()
const { ask } = at
const { detail, save } = callsOfSetting(applicationSetting)

beforeAll(async () => {
  const { version, values } = (await ask(detail)).data
  expect(await ask(save, { ...values, phone_apply: 1, version })).toMatchObject({ code: 200 })
})
beforeEach(() => sql`delete from login_failure`.execute(at.server.db))

let many = 0
const newNumber = (): string => `136${String(10_000_000 + ++many)}`
const opened = async () => {
  const [phone, number] = [phoneAt(at.server), newNumber()]
  await phone.call('/api/apply/send_code', { phone: number })
  const { data } = await phone.call('/api/apply/start', { phone: number, sms: await sentApplyDigits(at.server), p_id: 1 })
  await phone.call('/api/apply/open', { code: data.code })
  return { phone, code: data.code as string }
}
const household = () => ({
  ...{ custom_name: '甲', card: cardOf(500 + ++many), p_id: 1, nature: 1, priority: 2, room_type: 1, income: 1, housing_area: 1 },
})

test('thirty who ask at once for one telephone have one message sent', async () => {
  const number = newNumber()
  const answers = await Promise.all(Array.from({ length: 30 }, () => phoneAt(at.server).call('/api/apply/send_code', { phone: number })))
  expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
  expect(answers.filter(({ code }) => code === 429)).toHaveLength(29)
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from application_draft where phone = ${`${number.slice(0, 3)}****${number.slice(7)}`}
  `.execute(at.server.db)
  expect(rows).toEqual([{ n: 1 }])
})

test('the answer does not tell whether a telephone has applied before', async () => {
  const one = await opened()
  const known = newNumber()
  await one.phone.call('/api/apply/send_code', { phone: known })
  const [before, never] = [known, newNumber()]
  const start = (phone: string) => one.phone.call('/api/apply/start', { phone, sms: '000000', p_id: 1 })
  const { msg } = await start(never)
  expect(msg).toBe('验证码已失效，请重新获取')
  await sql`update digit_check set until = 0`.execute(at.server.db)
  expect((await start(before)).msg).toBe(msg)
})

test('what is none of an applicant’s to say is refused: source, state, who entered it, another application', async () => {
  const { phone, code } = await opened()
  for (const more of [{ source: 1 }, { status: 2 }, { created_by: 1 }, { apply_id: 1 }, { phone: '13800000000' }, { exception: '走后门' }])
    expect(await phone.call('/api/apply/submit', { code, ...household(), ...more })).toMatchObject({ code: 400 })
  expect(
    await phone.call('/api/apply/submit', { code, ...household(), members: [{ name: '乙', relation: 1, card: cardOf(3), apply_id: 1 }] }),
  ).toMatchObject({
    code: 400,
  })
})

test('huge, twisted and foreign input is refused', async () => {
  const { phone, code } = await opened()
  const keep = (typed: string) => phone.call('/api/apply/save', { code, typed })
  for (const typed of ['x'.repeat(16_001), '[]', '"甲"', 'null', '{', ''])
    expect([typed.slice(0, 5), (await keep(typed)).code]).toEqual([typed.slice(0, 5), 400])
  expect((await keep(`{"a":"${'x'.repeat(70_000)}"}`)).code).toBe(413)
  for (const file of ['<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', '<script>alert(1)</script>', '%PDF-1.7', ''])
    expect(await phone.send('/api/apply/photo', { code }, Buffer.from(file))).toMatchObject({ code: 400 })
  const members = Array.from({ length: 20 }, (_, place) => ({ name: `成员${place}`, relation: 4, card: cardOf(600 + place) }))
  expect(await phone.call('/api/apply/submit', { code, ...household(), members })).toMatchObject({ code: 400, data: { field: 'members' } })
})

test('two submissions at once make one application', async () => {
  const { phone, code } = await opened()
  const values = household()
  const answers = await Promise.all([1, 2, 3].map(() => phone.call('/api/apply/submit', { code, ...values })))
  expect(answers.map((answer) => answer.code).sort()).toEqual([200, 409, 409])
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from qualification where card = ${`${values.card.slice(0, 3)}***********${values.card.slice(-4)}`}
  `.execute(at.server.db)
  expect(rows).toEqual([{ n: 1 }])
})

test('twenty who enter the same person of a household at once enter him once, in an application and with a tenant', async () => {
  const { apply_id } = done(await ask('/api/qualification/add', { ...household(), phone: '13812345678', family_size: 2 })).data
  const { custom_id } = done(await ask('/api/lessee/add', { name: '租客', card: cardOf(900), phone: '13812345678', p_id: 1 })).data
  for (const [path, whose] of [
    ['/api/member/add', { apply_id }],
    ['/api/kin/add', { custom_id }],
  ] as const) {
    const all = Array.from({ length: 20 }, () => ask(path, { ...whose, name: '同一人', relation: 4, card: cardOf(901) }))
    const codes = (await Promise.all(all)).map(({ code }) => code)
    expect([path, codes.filter((code) => code === 200).length, codes.filter((code) => code === 409).length]).toEqual([path, 1, 19])
  }
})
