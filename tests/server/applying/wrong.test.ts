import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { adminServer } from '../../help/adminServer.ts'
import { applicantsAt } from '../../help/applicants.ts'
import { phoneAt, sentApplyDigits } from '../../help/phones.ts'
import { cardOf } from '../../help/store/ground.ts'

const at = adminServer()
const { ask } = at
const { set, newNumber, opened, household, submit, photo, applied } = applicantsAt(at)

describe('what is wrong', () => {
  test('is told at its field and keeps nothing of an application', async () => {
    const one = await opened()
    const before = (await ask('/api/qualification/index', {})).data.count
    for (const [values, field] of [
      [household({ card: '310101199013011234' }), 'card'],
      [household({ card: '310***********1234' }), 'card'],
      [household({ custom_name: '' }), 'custom_name'],
      [household({ p_id: 999 }), 'p_id'],
      [household({ members: [{ name: '甲', relation: 1, card: '123' }] }), 'members.0.card'],
      [household({ members: [{ name: '甲', relation: 1, card: '310***********1234' }] }), 'members.0.card'],
      [household({ members: [{ member_id: 1, name: '甲', relation: 1, card: cardOf(2) }] }), 'members.0.card'],
      // The applicant is none of the members, and nobody is counted twice.
      [household({ card: cardOf(3), members: [{ name: '本人', relation: 4, card: cardOf(3) }] }), 'members.0.card'],
      [household({ members: [4, 5, 4].map((one) => ({ name: '甲', relation: 2, card: cardOf(one) })) }), 'members.2.card'],
      [household({ photos: [{ paper: 1, file_id: 1 }] }), 'photos'],
    ] as const)
      expect([field, await submit(one, values)]).toMatchObject([field, { code: 400, data: { field } }])
    expect((await ask('/api/qualification/index', {})).data.count).toBe(before)
  })

  test('digits: others, used ones, none; five tries', async () => {
    const number = newNumber()
    const phone = phoneAt(at.server)
    const start = (sms: string, request_id: string = randomUUID()) =>
      phone.call('/api/apply/start', { phone: number, sms, p_id: 1, request_id })
    expect(await start('000000')).toMatchObject({ code: 400, data: { field: 'sms' } })
    await phone.call('/api/apply/send_code', { phone: number })
    expect(await phone.call('/api/apply/send_code', { phone: number })).toMatchObject({ code: 429 })
    const right = await sentApplyDigits(at.server)
    const wrong = right === '111111' ? '222222' : '111111'
    expect((await start(wrong)).msg).toBe('验证码不对，还可以试 4 次')
    const [first, again] = [await start(right, 'once'), await start(right, 'once')]
    expect(first).toMatchObject({ code: 200 })
    expect(again).toEqual(first)
    expect(await start(right)).toMatchObject({ code: 400, msg: '验证码已失效，请重新获取' })
  })

  test('an address that asks for too many, and a day with more than the operator pays for, wait', async () => {
    const phone = phoneAt(at.server)
    await set({ apply_messages: 2 })
    const answers = []
    for (let n = 0; n < 3; n++) answers.push((await phone.call('/api/apply/send_code', { phone: newNumber() })).code)
    expect(answers).toEqual([200, 200, 429])
    await set({ apply_messages: 500 })
    for (let n = 0; n < 57; n++) await phone.call('/api/apply/start', { phone: newNumber(), sms: '123456' })
    expect(await phone.call('/api/apply/send_code', { phone: newNumber() })).toMatchObject({
      code: 429,
      msg: expect.stringMatching(/^获取验证码太频繁/),
    })
  })

  test('photographs: no picture, one of another applicant, more than a household has', async () => {
    const [one, other] = [await opened(), await opened()]
    const { file_id } = (await photo(other)).data
    expect(await submit(one, household({ photos: [{ paper: 1, file_id }] }))).toMatchObject({ code: 400, data: { field: 'photos' } })
    expect(await one.phone.send('/api/apply/photo', { code: one.code }, Buffer.from('no picture'))).toMatchObject({ code: 400 })
    expect(await one.phone.send('/api/apply/photo', { code: 'x'.repeat(43) }, Buffer.from('x'))).toMatchObject({ code: 404 })
    const { draft_id } = await applied(one)
    await sql`update application_draft set photos = array_fill(${file_id}::integer, array[60]) where draft_id = ${draft_id}`.execute(
      at.server.db,
    )
    expect(await photo(one)).toMatchObject({ code: 409, msg: '最多上传60张照片' })
  })

  test('a link to sign by opens no application, and that of an application signs nothing', async () => {
    const one = await opened()
    expect(await one.phone.call('/api/signing/open', { code: one.code })).toMatchObject({ code: 404 })
  })

  test('an operator who takes none says so', async () => {
    await set({ phone_apply: 2 })
    const phone = phoneAt(at.server)
    expect((await phone.call('/api/apply/about', { p_id: 1 })).data).toMatchObject({ isOpen: false })
    expect(await phone.call('/api/apply/send_code', { phone: newNumber() })).toMatchObject({ code: 409 })
    expect(await ask('/api/project/poster', { p_id: 1 })).toMatchObject({ code: 409, msg: expect.stringContaining('准入设置') })
    await set({ phone_apply: 1 })
  })
})
