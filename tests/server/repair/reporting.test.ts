import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { movePast } from '../../../server/calls/lapse.ts'
import { phoneTerm } from '../../../server/domain/reporting/jobs.ts'
import { inTransaction } from '../../../server/store/connection/transaction.ts'
import { addDays, today } from '../../../src/protocol/dates.ts'
import { adminServer } from '../../help/adminServer.ts'
import { fetchFile } from '../../help/exports.ts'
import { leasesOn } from '../../help/leases.ts'
import { textOf } from '../../help/pdf.ts'
import { phoneAt, setSite } from '../../help/phones.ts'
import { reportersOn } from '../../help/reporters.ts'
import { emptyRoom } from '../../help/services.ts'
import { addAccount, addRow } from '../../help/store/ground.ts'

const at = adminServer()
const { ask } = at
const { set, newNumber, letTo, comeIn, tenant, deed, photo, said, view, reported } = reportersOn(at)
const leases = leasesOn(at)

beforeAll(() => set({ phone_repair: 1, repair_notice: '紧急请打 12345', repair_most: 5 }))
beforeEach(() => sql`delete from login_failure`.execute(at.server.db))

const order = async (repair_id: number) => (await ask('/api/repair/detail', { repair_id })).data
const START = 1_995_000_000
const sent = async (repair_id: number, handler = 1): Promise<void> => {
  const visit = { handler, visit_start: START, visit_end: START + 3600, lays_up: 0 }
  expect(await ask('/api/repair/dispatch', { repair_id, ...visit })).toMatchObject({ code: 200 })
}
const finish = async (repair_id: number, changes: object = {}) =>
  expect(await ask('/api/repair/finish', { repair_id, work: '换了阀芯', cost: 0, borne_by: 1, ...changes })).toMatchObject({ code: 200 })
const told = async (account: number) =>
  (
    await sql<{
      title: string
      content: string
    }>`select title, content from message where account_id = ${account} order by msg_id`.execute(at.server.db)
  ).rows

test('what a tenant reports is an order to be sent, with his room, contract, number and photographs, and those who send are told', async () => {
  const sender = await addAccount(at.server, 'sender', ['/api/repair/dispatch'], [1])
  const elsewhere = await addAccount(at.server, 'sender2', ['/api/repair/dispatch'], [2])
  const one = await tenant()
  const shown = await view(one)
  expect(shown).toMatchObject({ notice: '紧急请打 12345', phone: `135****${one.number.slice(7)}`, left: 5, repairs: [] })
  expect(shown.homes).toMatchObject([{ const: one.org_id, title: expect.stringContaining('张杨花苑') }])
  const { file_id } = (await photo(one)).data
  const id = await reported(one, { urgency: 2, wanted_time: START, photos: [file_id] })
  const record = await order(id)
  expect(record).toMatchObject({
    ...{ status: 1, source: 2, p_id: 1, org_id: one.org_id, contract_id: one.contract_id, custom_id: one.custom_id },
    ...{ reporter: one.name, phone: shown.phone, photos: [file_id], wanted_time: START, urgency: 2, created_by: null },
  })
  expect((await ask('/api/repair/reveal', { repair_id: id })).data).toMatchObject({ phone: one.number })
  expect(await told(sender)).toMatchObject([{ title: '租客报修', content: expect.stringContaining('水龙头漏水') }])
  expect(await told(elsewhere)).toEqual([])
  const { rows } = await sql<{ via: string }>`
    select distinct via from operation_log where resource = 'repair' and record_id = ${id} and via is not null
  `.execute(at.server.db)
  expect(rows).toEqual([{ via: `租客 ${shown.phone}（链接）` }])
  const [own] = (await view(one)).repairs
  expect(own).toMatchObject({ number: record.number, state: '待派单', photos: [file_id], may: ['supplement', 'withdraw'] })
  expect((await deed(one, 'picture', { repair_id: id, file_id })).data.image).toMatch(/^data:image\/webp;base64,[\w+/=]{100,}$/)
  expect((await ask('/api/tenant_phone/index', { custom_id: [one.custom_id] })).data.list).toMatchObject([{ status: 2, p_id: 1 }])
  // What staff have entered of a room within his flat is his too.
  const within = await emptyRoom(at)
  await sql`update org set part_of = ${one.org_id}, status = 3 where org_id = ${within}`.execute(at.server.db)
  const inRoom = { org_id: within, kind: 1, urgency: 1, description: '窗户关不上', reporter: '管家', phone: '13812345678' }
  expect((await ask('/api/repair/add', inRoom)).code).toBe(200)
  expect((await view(one)).repairs).toMatchObject([{ description: '窗户关不上' }, { number: record.number }])
})

