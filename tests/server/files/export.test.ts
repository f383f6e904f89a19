import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { downloadFolder } from '../../../server/files/downloads.ts'
import type { Jobs } from '../../../server/jobs/startJobs.ts'
import { exportTypeOf } from '../../../src/core/exportType.ts'
import { resources } from '../../../src/declared/declared.ts'
import type { ExportRecord } from '../../../src/protocol/exports.ts'
import { partOf } from '../../help/depth.ts'
import { csvRows, ended, exported, fetchFile, recordOf, startTestJobs, xlsxRows } from '../../help/exports.ts'
import { addAccount, addTenant, fillGround, flat, flowOf, type Ground, permit, tokenOf } from '../../help/store/ground.ts'
import { startTestServer, type TestServer } from '../../help/testServer.ts'

let server: TestServer
let ground: Ground
let admin: string
let jobs: Jobs
/** A flow in project 1 and one in project 2. */
const orgs: number[] = []

const COLUMNS = 'sn,type,price,custom_name,deal_time,org_id,region_name,note'

beforeAll(async () => {
  server = await startTestServer()
  ground = await fillGround(server)
  admin = await tokenOf(server)
  for (const p_id of [1, 2]) {
    const house = await server.call('/api/org/add', flat(ground, { p_id, region_name: p_id === 1 ? '浦东花苑' : '徐汇花苑' }), admin)
    orgs.push(house.data.org_id[0])
  }
  const names = ['王小明', '=HYPERLINK("http://x")', '+86', '-3', '@李', '\t甲', '引"号,逗', '＝全角']
  for (const [index, custom_name] of names.entries()) {
    const answer = await server.call(
      '/api/flow/add',
      flowOf(ground, {
        custom_name,
        price: 100 + index,
        type: 1,
        org_id: orgs[index % 2],
        deal_time: 1_760_000_000 + index * 60,
        note: index === 0 ? '两\n行' : undefined,
      }),
      admin,
    )
    expect(answer).toMatchObject({ code: 200 })
  }
  const [row] = (await server.call('/api/flow/index', { custom_name: '王小明' }, admin)).data.list
  await server.call('/api/flow/reverse', { flow_id: row.flow_id, note: '记错' }, admin)
  await addTenant(server, { card: '310101199001010012' })
  jobs = startTestJobs(server)
})
afterAll(async () => {
  await jobs.stop()
  await server.close()
})

test('a file has the rows, the order and the columns that the list shows, as staff read them', async () => {
  const rows = csvRows(
    await exported(server, '/api/flow/export', { format: 2, order: 'deal_time', columns: COLUMNS, org_id: [orgs[0]] }, admin),
  )
  const shown = (await server.call('/api/flow/index', { order: 'deal_time', org_id: [orgs[0]] }, admin)).data.list
  expect(rows[0]).toEqual(['收据号', '收支', '金额（元）', '交易人', '交易时间', '房间', '小区', '备注'])
  expect(rows.slice(1).map((row) => row[0])).toEqual(shown.map((row: { sn: string }) => row.sn))
  expect(rows[1]).toEqual([shown[0].sn, '收入', '1.00', '王小明', '2025-10-09 16:53', shown[0].org_id_title, '浦东花苑', '两\n行'])
  expect(rows.at(-1)?.slice(1, 4)).toEqual(['收入', '-1.00', '王小明'])
})

test('a text that looks like a formula stays text in both kinds of file, and a negative amount stays a number', async () => {
  const params = { order: 'deal_time', columns: 'custom_name,price', price_start: -1000 }
  const csv = csvRows(await exported(server, '/api/flow/export', { ...params, format: 2 }, admin)).slice(1)
  expect(csv).toEqual([
    ['王小明', '1.00'],
    [`'=HYPERLINK("http://x")`, '1.01'],
    ["'+86", '1.02'],
    ["'-3", '1.03'],
    ["'@李", '1.04'],
    ["'\t甲", '1.05'],
    ['引"号,逗', '1.06'],
    ["'＝全角", '1.07'],
    ['王小明', '-1.00'],
  ])
  const bytes = await exported(server, '/api/flow/export', { ...params, format: 1 }, admin)
  const xlsx = (await xlsxRows(bytes)).slice(1)
  expect(xlsx.map((row) => row[1])).toEqual([1, 1.01, 1.02, 1.03, 1.04, 1.05, 1.06, 1.07, -1])
  expect(xlsx.map((row) => row[0])).toEqual([
    '王小明',
    '=HYPERLINK("http://x")',
    '+86',
    '-3',
    '@李',
    '\t甲',
    '引"号,逗',
    '＝全角',
    '王小明',
  ])
})

