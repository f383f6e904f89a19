import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Jobs } from '../../../server/jobs/startJobs.ts'
import { maskCard } from '../../../src/protocol/masks.ts'
import { adminServer } from '../../help/adminServer.ts'
import { startTestJobs } from '../../help/exports.ts'
import { imported, mistakes, tried, workbook } from '../../help/imports.ts'
import { addAccount, addTenant, cardOf, permit, tokenOf } from '../../help/store/ground.ts'

const at = adminServer()
const { ask } = at
let jobs: Jobs
beforeAll(() => {
  jobs = startTestJobs(at.server)
})
afterAll(() => jobs.stop())

const PHONE = '13812345678'
const tenant = (serial: number, changes: object = {}) => ({
  name: `租客${serial}`,
  card: cardOf(serial),
  phone: PHONE,
  p_id: 1,
  ...changes,
})
const DUPLICATE = { code: 409, msg: '该身份证号已登记为租客', data: { field: 'card' } }

test('a tenant is added once: the card is judged, and is nobody else’s, whoever asks and in whichever project', async () => {
  const made = await ask('/api/lessee/add', tenant(1))
  expect(made).toMatchObject({ code: 200 })
  const { custom_id } = made.data
  expect(await ask('/api/lessee/add', tenant(1, { card: '310101199003070011' }))).toMatchObject({ code: 400, msg: '请检查身份证号' })
  expect(await ask('/api/lessee/add', tenant(1, { name: '另一个人', p_id: 2 }))).toMatchObject(DUPLICATE)
  expect(await ask('/api/lessee/add', tenant(1, { card: cardOf(1).toLowerCase() }))).toMatchObject(DUPLICATE)
  expect(await ask('/api/lessee/add', { ...tenant(2), p_id: '' })).toMatchObject({ code: 400, msg: '项目必填', data: { field: 'p_id' } })
  expect((await ask('/api/lessee/detail', { custom_id })).data).toMatchObject({
    name: '租客1',
    card: maskCard(cardOf(1)),
    phone: '138****5678',
  })
  const { rows } = await sql<{ text: string }>`select lessee::text as text from lessee where custom_id = ${custom_id}`.execute(at.server.db)
  expect(rows[0]?.text).not.toContain(cardOf(1))
})

test('ten that add the same person at once make one', async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => ask('/api/lessee/add', tenant(3))))
  expect(answers.map(({ code }) => code).sort()).toEqual([200, ...Array(9).fill(409)])
})

test('a correction leaves sealed what is sent as it was read, seals what is new, and is logged masked', async () => {
  const custom_id = await addTenant(at.server, tenant(4))
  const { data } = await ask('/api/lessee/detail', { custom_id })
  const asRead = { custom_id, version: data.version, name: '租客四', card: data.card, phone: data.phone, p_id: 1 }
  expect(await ask('/api/lessee/edit', asRead)).toMatchObject({ code: 200 })
  expect((await ask('/api/lessee/reveal', { custom_id })).data).toMatchObject({ card: cardOf(4), phone: PHONE })
  expect(await ask('/api/lessee/edit', asRead)).toMatchObject({ code: 409, msg: '该记录已被他人修改，请刷新后重试' })
  expect(await ask('/api/lessee/edit', { ...asRead, version: data.version + 1, card: cardOf(5) })).toMatchObject({ code: 200 })
  expect((await ask('/api/lessee/reveal', { custom_id })).data.card).toBe(cardOf(5))
  await addTenant(at.server, tenant(6))
  expect(await ask('/api/lessee/edit', { ...asRead, version: data.version + 2, card: cardOf(6) })).toMatchObject(DUPLICATE)
  const { rows } = await sql<{ changes: { column: string; before: string; after: string }[] }>`
    select changes from operation_log where resource = 'lessee' and record_id = ${custom_id} and deed = 2 order by log_id
  `.execute(at.server.db)
  const changes = rows.map((row) => row.changes.map(({ column, before, after }) => [column, before, after]))
  expect(changes).toEqual([[['name', '租客4', '租客四']], [['card', maskCard(cardOf(4)), maskCard(cardOf(5))]]])
})

