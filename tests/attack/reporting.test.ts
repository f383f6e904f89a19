import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { adminServer } from '../help/adminServer.ts'
import { phoneAt, sentRepairDigits } from '../help/phones.ts'
import { type Reporter, reportersOn } from '../help/reporters.ts'
import { addAccount, tokenOf } from '../help/store/ground.ts'

const at = adminServer()
const { ask } = at
const { set, newNumber, letTo, comeIn, tenant, deed, photo, said, view, reported } = reportersOn(at)

beforeAll(() => set({ phone_repair: 1, repair_most: 50 }))
beforeEach(() => sql`delete from login_failure`.execute(at.server.db))

const sentTo = async (): Promise<number> =>
  (await sql<{ n: number }>`select count(*)::integer as n from outbox where content like '%tenant_repair.check%'`.execute(at.server.db))
    .rows[0]?.n ?? 0

test('a stranger’s number is answered as a tenant’s is, each time he asks, and is sent nothing', async () => {
  const known = newNumber()
  await letTo(known)
  const ended = newNumber()
  await letTo(ended, { status: 7 })
  const later = newNumber()
  await letTo(later, { start_date: '2098-01-01' })
  const phone = phoneAt(at.server)
  const conversation = async (number: string) => {
    const start = (sms: string) => phone.call('/api/tenant_repair/start', { phone: number, sms, p_id: 1 })
    const answers = [
      await start('123456'),
      await phone.call('/api/tenant_repair/send_code', { phone: number }),
      await phone.call('/api/tenant_repair/send_code', { phone: number }),
    ]
    // Six digits that are those of nobody here.
    const right = number === known ? await sentRepairDigits(at.server) : '999999'
    const wrong = right === '111111' ? '222222' : '111111'
    for (let n = 0; n < 6; n++) answers.push(await start(wrong))
    return answers.map(({ status, code, msg, data }) => ({ status, code, msg: msg.replace(/\d+ 秒/, 'n 秒'), field: data?.field }))
  }
  const before = await sentTo()
  const asTenant = await conversation(known)
  expect(asTenant.map(({ code }) => code)).toEqual([400, 200, 429, 400, 400, 400, 400, 400, 400])
  expect(await sentTo()).toBe(before + 1)
  for (const number of [newNumber(), ended, later]) expect(await conversation(number)).toEqual(asTenant)
  expect(await sentTo()).toBe(before + 1)
})

test('another tenant’s repair is not seen, touched or looked into; nor is a room reported that is none of one’s own', async () => {
  const [one, other] = [await tenant(), await tenant()]
  const file_id = (await photo(other)).data.file_id
  const repair_id = await reported(other, { photos: [file_id] })
  expect((await view(one)).repairs).toEqual([])
  for (const [name, params] of [
    ['supplement', { note: '替他说' }],
    ['withdraw', {}],
    ['review', { is_fixed: 1, satisfaction: 5 }],
    ['picture', { file_id }],
  ] as const)
    expect([name, await deed(one, name, { repair_id, ...params })]).toMatchObject([name, { code: 404 }])
  expect(await deed(one, 'report', said(other.org_id))).toMatchObject({ code: 400, data: { field: 'org_id' } })
  const own = await reported(one)
  expect(await deed(one, 'picture', { repair_id: own, file_id })).toMatchObject({ code: 404 })
  expect((await ask('/api/repair/detail', { repair_id })).data).toMatchObject({ status: 1, supplement: null })
})

test('photographs of another, of staff, or of a repair that has them already are nobody’s to send', async () => {
  const [one, other] = [await tenant(), await tenant()]
  const theirs = (await photo(other)).data.file_id
  const [mine, used] = [(await photo(one)).data.file_id, (await photo(one)).data.file_id]
  const own = await reported(one, { photos: [used] })
  for (const file_id of [theirs, used, mine, 2_000_000_000, 1])
    expect([file_id, await deed(one, 'supplement', { repair_id: own, photos: [file_id] })]).toMatchObject([
      file_id,
      { code: 400, data: { field: 'photos' } },
    ])
  expect(await deed(one, 'report', said(one.org_id, { photos: [theirs] }))).toMatchObject({ code: 400, data: { field: 'photos' } })
})

const codes = async (one: Reporter, repair_id: number) => [
  await deed(one, 'report', said(one.org_id)),
  await deed(one, 'supplement', { repair_id, note: '再说一句' }),
  await deed(one, 'withdraw', { repair_id }),
]