test('phones and card numbers are masked as in the list', async () => {
  for (const format of [1, 2]) {
    const bytes = await exported(server, '/api/lessee/export', { format, columns: 'name,card,phone' }, admin)
    const rows = format === 1 ? await xlsxRows(bytes) : csvRows(bytes)
    expect(rows[1]).toEqual(['租客', '310***********0012', '138****5678'])
  }
})

test('the scope holds, and is judged again when the job runs', async () => {
  const clerk = await addAccount(server, 'exporter', ['/api/flow/export', '/api/flow/index'], [1])
  const token = await tokenOf(server, clerk)
  const own = csvRows(await exported(server, '/api/flow/export', { format: 2, columns: 'p_id' }, token)).slice(1)
  expect(own.length).toBe((await server.call('/api/flow/index', {}, token)).data.count)
  expect(new Set(own.flat())).toEqual(new Set(['浦东一期']))
  await jobs.stop()
  const asked = await server.call('/api/flow/export', { format: 2, columns: 'p_id', order: '-price' }, token)
  await sql`update account set projects = '{2}' where user_id = ${clerk}`.execute(server.db)
  const refused = await server.call('/api/flow/export', { format: 2, columns: 'p_id', order: 'price' }, await tokenOf(server, clerk))
  jobs = startTestJobs(server)
  const record = await ended(server, token, asked.data.id)
  expect(
    new Set(
      csvRows(Buffer.from(await (await fetchFile(server, record.handle, token)).arrayBuffer()))
        .slice(1)
        .flat(),
    ),
  ).toEqual(new Set(['徐汇二期']))
  await ended(server, token, refused.data.id)
  await jobs.stop()
  const late = await server.call('/api/flow/export', { format: 2 }, token)
  await permit(server, clerk, ['/api/flow/index'])
  jobs = startTestJobs(server)
  expect(await ended(server, token, late.data.id)).toMatchObject({ state: 'failed', error: '没有权限：导出流水列表', handle: '' })
  expect(await server.call('/api/flow/export', { format: 2 }, token)).toMatchObject({ code: 403 })
})

test('records are one’s own, newest first, of one type or of all', async () => {
  const type = exportTypeOf('flow')
  const all = await server.call('/api/message/index', { page: 1, page_rows: 100 }, admin)
  const ids = all.data.list.map((record: ExportRecord) => record.id)
  expect(ids).toEqual(ids.toSorted((a: number, b: number) => b - a))
  expect(all.data.count).toBe(ids.length)
  const flows = (await server.call('/api/message/index', { type }, admin)).data.list
  expect(flows.length).toBeGreaterThan(0)
  expect(flows.length).toBeLessThan(ids.length)
  expect(flows[0]).toMatchObject({ type, msg: '流水列表.xlsx', handle: `/files/exports/${flows[0].id}`, total: 9, progress: 9, error: '' })
  expect(flows[0].created_date).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d$/)
  const other = await tokenOf(server, await addAccount(server, 'stranger', ['*']))
  expect((await server.call('/api/message/index', {}, other)).data).toMatchObject({ list: [], count: 0 })
})

test('a file is its maker’s alone, carries its Chinese name, and is gone after its days', async () => {
  const { list } = (await server.call('/api/message/index', { type: exportTypeOf('flow') }, admin)).data
  const path = list[0].handle
  const file = await fetchFile(server, path, admin)
  expect(file.headers.get('content-disposition')).toBe(
    `attachment; filename="export.xlsx"; filename*=UTF-8''${encodeURIComponent('流水列表')}.xlsx`,
  )
  expect((await file.arrayBuffer()).byteLength).toBeGreaterThan(500)
  const other = await tokenOf(server, await addAccount(server, 'curious', ['*']))
  expect((await fetchFile(server, path, other)).status).toBe(404)
  expect((await fetch(server.url + path)).status).toBe(401)
  expect((await fetchFile(server, '/files/exports/0x1', admin)).status).toBe(404)
  const before = readdirSync(downloadFolder(server.config.dataDir))
  await sql`update job set finished_at = epoch_now() - ${7 * 86_400 + 5} where job_id = ${list[0].id}`.execute(server.db)
  expect((await fetchFile(server, path, admin)).status).toBe(404)
  expect(await recordOf(server, admin, list[0].id)).toBeUndefined()
  const { cleanUp } = await import('../../../server/domain/system/cleanUp.ts')
  // What a share of files leaves in its folders is none of ours, and in nobody's way.
  const folders = ['exports', 'imports'].map((name) => join(server.config.dataDir, 'files', name))
  for (const folder of folders) mkdirSync(folder, { recursive: true })
  for (const folder of folders) writeFileSync(join(folder, '.nfs00000001'), '')
  await cleanUp(server.db, server.config)
  const after = readdirSync(downloadFolder(server.config.dataDir))
  expect(before.filter((name) => !after.includes(name))).toEqual([expect.stringMatching(new RegExp(`^${list[0].id}-1\\.xlsx$`))])
})

