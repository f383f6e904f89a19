import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Jobs } from '../../../server/jobs/startJobs.ts'
import { startTestJobs } from '../../help/exports.ts'
import {
  COMPANY,
  companies,
  company,
  fetched,
  filled,
  HEADS,
  imported,
  importOf,
  mistakes,
  sendImport,
  settled,
  sheetsOf,
  tried,
  workbook,
} from '../../help/imports.ts'
import { addAccount, addTenant, companyCode, fillGround, tokenOf } from '../../help/store/ground.ts'
import { startTestServer, type TestServer } from '../../help/testServer.ts'

let server: TestServer
let admin: string
let jobs: Jobs

const count = async (table: string): Promise<number> =>
  (await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(server.db)).rows[0]?.n ?? 0

beforeAll(async () => {
  server = await startTestServer()
  await fillGround(server)
  admin = await tokenOf(server)
  jobs = startTestJobs(server)
})
afterAll(async () => {
  await jobs.stop()
  await server.close()
})

test('once a thousand rows are wrong the rest is not tried, and nobody says that it is right', async () => {
  const rows = companies(1020).map((row, place) => (place < 1010 ? [...row.slice(0, 3), '', ...row.slice(4)] : row))
  const trial = await tried(server, COMPANY, workbook([HEADS, ...rows]), admin)
  expect(trial).toMatchObject({ state: 'wrong', rows: 1020, wrong: 1010 })
  const { rows: said } = await sql<{ done: string }>`select done from job where kind = 'import' order by job_id desc limit 1`.execute(
    server.db,
  )
  expect(said).toEqual([{ done: '有误的满 1,000 行，其余的没有再看，一行也没有导入' }])
})

test('a template that is filled in is tried, imported, in the log, and taken back whole', async () => {
  const template = await fetched(server, '/files/imports/template/company', admin)
  const [first, notes] = sheetsOf(template)
  expect(first?.[0]).toEqual(HEADS)
  expect(notes?.[1]?.slice(0, 3)).toEqual(['企业名称', '必填', '文字，最多 100 个字'])
  const file = filled(template, companies(1200))
  const trial = await tried(server, COMPANY, file, admin)
  expect(trial).toMatchObject({ state: 'right', rows: 1200, wrong: 0, errors: [], is_real: false })
  expect(await count('company')).toBe(0)
  const done = await imported(server, admin, trial.import_id)
  expect(done).toMatchObject({ state: 'done', rows: 1200, is_real: true, progress: 1200, total: 1200 })
  const { data } = await server.call('/api/company/index', { code: '9131000777' }, admin)
  expect(data.list[0]).toMatchObject({ name: '企业000777', contact: '王小明', phone: '138****5678', address: '张杨路500号' })
  const log = await server.call('/api/operation_log/index', { resource: 'company', record_id: data.list[0].company_id }, admin)
  expect(log.data.list[0]).toMatchObject({ label: '导入企业列表', deed: 1, created_by: 1, path: COMPANY })

  expect(await server.call('/api/import/undo', { import_id: trial.import_id }, admin)).toMatchObject({ code: 200, data: { count: 1200 } })
  expect(await count('company')).toBe(0)
  expect(await importOf(server, admin, trial.import_id)).toMatchObject({ state: 'undone' })
  expect(await server.call('/api/import/undo', { import_id: trial.import_id, request_id: 'again' }, admin)).toMatchObject({ code: 409 })
})

