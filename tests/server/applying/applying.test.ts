import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { movePast } from '../../../server/calls/lapse.ts'
import { forgetUnsent } from '../../../server/domain/applying/drafts.ts'
import { draftTerm } from '../../../server/domain/applying/jobs.ts'
import { inTransaction } from '../../../server/store/connection/transaction.ts'
import { callsOfSetting } from '../../../src/derive/settings.ts'
import applicationSetting from '../../../src/resources/settings/application.ts'
import { adminServer } from '../../help/adminServer.ts'
import { fetchFile } from '../../help/exports.ts'
import { textOf } from '../../help/pdf.ts'
import { type Phone, phoneAt, sentApplyDigits, setSite } from '../../help/phones.ts'
import { picture } from '../../help/pictures.ts'
import { cardOf } from '../../help/store/ground.ts'

const at = adminServer()
const { ask } = at

const set = async (changes: object): Promise<void> => {
  const { detail, save } = callsOfSetting(applicationSetting)
  const { version, values } = (await ask(detail)).data
  expect(await ask(save, { ...values, ...changes, version })).toMatchObject({ code: 200 })
}
beforeAll(() => set({ phone_apply: 1, apply_notice: '请带身份证', apply_messages: 500 }))
beforeEach(() => sql`delete from login_failure`.execute(at.server.db))

let many = 100
const newNumber = (): string => `139${String(10_000_000 + ++many)}`

interface Applicant {
  number: string
  phone: Phone
  code: string
}
const proven = async (number = newNumber(), phone = phoneAt(at.server)): Promise<Applicant> => {
  expect(await phone.call('/api/apply/send_code', { phone: number })).toMatchObject({ code: 200, data: { seconds: 60 } })
  const { code, data, msg } = await phone.call('/api/apply/start', { phone: number, sms: await sentApplyDigits(at.server), p_id: 1 })
  expect([code, msg]).toEqual([200, ''])
  return { number, phone, code: data.code }
}
const open = async ({ phone, code }: Applicant) => {
  const answer = await phone.call('/api/apply/open', { code })
  expect([answer.code, answer.msg]).toEqual([200, ''])
  return answer.data
}
const opened = async (): Promise<Applicant> => {
  const one = await proven()
  await open(one)
  return one
}
const household = (changes: object = {}) => ({
  ...{ custom_name: '欧阳小明', card: cardOf(++many), p_id: 1, nature: 1, priority: 2, room_type: 1, income: 600_000, housing_area: 8 },
  ...changes,
})
const submit = ({ phone, code }: Applicant, values: object) => phone.call('/api/apply/submit', { code, ...values })
const photo = async ({ phone, code }: Applicant, label = '照片') => {
  const { buffer } = await picture(label, 'jpeg', ++many)
  return phone.send('/api/apply/photo', { code, request_id: randomUUID() }, buffer)
}
const applied = async (one: Applicant) => {
  const { list } = (await ask('/api/application_draft/index', { phone: one.number })).data
  return list[0]
}
const detail = async (apply_id: number) => (await ask('/api/qualification/detail', { apply_id })).data
const materials = async (apply_id: number) => (await ask('/api/material/index', { apply_id: [apply_id] })).data.list