test('one is deleted only where nothing refers to him', async () => {
  const [named, unnamed] = [await addTenant(at.server, tenant(7)), await addTenant(at.server, tenant(8))]
  const img_id = (
    await sql<{ img_id: number }>`
    insert into file (hash, mime, bytes, width, height, created_by) values ('h', 'image/png', 1, 1, 1, 1) returning img_id
  `.execute(at.server.db)
  ).rows[0]?.img_id
  expect(await ask('/api/FddUser/add_signature', { holder: 2, custom_id: named, name: '签名', imgs: [img_id] })).toMatchObject({
    code: 200,
  })
  expect(await ask('/api/lessee/del', { custom_id: named })).toMatchObject({ code: 409, msg: '该记录已被使用，不能删除' })
  expect(await ask('/api/lessee/del', { custom_id: unnamed })).toMatchObject({ code: 200 })
  expect(await ask('/api/lessee/detail', { custom_id: unnamed })).toMatchObject({ code: 404 })
})

const HEADS = ['姓名*', '身份证号*', '手机号*', '项目*', '所在企业']
const line = (serial: number, changes: Record<number, string> = {}) =>
  [`租客${serial}`, cardOf(serial), PHONE, '浦东一期', ''].map((cell, place) => changes[place] ?? cell)

test('a file is told of each wrong cell and of who is there already; none or all are imported', async () => {
  await addTenant(at.server, tenant(20))
  const wrong = [line(21), line(22, { 1: '310101199003070011' }), line(20), line(23, { 3: '没有的项目' }), line(21)]
  const trial = await tried(at.server, '/api/lessee/import', workbook([HEADS, ...wrong]), at.admin)
  expect(mistakes(trial).map((one) => one.slice(0, 2))).toEqual(['B3', 'B4', 'D5', 'B6'])
  expect(mistakes(trial)[0]).toBe('B3：请检查身份证号')
  expect(mistakes(trial)[1]).toContain('该身份证号已登记为租客')
  const right = await tried(at.server, '/api/lessee/import', workbook([HEADS, line(24), line(25)]), at.admin)
  expect(right.state).toBe('right')
  expect((await imported(at.server, at.admin, right.import_id)).state).toBe('done')
  expect((await ask('/api/lessee/index', { name: '租客24' })).data.count).toBe(1)
})

test('who has no right to it, or not to the project, changes nobody', async () => {
  const custom_id = await addTenant(at.server, tenant(30))
  const theirs = await addTenant(at.server, tenant(31, { p_id: 2 }))
  const codes = ['add', 'edit', 'del', 'detail', 'index'].map((call) => `/api/lessee/${call}`)
  const id = await addAccount(at.server, 'keeper', codes, [1])
  const keeper = await tokenOf(at.server, id)
  const { data } = await ask('/api/lessee/detail', { custom_id }, keeper)
  const asRead = { custom_id, name: '改名', card: data.card, phone: data.phone, p_id: 1 }
  expect((await ask('/api/lessee/add', tenant(32, { p_id: 2 }), keeper)).code).toBe(400)
  expect((await ask('/api/lessee/edit', { ...asRead, custom_id: theirs }, keeper)).code).toBe(404)
  expect((await ask('/api/lessee/edit', { ...asRead, p_id: 2 }, keeper)).code).toBe(400)
  expect((await ask('/api/lessee/del', { custom_id: theirs }, keeper)).code).toBe(404)
  expect((await ask('/api/lessee/reveal', { custom_id }, keeper)).code).toBe(403)
  await permit(at.server, id, ['/api/lessee/index'])
  for (const [call, params] of [
    ['add', tenant(33)],
    ['edit', asRead],
    ['del', { custom_id }],
  ] as const)
    expect((await ask(`/api/lessee/${call}`, params, keeper)).code).toBe(403)
  expect((await ask('/api/lessee/detail', { custom_id })).data.name).toBe('租客30')
  expect((await ask('/api/lessee/index', { name: '租客33' })).data.count).toBe(0)
})