test('mistakes are told cell by cell, nothing is kept, and the file sent back can be mended and sent again', async () => {
  await server.call('/api/company/add', { name: '已有企业', code: companyCode(9999), contact: '李', phone: '13900000000' }, admin)
  const rows = [
    company(1),
    company(2, { 3: '12345' }),
    company(3, { 0: null, 3: '2345' }),
    company(4, { 0: '已有企业' }),
    company(5, { 4: '路'.repeat(201) }),
    company(6, { 1: companyCode(1) }),
    company(7),
  ]
  const trial = await tried(server, COMPANY, workbook([HEADS, ...rows]), admin)
  expect(trial).toMatchObject({ state: 'wrong', rows: 7, wrong: 5 })
  expect(mistakes(trial)).toEqual([
    'D3：手机号须为11位且以1开头',
    'A4：企业名称必填',
    'D4：手机号须为11位且以1开头',
    'A5：该企业已登记',
    'E6：地址最多200个字',
    'B7：该统一社会信用代码已登记',
  ])
  expect(trial.errors[0]).toMatchObject({ head: '联系电话*', text: '12345' })
  expect(await server.call('/api/import/run', { import_id: trial.import_id }, admin)).toMatchObject({ code: 409 })
  expect(await count('company')).toBe(1)

  const sent = await fetched(server, trial.handle, admin)
  const [sheet] = sheetsOf(sent)
  expect(sheet?.[0]).toEqual([...HEADS, '错误'])
  expect(sheet?.map((row) => row[6])).toEqual([
    '错误',
    null,
    '原第 3 行：手机号须为11位且以1开头',
    '原第 4 行：企业名称必填；手机号须为11位且以1开头',
    '原第 5 行：该企业已登记',
    '原第 6 行：地址最多200个字',
    '原第 7 行：该统一社会信用代码已登记',
    null,
  ])
  const mended = (sheet ?? []).map((row, index) =>
    index === 0 ? row : [`新企业${index}`, companyCode(5000 + index), row[2], '13812345678', '路', null, row[6]],
  )
  const again = await tried(server, COMPANY, workbook(mended), admin)
  expect(again).toMatchObject({ state: 'right', rows: 7 })
  expect(await imported(server, admin, again.import_id)).toMatchObject({ state: 'done' })
  expect(await count('company')).toBe(8)
})

test('the same file does nothing twice until it is taken back; two at once import it once', async () => {
  const file = workbook([HEADS, ...companies(3, 500)])
  const [one, two] = [await tried(server, COMPANY, file, admin), await tried(server, COMPANY, file, admin)]
  expect(await imported(server, admin, one.import_id)).toMatchObject({ state: 'done' })
  const second = await imported(server, admin, two.import_id)
  expect(second).toMatchObject({ state: 'wrong', wrong: 3 })
  const before = await count('company')
  const refused = await sendImport(server, COMPANY, file, admin)
  expect(refused).toMatchObject({ code: 409, data: { import_id: one.import_id } })
  expect(refused.msg).toContain('导入过，没有再次导入')
  expect(await count('company')).toBe(before)
  await server.call('/api/import/undo', { import_id: one.import_id }, admin)
  expect((await tried(server, COMPANY, file, admin)).state).toBe('right')

  // Where no row is unique it is the file that is: of two that run at once one is refused by the store.
  const clues = workbook([
    ['类型', '联系人', '手机号', '意向位置', '期望月租'],
    ['求租', '赵', '13812345678', '陆家嘴', 3000],
  ])
  const ids = [
    (await tried(server, '/api/clue/import', clues, admin)).import_id,
    (await tried(server, '/api/clue/import', clues, admin)).import_id,
  ]
  await Promise.all(ids.map((import_id) => server.call('/api/import/run', { import_id }, admin)))
  const ended = await Promise.all(ids.map((id) => settled(server, admin, id)))
  expect(ended.map(({ state }) => state).sort()).toEqual(['done', 'failed'])
  expect(ended.find(({ state }) => state === 'failed')?.error).toBe('此文件刚刚已经导入过，没有再次导入')
  expect(await count('clue')).toBe(1)
})

test('a batch is not taken back where a row was changed since or something refers to one', async () => {
  const trial = await tried(server, COMPANY, workbook([HEADS, ...companies(3, 700)]), admin)
  await imported(server, admin, trial.import_id)
  const [row] = (await server.call('/api/company/index', { code: '9131000701' }, admin)).data.list
  const undo = () => server.call('/api/import/undo', { import_id: trial.import_id, request_id: `${Math.random()}` }, admin)
  const custom_id = await addTenant(server, { company_id: row.company_id })
  expect(await undo()).toMatchObject({ code: 409, msg: '用户列表里有记录用到其中的企业列表，不能撤销' })
  await sql`delete from lessee where custom_id = ${custom_id}`.execute(server.db)
  await server.call(
    '/api/company/edit',
    { company_id: row.company_id, name: row.name, code: row.code, contact: '赵', phone: row.phone },
    admin,
  )
  expect(await undo()).toMatchObject({ code: 409, msg: '有 1 条在导入后被修改过（企业000701），不能撤销' })
  expect((await server.call('/api/company/index', { code: '91310007' }, admin)).data.count).toBe(3)
  await server.call('/api/company/del', { company_id: row.company_id }, admin)
  // Whose account is closed takes nothing back: whoever may import such records does.
  const gone = await addAccount(server, 'gone', ['*'])
  await sql`update import_batch set created_by = ${gone} where import_id = ${trial.import_id}`.execute(server.db)
  expect((await undo()).code).toBe(404)
  await sql`update account set is_active = false where user_id = ${gone}`.execute(server.db)
  const listed = (await server.call('/api/import/index', { resource: 'company' }, admin)).data.list
  expect(listed.map(({ import_id }: { import_id: number }) => import_id)).toContain(trial.import_id)
  expect(await undo()).toMatchObject({ code: 200, data: { count: 2 } })
})