test('whoever has moved out, or whose number is another’s now, is in no more, though his link is good', async () => {
  const gone = await tenant()
  const his = await reported(gone)
  await sql`update contract set status = 7 where contract_id = ${gone.contract_id}`.execute(at.server.db)
  expect((await codes(gone, his)).map(({ code }) => code)).toEqual([400, 404, 404])
  expect(await view(gone)).toMatchObject({ homes: [], repairs: [] })

  const renumbered = await tenant()
  const old = await reported(renumbered)
  const { name, card, p_id, version } = (await ask('/api/lessee/detail', { custom_id: renumbered.custom_id })).data
  const edited = { custom_id: renumbered.custom_id, name, card, p_id, version, phone: newNumber() }
  expect(await ask('/api/lessee/edit', edited)).toMatchObject({ code: 200 })
  expect((await codes(renumbered, old)).map(({ code }) => code)).toEqual([400, 404, 404])
})

test('what is none of a tenant’s to say is refused: source, state, who pays, whose contract', async () => {
  const one = await tenant()
  for (const more of [
    { source: 1 },
    { status: 4 },
    { handler: 1 },
    { cost: 0 },
    { contract_id: 1 },
    { custom_id: 1 },
    { phone: '13800000000' },
  ])
    expect(await deed(one, 'report', said(one.org_id, more))).toMatchObject({ code: 400 })
  const repair_id = await reported(one)
  expect(await deed(one, 'review', { repair_id, is_fixed: 1, satisfaction: 5, status: 4 })).toMatchObject({ code: 400 })
  expect(await deed(one, 'review', { repair_id, is_fixed: 1, satisfaction: 9 })).toMatchObject({ code: 400 })
})

test('huge, twisted and foreign input is refused', async () => {
  const one = await tenant()
  for (const description of ['x'.repeat(501), ' ', 7, null, ['水']])
    expect([description, (await deed(one, 'report', said(one.org_id, { description }))).code]).toEqual([description, 400])
  for (const org_id of [-1, 2 ** 40, '1 or 1=1', null, [one.org_id]])
    expect((await deed(one, 'report', said(one.org_id, { org_id }))).code).toBe(400)
  for (const file of ['<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', '%PDF-1.7', ''])
    expect(await one.phone.send('/api/tenant_repair/photo', { code: one.code }, Buffer.from(file))).toMatchObject({ code: 400 })
  await sql`update tenant_phone set photos = array_fill(1, array[30]) where custom_id = ${one.custom_id}`.execute(at.server.db)
  expect(await photo(one)).toMatchObject({ code: 409, msg: '最多上传30张照片' })
})

test('ten reports at once are as many as a day has; two who withdraw and add at once do one thing', async () => {
  const one = await tenant()
  await set({ repair_most: 3 })
  const answers = await Promise.all(Array.from({ length: 10 }, () => deed(one, 'report', said(one.org_id))))
  expect(answers.filter(({ code }) => code === 200)).toHaveLength(3)
  expect(answers.filter(({ code }) => code === 429)).toHaveLength(7)
  await set({ repair_most: 50 })
  const [{ repair_id }] = (await view(one)).repairs
  const both = await Promise.all([1, 2, 3].map(() => deed(one, 'withdraw', { repair_id })))
  expect(both.map(({ code }) => code).sort()).toEqual([200, 409, 409])
})

test('a link to report by opens no other page, is of one telephone, and ends when another comes in', async () => {
  const one = await tenant()
  for (const path of ['/api/signing/open', '/api/apply/open'])
    expect(await one.phone.call(path, { code: one.code })).toMatchObject({ code: 404 })
  expect(await deed({ ...one, phone: phoneAt(at.server) }, 'open')).toMatchObject({ code: 403, data: { why: 'device' } })
  await sql`update digit_check set sent_at = sent_at - 61`.execute(at.server.db)
  await comeIn(one.number)
  expect(await deed(one, 'open')).toMatchObject({ code: 403, data: { why: 'replaced' } })
})

test('staff who may not send addresses or print codes do not; those of other projects neither', async () => {
  const one = await tenant()
  const [none, elsewhere] = [
    await tokenOf(at.server, await addAccount(at.server, 'none', ['/api/repair/index'])),
    await tokenOf(at.server, await addAccount(at.server, 'elsewhere', ['/api/contract/send_repair', '/api/project/repair_poster'], [2])),
  ]
  expect(await ask('/api/contract/send_repair', { contract_id: one.contract_id }, none)).toMatchObject({ code: 403 })
  expect(await ask('/api/contract/send_repair', { contract_id: one.contract_id }, elsewhere)).toMatchObject({ code: 404 })
  expect(await ask('/api/project/repair_poster', { p_id: 1 }, none)).toMatchObject({ code: 403 })
  expect((await ask('/api/project/repair_poster', { p_id: 1 }, elsewhere)).code).not.toBe(200)
})