test('it is added to and withdrawn until somebody is sent, and then no more', async () => {
  const one = await tenant()
  const first = (await photo(one)).data.file_id
  const id = await reported(one, { photos: [first] })
  const more = (await photo(one)).data.file_id
  expect(await deed(one, 'supplement', { repair_id: id, note: '今天漏得更厉害了', photos: [more] })).toMatchObject({ code: 200 })
  expect(await order(id)).toMatchObject({
    photos: [first, more],
    supplement: expect.stringMatching(/^20\d\d-\d\d-\d\d \d\d:\d\d 今天漏得更厉害了$/),
  })
  expect(await deed(one, 'supplement', { repair_id: id })).toMatchObject({ code: 400, data: { field: 'note' } })
  expect(await deed(one, 'supplement', { repair_id: id, photos: [more] })).toMatchObject({ code: 400, data: { field: 'photos' } })
  const words = '很'.repeat(300)
  expect((await deed(one, 'supplement', { repair_id: id, note: words })).code).toBe(200)
  expect(await deed(one, 'supplement', { repair_id: id, note: words })).toMatchObject({ code: 400, data: { field: 'note' } })
  await sent(id)
  expect(await deed(one, 'supplement', { repair_id: id, note: '晚了' })).toMatchObject({ code: 409 })
  expect(await deed(one, 'withdraw', { repair_id: id })).toMatchObject({ code: 409 })
  const other = await reported(one)
  expect(await deed(one, 'withdraw', { repair_id: other })).toMatchObject({ code: 200 })
  expect(await order(other)).toMatchObject({ status: 5, reason: '租客在手机上撤回' })
})

test('a repair has nine photographs at most, and what was taken for none is nobody’s', async () => {
  const one = await tenant()
  const all: number[] = []
  for (let n = 0; n < 10; n++) all.push((await photo(one)).data.file_id)
  expect(await deed(one, 'report', said(one.org_id, { photos: all }))).toMatchObject({ code: 400, msg: '最多只能上传9张' })
  const id = await reported(one, { photos: all.slice(0, 8) })
  const used = async (file_id: number) =>
    (await sql<{ is_used: boolean }>`select is_used from file where img_id = ${file_id}`.execute(at.server.db)).rows[0]?.is_used
  expect([await used(all[7] as number), await used(all[9] as number)]).toEqual([true, false])
  const two = [(await photo(one)).data.file_id, (await photo(one)).data.file_id]
  expect(await deed(one, 'supplement', { repair_id: id, photos: two })).toMatchObject({ code: 400, msg: '一张报修单最多9张照片，已有8张' })
})