test('what is cancelled before it is done leaves nothing, however far it was', async () => {
  const trial = await tried(server, COMPANY, workbook([HEADS, ...companies(1500, 2000)]), admin)
  const before = await count('company')
  // Someone holds the table, so that the import has begun and cannot end.
  const holder = await server.open()
  await sql.raw('begin; lock table company in exclusive mode').execute(holder.db)
  await server.call('/api/import/run', { import_id: trial.import_id }, admin)
  await expect
    .poll(async () => (await sql<{ state: string }>`select state from job order by job_id desc limit 1`.execute(server.db)).rows[0]?.state)
    .toBe('running')
  expect(await server.call('/api/import/cancel', { import_id: trial.import_id }, admin)).toMatchObject({ code: 200 })
  expect(await importOf(server, admin, trial.import_id)).toMatchObject({ state: 'cancelled' })
  await sql.raw('rollback').execute(holder.db)
  holder.cut()
  await jobs.stop()
  jobs = startTestJobs(server)
  expect(await count('company')).toBe(before)
  expect(await importOf(server, admin, trial.import_id)).toMatchObject({ state: 'cancelled' })
  expect(await server.call('/api/import/undo', { import_id: trial.import_id, request_id: 'c' }, admin)).toMatchObject({ code: 409 })
})

test('a template speaks the language of whoever fetched it, and a file is taken with headings and choices in either', async () => {
  const person = await addAccount(server, 'english', ['*'], null)
  const english = await tokenOf(server, person)
  const changes = [{ name: 'locale', value: '"en-US"' }]
  expect(await server.call('/api/preference/save', { changes }, english)).toMatchObject({ code: 200 })
  const template = await fetched(server, '/files/imports/template/clue', english)
  const [first, notes] = sheetsOf(template)
  const heads = ['Type*', 'Contact*', 'Mobile*', 'Wanted place*', 'Layout', 'Wanted rent (yuan)*', 'Progress']
  expect(first?.[0]).toEqual(heads)
  expect(JSON.stringify(notes)).not.toMatch(/[\u4e00-\u9fff]/)
  const rows = [
    ['Rent seeking', '王小明', '13812345678', '浦东', null, 1500.5, null],
    ['出租', 'Ms Li', '13812345679', '徐汇', null, 2000, null],
  ]
  const path = '/api/clue/import'
  const trial = await tried(server, path, filled(template, rows), english)
  expect(trial).toMatchObject({ state: 'right', rows: 2 })
  await imported(server, english, trial.import_id)
  const { data } = await server.call('/api/clue/index', { order: 'clue_id' }, english)
  expect(data.list.slice(-2).map((row: Record<string, unknown>) => [row.kind, row.custom_name, row.price])).toEqual([
    [1, '王小明', 150_050],
    [2, 'Ms Li', 200_000],
  ])
  const wrong = await tried(server, path, workbook([heads, ['Rent seking', ...(rows[0]?.slice(1) ?? [])]]), english)
  expect(mistakes(wrong)).toEqual(['A2：类型没有“Rent seking”，可填：求租、出租，是否想写“Rent seeking”'])
  // The file sent back says in English what is wrong, and is taken again with its column of mistakes.
  const [back] = sheetsOf(await fetched(server, wrong.handle, english))
  expect([back?.[0]?.at(-1), back?.[1]?.at(-1)]).toEqual([
    'Problem',
    'was row 2: Type has no “Rent seking”; possible: Rent seeking, Renting out, did you mean “Rent seeking”',
  ])
  const mended = [back?.[0] ?? [], ['Rent seeking', ...(back?.[1]?.slice(1) ?? [])]]
  expect(await tried(server, path, workbook(mended), english)).toMatchObject({ state: 'right', rows: 1 })
})