test('what cannot be exported is refused at once, and ten under way are enough', async () => {
  const refused = async (params: Record<string, unknown>) => (await server.call('/api/flow/export', params, admin)).msg
  expect(await refused({})).toBe('请选择导出格式')
  expect(await refused({ format: 2, columns: 'sn,pricee' })).toContain('是否想写 price')
  expect(await refused({ format: 2, columns: 'from_id' })).toContain('不能导出 from_id')
  expect(await refused({ format: 2, order: 'sn' })).toContain('不能按 sn 排序')
  expect(await refused({ format: 2, page: 1 })).toContain('page')
  await jobs.stop()
  const eager = await tokenOf(server, await addAccount(server, 'eager', ['*']))
  const codes: number[] = []
  for (let n = 0; n < 11; n++) codes.push((await server.call('/api/flow/export', { format: 2, price_end: n }, eager)).code)
  expect(codes).toEqual([...Array.from({ length: 10 }, () => 200), 429])
  const [last] = (await server.call('/api/message/index', {}, eager)).data.list
  expect(await server.call('/api/message/cancel', { id: last.id }, admin)).toMatchObject({ code: 409 })
  expect(await server.call('/api/message/cancel', { id: last.id }, eager)).toMatchObject({ code: 200 })
  expect(await recordOf(server, eager, last.id)).toMatchObject({ state: 'cancelled', handle: '' })
  expect(await server.call('/api/message/cancel', { id: last.id, request_id: 'again' }, eager)).toMatchObject({ code: 409 })
  jobs = startTestJobs(server)
})

test('房态汇总: each community’s rooms by state, within one’s projects, of type 42', async () => {
  const begun = await server.call('/api/project/exportSummaryOfRoomState', {}, admin)
  expect(begun.data.type).toBe(42)
  const record = await ended(server, admin, begun.data.id)
  expect(record).toMatchObject({ type: 42, msg: '房态汇总.xlsx', state: 'done' })
  const rows = await xlsxRows(Buffer.from(await (await fetchFile(server, record.handle, admin)).arrayBuffer()))
  expect(rows[0]).toEqual([
    '项目',
    '小区',
    '房间数',
    '空置',
    '已预约',
    '待签',
    '已出租',
    '即将到期',
    '欠租',
    '退租中',
    '维修',
    '停用',
    '超期占用',
  ])
  expect(rows.slice(1).map((row) => row.slice(0, 4))).toEqual([
    ['浦东一期', '浦东花苑', 1, 1],
    ['徐汇二期', '徐汇花苑', 1, 1],
    ['合计', null, 2, 2],
  ])
  const near = await tokenOf(server, await addAccount(server, 'summer', ['/api/project/exportSummaryOfRoomState'], [2]))
  const bytes = await exported(server, '/api/project/exportSummaryOfRoomState', {}, near)
  expect((await xlsxRows(bytes)).slice(1).map((row) => row[0])).toEqual(['徐汇二期', '合计'])
})

test('every list can be exported, in both kinds, whatever its columns', async () => {
  const lists = resources.flatMap(({ name, calls }) => (calls.export ? [{ name, path: calls.export, index: calls.index ?? '' }] : []))
  expect(lists.map(({ path }) => path)).toContain('/api/org/export_list')
  expect(new Set(lists.map(({ name }) => exportTypeOf(name))).size).toBe(lists.length)
  for (const { path, index } of partOf(lists, 8))
    for (const format of [1, 2]) {
      const bytes = await exported(server, path, { format }, admin)
      const rows = format === 1 ? await xlsxRows(bytes) : csvRows(bytes)
      const { count, more } = (await server.call(index, {}, admin)).data
      if (!more) expect([path, rows.length - 1]).toEqual([path, count])
      else expect(rows.length).toBeGreaterThan(count)
    }
})