test('he sees who comes and when, and says whether it is mended: what is not goes back to whoever did it', async () => {
  const plumber = await addAccount(at.server, 'plumber', [])
  const boss = await addAccount(at.server, 'boss', ['/api/repair/dispatch'], [1])
  await sql`update account set name = '王师傅' where user_id = ${plumber}`.execute(at.server.db)
  const one = await tenant()
  const id = await reported(one)
  expect(await deed(one, 'review', { repair_id: id, is_fixed: 1, satisfaction: 5 })).toMatchObject({ code: 409 })
  await sent(id, plumber)
  const facts = async () =>
    Object.fromEntries((await view(one)).repairs[0].facts.map((fact: { label: string; value: string }) => [fact.label, fact.value]))
  expect(await facts()).toMatchObject({ 谁来: '王师傅', 上门时间: '2033-03-21 14:40 至 15:40' })
  await finish(id)
  expect((await view(one)).repairs[0]).toMatchObject({ state: '待回访', may: ['review'] })
  expect(await deed(one, 'review', { repair_id: id, is_fixed: 2, satisfaction: 2 })).toMatchObject({ code: 400, data: { field: 'reason' } })
  expect(await deed(one, 'review', { repair_id: id, is_fixed: 2, satisfaction: 2, reason: '还在滴' })).toMatchObject({ code: 200 })
  expect(await order(id)).toMatchObject({ status: 2, reason: '还在滴', satisfaction: 2, handler: plumber })
  expect((await told(plumber)).at(-1)).toMatchObject({ title: '租客认为没修好', content: expect.stringContaining('还在滴') })
  expect((await told(boss)).at(-1)).toMatchObject({ title: '租客认为没修好' })
  await finish(id)
  expect(await deed(one, 'review', { repair_id: id, is_fixed: 1, satisfaction: 4, feedback: '好了' })).toMatchObject({ code: 200 })
  expect(await order(id)).toMatchObject({ status: 4, satisfaction: 4, feedback: '好了' })
  expect(await deed(one, 'review', { repair_id: id, is_fixed: 1, satisfaction: 5 })).toMatchObject({ code: 409 })
})

test('what is not mended by whoever has left is told to those who send somebody, also where they are told nothing else', async () => {
  const [gone, sender] = [await addAccount(at.server, 'gone', []), await addAccount(at.server, 'sender3', ['/api/repair/dispatch'], [1])]
  await set({ repair_tell: 2 })
  const one = await tenant()
  const id = await reported(one)
  await sent(id, gone)
  await finish(id)
  await sql`update account set is_active = false where user_id = ${gone}`.execute(at.server.db)
  expect(await deed(one, 'review', { repair_id: id, is_fixed: 2, satisfaction: 2, reason: '还在滴' })).toMatchObject({ code: 200 })
  expect(await told(sender)).toMatchObject([{ title: '租客认为没修好', content: expect.stringContaining('还在滴') }])
  await set({ repair_tell: 1 })
})

test('what goes back to whoever has left is told to those who may give it to another; to whoever has not, to him', async () => {
  const [gone, giver] = [await addAccount(at.server, 'gone2', []), await addAccount(at.server, 'giver', ['/api/repair/reassign'], [1])]
  const id = await reported(await tenant())
  await sent(id, gone)
  const again = async (reason: string) => {
    await finish(id)
    expect(await ask('/api/repair/rework', { repair_id: id, reason })).toMatchObject({ code: 200 })
  }
  await again('还在滴')
  expect([(await told(gone)).at(-1)?.title, await told(giver)]).toEqual(['报修返工', []])
  await sql`update account set is_active = false where user_id = ${gone}`.execute(at.server.db)
  await again('又滴了')
  expect(await told(giver)).toMatchObject([{ title: '报修返工', content: expect.stringMatching(/请“改派”：又滴了$/) }])
})

test('a bill that the tenant bears is said; a room that was laid up is held again when it is not mended', async () => {
  const one = await tenant()
  const id = await reported(one)
  const visit = { handler: 1, visit_start: START, visit_end: START + 3600, lays_up: 1 }
  await ask('/api/repair/dispatch', { repair_id: id, ...visit })
  await finish(id, { cost: 6000, borne_by: 2, from_id: at.ground.cost, due_days: 10 })
  expect((await view(one)).repairs[0].facts).toContainEqual({ label: '费用', value: '60.00 元，由您承担' })
  const room = async () => (await ask('/api/org/detail', { org_id: one.org_id })).data.status
  const before = await room()
  await deed(one, 'review', { repair_id: id, is_fixed: 2, satisfaction: 1, reason: '还漏' })
  expect(await room()).not.toBe(before)
  // What doing it again costs is not his; and of a bill that was void he bears nothing, until another is made.
  const bill_id = (await order(id)).bill_id
  const fee = async () => (await view(one)).repairs[0].facts.find(({ label }: { label: string }) => label === '费用')?.value
  await finish(id, { cost: 1500 })
  expect(await fee()).toBe('60.00 元，由您承担')
  expect(await ask('/api/bill/void', { bill_id, void_why: '金额填错' })).toMatchObject({ code: 200 })
  expect(await fee()).toBeUndefined()
  expect(await ask('/api/repair/rework', { repair_id: id, reason: '账单重开' })).toMatchObject({ code: 200 })
  await finish(id, { cost: 5000, borne_by: 2, from_id: at.ground.cost, due_days: 10 })
  expect(await fee()).toBe('50.00 元，由您承担')
})

