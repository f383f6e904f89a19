import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Jobs } from '../../server/jobs/startJobs.ts'
import { csvRows, exported, startTestJobs } from '../help/exports.ts'
import { addAccount, fillGround, flat, type Ground, permit, rowCounts, tokenOf } from '../help/ground.ts'
import { fetched, filled, imported, importOf, mistakes, sendImport, settled, sheetsOf, tried, workbook } from '../help/imports.ts'
import { startTestServer, type TestServer } from '../help/testServer.ts'

let server: TestServer
let ground: Ground
let admin: string
let jobs: Jobs

const COMPANY = '/api/company/import'
const HEADS = ['企业名称*', '统一社会信用代码*', '联系人*', '联系电话*', '地址', '备注']
const company = (n: number, changes: Record<number, unknown> = {}): unknown[] =>
  ['企业', '9131', '王小明', '13812345678', '张杨路500号', null].map((cell, place) => {
    if (place in changes) return changes[place]
    return place < 2 ? `${cell}${String(n).padStart(6, '0')}` : cell
  })
const companies = (n: number, from = 1) => Array.from({ length: n }, (_, index) => company(from + index))
const count = async (table: string): Promise<number> =>
  (await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(server.db)).rows[0]?.n ?? 0

beforeAll(async () => {
  server = await startTestServer()
  ground = await fillGround(server)
  admin = await tokenOf(server)
  jobs = startTestJobs(server)
})
afterAll(async () => {
  await jobs.stop()
  await server.close()
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
  await server.call('/api/company/add', { name: '已有企业', code: 'X1', contact: '李', phone: '13900000000' }, admin)
  const rows = [
    company(1),
    company(2, { 3: '12345' }),
    company(3, { 0: null, 3: '2345' }),
    company(4, { 0: '已有企业' }),
    company(5, { 4: '路'.repeat(201) }),
    company(6, { 1: '9131000001' }),
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
    index === 0 ? row : [`新企业${index}`, `N${index}`, row[2], '13812345678', '路', null, row[6]],
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
  const { rows } = await sql<{ custom_id: number }>`
    insert into lessee (name, card, phone, p_id, company_id) values ('租客', '310101199001011234', '13812345678', 1, ${row.company_id}) returning custom_id
  `.execute(server.db)
  expect(await undo()).toMatchObject({ code: 409, msg: '用户列表里有记录用到其中的企业列表，不能撤销' })
  await sql`delete from lessee where custom_id = ${rows[0]?.custom_id}`.execute(server.db)
  await server.call(
    '/api/company/edit',
    { company_id: row.company_id, name: row.name, code: row.code, contact: '赵', phone: row.phone },
    admin,
  )
  expect(await undo()).toMatchObject({ code: 409, msg: '有 1 条在导入后被修改过（企业000701），不能撤销' })
  expect((await server.call('/api/company/index', { code: '91310007' }, admin)).data.count).toBe(3)
  await server.call('/api/company/del', { company_id: row.company_id }, admin)
  expect(await undo()).toMatchObject({ code: 200, data: { count: 2 } })
})

test('who may not import is refused, at the call, at the template and when the job runs', async () => {
  const clerk = await addAccount(server, 'importer', ['/api/company/add'], [1])
  const token = await tokenOf(server, clerk)
  const file = workbook([HEADS, ...companies(2, 800)])
  expect(await sendImport(server, COMPANY, file, token)).toMatchObject({ code: 403, msg: '没有权限：导入企业列表' })
  const response = await fetch(`${server.url}/files/imports/template/company`, { headers: { cookie: `token=${token}` } })
  expect(response.status).toBe(403)
  expect((await fetch(`${server.url}/files/imports/template/company`)).status).toBe(401)
  expect((await fetch(`${server.url}/files/imports/template/flow`, { headers: { cookie: `token=${admin}` } })).status).toBe(404)
  await permit(server, clerk, [COMPANY])
  const trial = await tried(server, COMPANY, file, token)
  expect(trial.state).toBe('right')
  for (const path of ['run', 'undo', 'cancel', 'detail'])
    expect(await server.call(`/api/import/${path}`, { import_id: trial.import_id }, admin)).toMatchObject({ code: 404 })
  await jobs.stop()
  await server.call('/api/import/run', { import_id: trial.import_id }, token)
  await permit(server, clerk, [])
  jobs = startTestJobs(server)
  expect(await settled(server, token, trial.import_id)).toMatchObject({ state: 'failed', error: '没有权限：导入企业列表' })
  expect(await server.call('/api/import/undo', { import_id: trial.import_id }, token)).toMatchObject({ code: 403 })
  expect(
    (await server.call('/api/import/index', {}, admin)).data.list.map(({ import_id }: { import_id: number }) => import_id),
  ).not.toContain(trial.import_id)
})

test('names are looked up within one’s projects, and rows belong to the project of what they name', async () => {
  for (const [p_id, region_name] of [
    [1, '浦东花苑'],
    [2, '徐汇花苑'],
  ] as const)
    await server.call('/api/org/add', flat(ground, { p_id, region_name, block_unit: '1', cell: undefined, house: '101' }), admin)
  const clerk = await tokenOf(server, await addAccount(server, 'guide', ['/api/reserve/import'], [1]))
  const heads = ['房间', '看房人', '手机号', '开始时间', '结束时间', '备注']
  const at = (room: unknown, hour: number) => [room, '看房人', 13812345678, `2026/12/1 ${hour}:00`, `2026-12-01 ${hour}:30`, '=1+1']
  const file = workbook([heads, at('徐汇花苑 1号-101', 9), at('1号-101', 10), at('没有的房间', 11)])
  const own = await tried(server, '/api/reserve/import', file, clerk)
  expect(mistakes(own)).toEqual([
    'A2：房间“徐汇花苑 1号-101”不存在，或不在您负责的项目内',
    'A4：房间“没有的房间”不存在，或不在您负责的项目内',
  ])
  const all = await tried(server, '/api/reserve/import', file, admin)
  expect(mistakes(all)).toEqual([
    'A3：房间“1号-101”有 2 个，请写全：浦东花苑 1号-101、徐汇花苑 1号-101',
    'A4：房间“没有的房间”不存在，或不在您负责的项目内',
  ])
  const clash = await tried(server, '/api/reserve/import', workbook([heads, at('1号-101', 9), at('浦东花苑1号-101', 9)]), clerk)
  expect(mistakes(clash)).toEqual(['第 3 行：该房间这个时段已有看房预约，请换个时间'])
  const right = await tried(server, '/api/reserve/import', workbook([heads, at('1号-101', 9), at('1', 10)]), clerk)
  expect(await imported(server, clerk, right.import_id)).toMatchObject({ state: 'done' })
  const { rows } = await sql`select p_id, org_id, phone, start_time, note, status, created_by from reserve order by start_time`.execute(
    server.db,
  )
  expect(rows[0]).toMatchObject({
    p_id: 1,
    org_id: 1,
    phone: '13812345678',
    start_time: Date.parse('2026-12-01T01:00:00Z') / 1000,
    note: '=1+1',
    status: 1,
  })
  expect(rows.length).toBe(2)
})

test('what a list exports can be imported again: every value is as it was', async () => {
  const heads = [
    '申请人',
    '身份证号',
    '手机号',
    '申请项目',
    '性质',
    '保障类别',
    '申请户型',
    '家庭人数',
    '家庭月收入',
    '人均住房面积',
    '工作单位',
    '备注',
  ]
  const row = [
    '@张三𠮷',
    '310101199003070011',
    '13812345678',
    '徐汇二期',
    '市筹公租房',
    '优先保障',
    '二室',
    3,
    5123.45,
    12.5,
    '＝厂',
    '两\n行"，,',
  ]
  const trial = await tried(server, '/api/qualification/import', workbook([heads, row]), admin)
  expect(mistakes(trial)).toEqual([])
  await imported(server, admin, trial.import_id)
  const names = 'custom_name,p_id,nature,priority,room_type,family_size,income,housing_area,employer,note'
  const columns = 'custom_name,card,phone,p_id,nature,priority,room_type,family_size,income,housing_area,employer,note,status'
  const read = async () => (await sql`select ${sql.raw(columns)} from qualification order by apply_id`.execute(server.db)).rows
  const [before] = await read()
  expect(before).toMatchObject({
    custom_name: '@张三𠮷',
    income: 512_345,
    housing_area: 12.5,
    p_id: 2,
    nature: 2,
    status: 1,
    note: '两\n行"，,',
  })
  for (const format of [1, 2]) {
    const bytes = await exported(server, '/api/qualification/export', { format, columns: names }, admin)
    const cells = format === 2 ? csvRows(bytes) : (sheetsOf(bytes)[0] ?? [])
    const full = cells
      .slice(0, 2)
      .map((line, index) => [...line, ...(index === 0 ? ['身份证号', '手机号'] : ['310101199003070011', '13812345678'])])
    const csv = `\uFEFF${full.map((line) => line.map((cell) => `"${String(cell).replaceAll('"', '""')}"`).join(',')).join('\r\n')}`
    const again = await tried(
      server,
      '/api/qualification/import',
      format === 2 ? Buffer.from(csv) : workbook(full),
      admin,
      `a.${format === 2 ? 'csv' : 'xlsx'}`,
    )
    expect(mistakes(again)).toEqual([])
    await imported(server, admin, again.import_id)
    expect((await read()).at(-1)).toEqual(before)
  }
})

test('rooms and readings come in by the domain’s own functions, and go again', async () => {
  const heads = [
    '房源性质',
    '房源类型',
    '省',
    '市',
    '区县',
    '街道',
    '路名',
    '弄号',
    '弄或号',
    '小区名称',
    '经度',
    '纬度',
    '所属项目',
    '楼号',
    '楼层',
    '房号',
    '面积',
    '室',
    '厅',
    '卫',
    '朝向',
    '标签',
  ]
  const room = (number: number, changes: Record<number, unknown> = {}) =>
    [
      '廉租房',
      '一居室',
      '上海市',
      '市辖区',
      '浦东新区',
      '陆家嘴街道',
      '新路',
      '9',
      '弄',
      '新家园',
      null,
      null,
      '浦东一期',
      '7',
      1,
      number,
      40.5,
      1,
      1,
      1,
      '南',
      '近地铁',
    ].map((cell, place) => (place in changes ? changes[place] : cell))
  const counts = await rowCounts(server.db)
  const bad = await tried(
    server,
    '/api/org/import',
    workbook([heads, room(101), room(101), room(102, { 4: '徐汇' }), room(103, { 16: null })]),
    admin,
  )
  expect(mistakes(bad)).toEqual([
    '第 3 行：该楼栋已登记过此房号',
    'E4：区县“徐汇”不存在，或不在您负责的项目内',
    'F4：街道的上一级没有填对',
    'Q5：面积必填',
  ])
  const trial = await tried(server, '/api/org/import', workbook([heads, ...[101, 102, 103].map((number) => room(number))]), admin)
  expect(mistakes(trial)).toEqual([])
  await imported(server, admin, trial.import_id)
  const [found] = (await server.call('/api/org/list', { region_name: '新家园' }, admin)).data.list
  expect(found).toMatchObject({ unit_floor: '7号-103', area: 40.5, nature: 3, show_type: 2, toward: 2 + 1, tag: [ground.tag], p_id: 1 })
  await sql`update org set simple = ${JSON.stringify([{ simple_id: ground.simple, price: 345 }])}::jsonb where region_name = '新家园'`.execute(
    server.db,
  )

  const readings = workbook([
    ['房间', '抄表项', '抄表日期', '本次读数'],
    ['新家园 7号-101', '水', '2026年10月1日', '12.34'],
    ['7号-102', '水', new Date(Date.UTC(2026, 9, 1)), 5],
    ['7号-101', '水', '2026-11-01', '20.34'],
  ])
  const down = await tried(
    server,
    '/api/meter/import',
    workbook([
      ['房间', '抄表项', '抄表日期', '本次读数'],
      ['7号-101', '水', '2026-10-01', 12],
      ['7号-101', '水', '2026-11-01', 11],
    ]),
    admin,
  )
  expect(mistakes(down)).toEqual(['D3：本次读数不能小于上次读数 12，换过表请选“是”'])
  const read = await tried(server, '/api/meter/import', readings, admin)
  expect(mistakes(read)).toEqual([])
  await imported(server, admin, read.import_id)
  const { rows } = await sql`select read_date, previous, current, amount from meter order by meter_id`.execute(server.db)
  expect(rows).toEqual([
    { read_date: '2026-10-01', previous: 0, current: 12.34, amount: 4257 },
    { read_date: '2026-10-01', previous: 0, current: 5, amount: 1725 },
    { read_date: '2026-11-01', previous: 12.34, current: 20.34, amount: 2760 },
  ])
  const undo = (import_id: number) => server.call('/api/import/undo', { import_id, request_id: `${Math.random()}` }, admin)
  expect(await undo(trial.import_id)).toMatchObject({ code: 409, msg: '抄表管理里有记录用到其中的房源列表，不能撤销' })
  expect(await undo(read.import_id)).toMatchObject({ code: 200, data: { count: 3 } })
  expect(await undo(trial.import_id)).toMatchObject({ code: 200 })
  const after = await rowCounts(server.db)
  for (const table of ['org', 'unit', 'community', 'meter']) expect([table, after[table]]).toEqual([table, counts[table]])
})