test('a file speaks the language of whoever asked for it: heads, sheet and words of states; money, days and names stay', async () => {
  const english = await tokenOf(
    server,
    await addAccount(server, 'english', ['/api/flow/export', '/api/project/exportSummaryOfRoomState'], null),
  )
  const changes = [{ name: 'locale', value: '"en-US"' }]
  expect(await server.call('/api/preference/save', { changes }, english)).toMatchObject({ code: 200 })
  const params = { order: 'deal_time', columns: COLUMNS, org_id: [orgs[0]] }
  const [chinese, own] = await Promise.all(
    [admin, english].map(async (token) => csvRows(await exported(server, '/api/flow/export', { ...params, format: 2 }, token))),
  )
  expect(own?.[0]).toEqual(['Receipt no.', 'In or out', 'Amount (yuan)', 'Counterparty', 'Time', 'Room', 'Community', 'Note'])
  expect(own?.[1]?.[1]).toBe('Income')
  expect(chinese?.[1]?.[1]).toBe('收入')
  const withoutWords = (rows: string[][] | undefined) => rows?.slice(1).map(([sn, _type, ...rest]) => [sn, ...rest])
  expect(withoutWords(own)).toEqual(withoutWords(chinese))
  const summary = await xlsxRows(await exported(server, '/api/project/exportSummaryOfRoomState', {}, english), 'Room status summary')
  expect(summary[0]?.slice(0, 3)).toEqual(['Project', 'Community', 'Rooms'])
  expect(summary.at(-1)?.[0]).toBe('Total')
})

test('the log is exported in the words of its screen: what it is about, and columns, choices and amounts before → after', async () => {
  const { data } = await server.call('/api/kind/add', { name: '阁楼', show_type: 2 }, admin)
  await server.call('/api/kind/edit', { id: data.id, name: '大阁楼', show_type: 1, version: 1 }, admin)
  const log = async (resource: string, token: string): Promise<string[][]> => {
    const params = { format: 2, resource, columns: 'resource,deed,changes', order: 'log_id' }
    return csvRows(await exported(server, '/api/operation_log/export', params, token)).slice(1)
  }
  expect(await log('kind', admin)).toEqual([
    ['房源类型', '新增', '名称：阁楼；出租方式：整套；使用状态：在用'],
    ['房源类型', '修改', '名称：阁楼 → 大阁楼；出租方式：整套 → 整栋'],
  ])
  const [flow = []] = await log('flow', admin)
  expect(flow[0]).toBe('流水')
  expect(flow[2]).toContain('金额：1.00；')
  const english = await tokenOf(server, await addAccount(server, 'log', ['/api/operation_log/export'], null))
  await server.call('/api/preference/save', { changes: [{ name: 'locale', value: '"en-US"' }] }, english)
  expect((await log('kind', english))[1]?.slice(1)).toEqual(['Changed', 'Name: 阁楼 → 大阁楼; Let as: Whole flat → Whole building'])
})

test('what the system wrote of a record is in the language of whoever asked for the file, what someone typed stays', async () => {
  const { data } = await server.call('/api/kind/add', { name: '收入', show_type: 2 }, admin)
  await server.call('/api/kind/edit', { id: data.id, name: '=支出', show_type: 2, version: 1 }, admin)
  const english = await tokenOf(server, await addAccount(server, 'said', ['/api/operation_log/export'], null))
  await server.call('/api/preference/save', { changes: [{ name: 'locale', value: '"en-US"' }] }, english)
  const read = async (format: number, token: string): Promise<unknown[][]> => {
    const params = { format, resource: 'kind', record_id: data.id, columns: 'label,record_title', order: 'log_id' }
    const bytes = await exported(server, '/api/operation_log/export', params, token)
    return (await (format === 2 ? csvRows(bytes) : xlsxRows(bytes))).slice(1)
  }
  expect((await read(2, admin)).map(([label]) => label)).toEqual(['新增房源类型', '编辑房源类型'])
  for (const [format, typed] of [
    [1, '=支出'],
    [2, "'=支出"],
  ] as const)
    expect(await read(format, english)).toEqual([
      ['Add house kind', '收入'],
      ['Edit house kind', typed],
    ])
})