test('staff register for him and he sees it; what another tenant had mended before him he does not', async () => {
  const one = await tenant()
  const add = { org_id: one.org_id, kind: 2, urgency: 1, description: '门锁坏了', reporter: '家人', phone: '13811112222' }
  const mine = (await ask('/api/repair/add', add)).data.repair_id
  const before = (await ask('/api/repair/add', { ...add, description: '前任的事' })).data.repair_id
  await sql`update repair set contract_id = null, custom_id = null where repair_id = ${before}`.execute(at.server.db)
  const shown = await view(one)
  expect(shown.repairs.map(({ repair_id }: { repair_id: number }) => repair_id)).toEqual([mine])
  expect(JSON.stringify(shown)).not.toMatch(/13811112222|138\*\*\*\*2222|310101/)
})

test('whoever renews goes on with what he has reported; whoever has given the room back does not live there', async () => {
  const one = await tenant()
  const id = await reported(one)
  const { contract_id, custom_id, org_id } = one
  await sql`update contract set status = 5, end_date = ${addDays(today(), -1)} where contract_id = ${contract_id}`.execute(at.server.db)
  const terms = { sn: 'HTR1', start_date: today(), end_date: '2099-12-31', rent: 100, deposit: 100, status: 4, former_id: contract_id }
  const renewed = await addRow(at.server, 'contract', { ...terms, org_id, custom_id, p_id: 1 })
  const keys = async (): Promise<number[]> => (await view(one)).repairs.map(({ repair_id }: { repair_id: number }) => repair_id)
  expect(await keys()).toEqual([id])
  expect(await deed(one, 'withdraw', { repair_id: id })).toMatchObject({ code: 200 })
  await sql`update contract set status = 6, left_on = ${addDays(today(), -1)}, start_date = start_date - 9 where contract_id = ${renewed}`.execute(
    at.server.db,
  )
  expect(await view(one)).toMatchObject({ homes: [], repairs: [] })
})

test('whoever lives where a company rents comes in, too, and sees what he himself reported', async () => {
  const occupant_id = await leases.living()
  const { custom_id, contract_id, org_id } = (await ask('/api/occupant/detail', { occupant_id })).data
  const number = newNumber()
  expect(await ask('/api/lessee/edit', { ...(await lesseeForm(custom_id)), phone: number })).toMatchObject({ code: 200 })
  const inside = await comeIn(number)
  const add = { org_id, kind: 2, urgency: 1, description: '室友的', reporter: '室友', phone: '13811112222' }
  await ask('/api/repair/add', add)
  expect((await view(inside)).repairs).toEqual([])
  expect(await deed(inside, 'report', said(org_id))).toMatchObject({ code: 200 })
  const [{ repair_id }] = (await view(inside)).repairs
  expect(await order(repair_id)).toMatchObject({ contract_id, custom_id: null, org_id })
  expect(await ask('/api/occupant/leave', { occupant_id, to_date: today() })).toMatchObject({ code: 200 })
  expect(await view(inside)).toMatchObject({ homes: [], repairs: [] })
})
const lesseeForm = async (custom_id: number) => {
  const { data } = await ask('/api/lessee/detail', { custom_id })
  const { name, card, p_id, version } = data
  return { custom_id, name, card, p_id, version }
}