describe('an application on a telephone', () => {
  test('goes from the digits to 待审核, with its household and its photographs, and staff see who acted', async () => {
    const { data } = await ask('/api/material_rule/add', { name: '收入证明', nature: 1, need: 1, valid_months: 6 })
    const one = await proven()
    const view = await open(one)
    expect(view).toMatchObject({ stage: { name: 'filling' }, phone: `139****${one.number.slice(7)}`, typed: { p_id: 1 } })
    const paper = view.papers.find((each: { name: string; nature: number }) => each.name === '收入证明' && each.nature === 1)
    expect(paper).toMatchObject({ paper: data.rule_id, isRequired: true })
    const taken = await photo(one)
    expect([taken.code, taken.msg]).toEqual([200, ''])
    const values = household({
      members: [{ name: '欧阳大明', relation: 3, card: cardOf(++many) }],
      photos: [{ paper: data.rule_id, file_id: taken.data.file_id }],
    })
    expect(await submit(one, values)).toMatchObject({ code: 200 })

    const draft = await applied(one)
    expect(draft).toMatchObject({ status: 3, p_id: 1 })
    const record = await detail(draft.apply_id)
    expect(record).toMatchObject({ custom_name: '欧阳小明', status: 1, source: 2, family_size: 2, created_by: null, phone: view.phone })
    const asked = (await materials(draft.apply_id)).find((each: { name: string }) => each.name === '收入证明')
    expect(asked).toMatchObject({ status: 2, files: [taken.data.file_id] })
    expect(asked.expires_on).toMatch(/^20\d\d-\d\d-\d\d$/)
    expect((await ask('/api/member/index', { apply_id: [draft.apply_id] })).data.list).toMatchObject([{ name: '欧阳大明', relation: 3 }])
    expect((await ask('/api/qualification/reveal', { apply_id: draft.apply_id })).data).toMatchObject({ phone: one.number })
    expect((await open(one)).stage).toMatchObject({ name: 'waiting', title: '已提交，待审核' })
    const { rows } = await sql<{ via: string }>`
      select distinct via from operation_log where resource = 'qualification' and record_id = ${draft.apply_id} and via is not null
    `.execute(at.server.db)
    expect(rows).toEqual([{ via: `申请人 ${view.phone}（链接）` }])
    expect(await submit(one, values)).toMatchObject({ code: 409 })
  })

  test('is left and taken up again, on the same telephone or another that shows whose the number is; the first is out then', async () => {
    const one = await opened()
    const typed = JSON.stringify({ custom_name: '未填完', card: cardOf(1) })
    expect(await one.phone.call('/api/apply/save', { code: one.code, typed })).toMatchObject({ code: 200 })
    expect((await open(one)).typed).toEqual(JSON.parse(typed))
    const { rows } = await sql<{ row: string }>`select d::text as row from application_draft d`.execute(at.server.db)
    expect(rows.some(({ row }) => row.includes(cardOf(1)) || row.includes('未填完') || row.includes(one.number))).toBe(false)
    await sql`update digit_check set sent_at = sent_at - 61`.execute(at.server.db)
    const again = await proven(one.number)
    expect((await open(again)).typed).toEqual(JSON.parse(typed))
    expect(await one.phone.call('/api/apply/open', { code: one.code })).toMatchObject({ code: 403, data: { why: 'replaced' } })
    expect(await phoneAt(at.server).call('/api/apply/open', { code: again.code })).toMatchObject({ code: 403, data: { why: 'device' } })
  })

  test('that is sent back is mended where it was made: numbers left masked stay, who is gone is gone, a new paper takes the place of the bad one', async () => {
    const one = await opened()
    const { list } = (await ask('/api/material_rule/index', { nature: [1] })).data
    const rule_id = list[0].rule_id as number
    const first = (await photo(one)).data.file_id as number
    const [card, kept, gone] = [cardOf(++many), cardOf(++many), cardOf(++many)]
    const members = [
      { name: '留下', relation: 1, card: kept },
      { name: '离开', relation: 2, card: gone },
    ]
    expect(await submit(one, household({ card, members, photos: [{ paper: rule_id, file_id: first }] }))).toMatchObject({ code: 200 })
    const { apply_id } = await applied(one)
    const [paper] = await materials(apply_id)
    expect(await ask('/api/material/refuse', { material_id: paper.material_id, reason: '看不清' })).toMatchObject({ code: 200 })
    expect(await ask('/api/qualification/return', { apply_id, reason: '收入不对' })).toMatchObject({ code: 200 })

    const view = await open(one)
    expect(view).toMatchObject({ stage: { name: 'returned', said: '收入不对' }, typed: { income: 600_000 } })
    expect(view.papers[0]).toMatchObject({ paper: paper.material_id, state: '不合格', reason: '看不清', handed: 1 })
    expect(JSON.stringify(view)).not.toContain(card)
    const second = (await photo(one)).data.file_id as number
    const { photos: _, ...before } = view.typed
    const mended = {
      ...before,
      income: 700_000,
      p_id: 2,
      members: [view.typed.members[0], { name: '新来', relation: 2, card: cardOf(++many) }],
      photos: [{ paper: paper.material_id, file_id: second }],
    }
    expect(await submit(one, mended)).toMatchObject({ code: 200, msg: '' })
    expect(await detail(apply_id)).toMatchObject({ status: 1, income: 700_000, p_id: 1, family_size: 3, reason: null })
    expect((await materials(apply_id))[0]).toMatchObject({ status: 2, files: [second], reason: null })
    expect((await ask('/api/member/index', { apply_id: [apply_id] })).data.list.map(({ name }: { name: string }) => name)).toEqual([
      '留下',
      '新来',
    ])
    expect((await ask('/api/qualification/reveal', { apply_id })).data).toMatchObject({ card })
    expect(await submit(one, mended)).toMatchObject({ code: 409, msg: '申请已提交，现在不用补正' })
  })

  test('says how it stands until it is decided; one that was refused can be begun anew', async () => {
    const one = await opened()
    await submit(one, household())
    const { apply_id } = await applied(one)
    expect(await ask('/api/qualification/reject', { apply_id, reason: '不在本市' })).toMatchObject({ code: 200 })
    expect((await open(one)).stage).toEqual({ name: 'decided', title: '没有通过', said: '不在本市' })
    await sql`update digit_check set sent_at = sent_at - 61`.execute(at.server.db)
    const again = await proven(one.number)
    expect((await open(again)).stage.name).toBe('filling')
    await submit(again, household())
    const other = await applied(again)
    expect(other.apply_id).not.toBe(apply_id)
    await ask('/api/qualification/pass', { apply_id: other.apply_id, exception: '材料后补' })
    expect((await open(again)).stage).toMatchObject({ name: 'decided', title: '审核通过' })
    await ask('/api/qualification/queue', { apply_id: other.apply_id })
    expect((await open(again)).stage.said).toMatch(/^目前排在第 \d+ 位/)
  })

  test('that nobody finishes lapses: what was typed and taken is gone', async () => {
    const one = await opened()
    const { file_id } = (await photo(one)).data
    await one.phone.call('/api/apply/save', { code: one.code, typed: '{"custom_name":"甲"}' })
    const { draft_id } = await applied(one)
    await sql`update application_draft set keep_until = current_date - 2 where draft_id = ${draft_id}`.execute(at.server.db)
    await inTransaction(at.server.db, null, (tx) => movePast(tx, Math.floor(Date.now() / 1000), draftTerm))
    const { rows } = await sql`
      select status, typed, photos, (select is_used from file where img_id = ${file_id}) as used from application_draft where draft_id = ${draft_id}
    `.execute(at.server.db)
    expect(rows).toEqual([{ status: 4, typed: null, photos: [], used: false }])
    expect(await one.phone.call('/api/apply/open', { code: one.code })).toMatchObject({ code: 403, data: { why: 'withdrawn' } })
  })

  test('what was typed to mend it and never sent counts for nothing once it is decided, and is forgotten', async () => {
    const one = await opened()
    await submit(one, household())
    const { apply_id, draft_id } = await applied(one)
    // What a page still sends of a form that is submitted would stand in the way of mending it.
    expect(await one.phone.call('/api/apply/save', { code: one.code, typed: '{"custom_name":"晚"}' })).toMatchObject({ code: 409 })
    expect(await photo(one)).toMatchObject({ code: 409 })
    await ask('/api/qualification/return', { apply_id, reason: '收入不对' })
    const { file_id } = (await photo(one)).data
    await one.phone.call('/api/apply/save', { code: one.code, typed: '{"custom_name":"甲"}' })
    expect((await open(one)).typed).toEqual({ custom_name: '甲' })
    await ask('/api/qualification/resubmit', { apply_id })
    expect((await open(one)).typed).toMatchObject({ custom_name: '欧阳小明' })
    await sql`update application_draft set keep_until = current_date - 2 where draft_id = ${draft_id}`.execute(at.server.db)
    await inTransaction(at.server.db, null, (tx) => forgetUnsent(tx, Math.floor(Date.now() / 1000)))
    const { rows } = await sql`
      select status, typed, photos, (select is_used from file where img_id = ${file_id}) as used from application_draft where draft_id = ${draft_id}
    `.execute(at.server.db)
    expect(rows).toEqual([{ status: 3, typed: null, photos: [], used: false }])
  })
})

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

test('the paper with the code says where it leads; without an address of this system there is none', async () => {
  expect(await ask('/api/project/poster', { p_id: 1 })).toMatchObject({ code: 409, msg: expect.stringContaining('网签设置') })
  await setSite(at)
  const { data } = await ask('/api/project/poster', { p_id: 1 })
  const file = await (await fetchFile(at.server, data.handle, at.admin)).arrayBuffer()
  expect(await textOf(new Uint8Array(file))).toMatch(/申请住房[\s\S]*用手机扫一扫[\s\S]*请带身份证/)
  await set({ apply_notice: '改了' })
  expect((await ask('/api/project/poster', { p_id: 1 })).data.number).not.toBe(data.number)
})
