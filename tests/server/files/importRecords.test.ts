import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Jobs } from '../../../server/jobs/startJobs.ts'
import { csvRows, exported, startTestJobs } from '../../help/exports.ts'
import { COMPANY, companies, HEADS, imported, mistakes, sendImport, settled, sheetsOf, tried, workbook } from '../../help/imports.ts'
import { addAccount, fillGround, flat, type Ground, permit, rowCounts, tokenOf } from '../../help/store/ground.ts'
import { startTestServer, type TestServer } from '../../help/testServer.ts'

let server: TestServer
let ground: Ground
let admin: string
let jobs: Jobs

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
  expect(mistakes(await tried(server, '/api/reserve/import', workbook([heads, at('1', 10)]), clerk))[0]).toContain('房间“1”不存在')
  const right = await tried(server, '/api/reserve/import', workbook([heads, at('１号-１０１', 9), at('编号 1', 10)]), clerk)
  expect(await imported(server, clerk, right.import_id)).toMatchObject({ state: 'done' })
  const { rows } = await sql`select p_id, org_id, phone, start_time, note, status, created_by from reserve order by start_time`.execute(
    server.db,
  )
  expect(rows[0]).toMatchObject({
    p_id: 1,
    org_id: 1,
    phone: '138****5678',
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
    '310101199003070019',
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
  const columns =
    'custom_name,card,card$hash,phone,phone$hash,p_id,nature,priority,room_type,family_size,income,housing_area,employer,note,status'
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
  const files = [
    [1, await exported(server, '/api/qualification/export', { format: 1, columns: names }, admin)],
    [2, await exported(server, '/api/qualification/export', { format: 2, columns: names }, admin)],
  ] as const
  // The very rows are not imported twice.
  const undo = async (import_id: number) => expect((await server.call('/api/import/undo', { import_id }, admin)).code).toBe(200)
  await undo(trial.import_id)
  for (const [format, bytes] of files) {
    const cells = format === 2 ? csvRows(bytes) : (sheetsOf(bytes)[0] ?? [])
    const full = cells
      .slice(0, 2)
      .map((line, index) => [...line, ...(index === 0 ? ['身份证号', '手机号'] : ['310101199003070019', '13812345678'])])
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
    await undo(again.import_id)
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
  // The list sent again with one room more, by who has those that are there passed over.
  const more = workbook([heads, ...[101, 102, 103, 104].map((number) => room(number))])
  expect(await tried(server, '/api/org/import', more, admin, '再来.xlsx', { existing: 2 })).toMatchObject({
    state: 'right',
    rows: 4,
    skipped: 3,
  })
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
  expect(await undo(trial.import_id)).toMatchObject({ code: 409, msg: '抄表记录里有记录用到其中的房源列表，不能撤销' })
  expect(await undo(read.import_id)).toMatchObject({ code: 200, data: { count: 3 } })
  expect(await undo(trial.import_id)).toMatchObject({ code: 200 })
  const after = await rowCounts(server.db)
  for (const table of ['org', 'unit', 'community', 'meter']) expect([table, after[table]]).toEqual([table, counts[table]])
})