test('what is wrong is told at its field: no room of his, a time that has passed, as often as he may', async () => {
  const one = await tenant()
  for (const [changes, field] of [
    [{ org_id: 999_999 }, 'org_id'],
    [{ wanted_time: 1_700_000_000 }, 'wanted_time'],
    [{ description: '' }, 'description'],
    [{ kind: 9 }, 'kind'],
    [{ photos: [1] }, 'photos'],
  ] as const)
    expect([field, await deed(one, 'report', said(one.org_id, changes))]).toMatchObject([field, { code: 400, data: { field } }])
  await set({ repair_most: 2 })
  await reported(one)
  await deed(one, 'withdraw', { repair_id: await reported(one) })
  expect((await view(one)).left).toBe(0)
  expect(await deed(one, 'report', said(one.org_id))).toMatchObject({ code: 429, msg: expect.stringContaining('今天已报修 2 次') })
  await set({ repair_most: 5 })
})

test('staff send the address to tenants of contracts in force, once a day; it holds no secret', async () => {
  await setSite(at)
  const number = newNumber()
  const { contract_id, custom_id } = await letTo(number)
  const ended = await letTo(newNumber(), { status: 7 })
  expect(await ask('/api/contract/send_repair', { contract_id: ended.contract_id })).toMatchObject({ code: 409 })
  expect(await ask('/api/contract/send_repair', { contract_id })).toMatchObject({ code: 200, data: { said: '发出 1 条短信' } })
  expect(await ask('/api/contract/send_repair', { contract_id })).toMatchObject({ code: 409, msg: expect.stringContaining('今天已发过') })
  const { rows } = await sql<{ content: string; record_id: number; dials: string }>`
    select content, record_id, dials from outbox where once like 'repair.page.%' order by outbox_id desc limit 1
  `.execute(at.server.db)
  expect(rows).toMatchObject([{ record_id: custom_id, dials: 'phone', content: expect.stringContaining(`${at.server.url}/t/repair`) }])
})

test('the paper with the code says where it leads', async () => {
  await setSite(at)
  const { data } = await ask('/api/project/repair_poster', { p_id: 1 })
  const file = await (await fetchFile(at.server, data.handle, at.admin)).arrayBuffer()
  expect(await textOf(new Uint8Array(file))).toMatch(/报修[\s\S]*用手机扫一扫，在手机上报修[\s\S]*紧急请打12345/)
})

test('a telephone that nobody comes with any more is forgotten', async () => {
  const one = await tenant()
  const { file_id } = (await photo(one)).data
  await sql`update tenant_phone set keep_until = current_date - 2 where custom_id = ${one.custom_id}`.execute(at.server.db)
  await inTransaction(at.server.db, null, (tx) => movePast(tx, Math.floor(Date.now() / 1000), phoneTerm))
  const { rows } = await sql`
    select status, photos, (select is_used from file where img_id = ${file_id}) as used from tenant_phone where custom_id = ${one.custom_id}
  `.execute(at.server.db)
  expect(rows).toEqual([{ status: 3, photos: [], used: false }])
  expect(await deed(one, 'open')).toMatchObject({ code: 403, data: { why: 'withdrawn' } })
})

test('an operator who takes none says so, also to whoever is in', async () => {
  const one = await tenant()
  const id = await reported(one)
  await set({ phone_repair: 2 })
  const phone = phoneAt(at.server)
  expect((await phone.call('/api/tenant_repair/about', { p_id: 1 })).data).toMatchObject({ isOpen: false })
  expect(await phone.call('/api/tenant_repair/send_code', { phone: one.number })).toMatchObject({ code: 409 })
  for (const name of ['open', 'withdraw'])
    expect(await deed(one, name, { repair_id: id })).toMatchObject({ code: name === 'open' ? 400 : 409 })
  expect(await deed(one, 'open')).toMatchObject({ code: 409 })
  expect(await ask('/api/project/repair_poster', { p_id: 1 })).toMatchObject({ code: 409, msg: expect.stringContaining('报修设置') })
  expect(await ask('/api/contract/send_repair', { contract_id: one.contract_id })).toMatchObject({ code: 409 })
  await set({ phone_repair: 1 })
})
