import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Jobs } from '../../../server/jobs/startJobs.ts'
import type { Resource } from '../../../src/core/resource.ts'
import { adminServer } from '../../help/adminServer.ts'
import { publishScreen, saveAndPublish } from '../../help/declared/screens.ts'
import { ended, fetchFile, startTestJobs } from '../../help/exports.ts'
import { upload } from '../../help/files.ts'
import { hasPicture, pagesOf, textOf, typstTexts } from '../../help/pdf.ts'
import { picture } from '../../help/pictures.ts'
import { addAccount, addRow, cardOf, tokenOf } from '../../help/store/ground.ts'

const at = adminServer()
const { call, ask } = at

const TEXT = `# 钥匙领用
领用人 {holder}（{phone}，{card}），{p_id}，{kind}，{since}。
押金 {deposit} 元，大写：{deposit:capitals}。

## 备注
{note}
{photos}
签字：＿＿＿＿`

const slip = (changes: object = {}) => ({
  label: '领用单',
  letters: 'LY',
  title: '钥匙领用单',
  paper: 'A5',
  landscape: true,
  text: TEXT,
  ...changes,
})

/** Keys that are lent, with a slip to sign. */
const lending = (changes: object = {}, print: object = {}): Resource =>
  ({
    name: 'lending',
    label: '钥匙领用',
    path: '/screens/lending',
    access: 'screen_lending',
    key: 'lending_id',
    title: 'holder',
    columns: {
      lending_id: { label: '编号', is: 'int', list: 'never' },
      holder: { label: '领用人', required: true, max: 40, filter: true },
      phone: { label: '手机号', is: 'phone' },
      card: { label: '身份证号', is: 'card' },
      p_id: { label: '项目', is: 'ref', of: 'project' },
      room: { label: '房间', is: 'ref', of: 'org' },
      area: { label: '面积', is: 'decimal', via: 'room.area' },
      kind: { label: '钥匙', is: 'enum', of: { 1: '大门', 2: '信箱' } },
      since: { label: '领用日', is: 'date' },
      deposit: { label: '押金', is: 'fen' },
      note: { label: '备注', is: 'note' },
      photos: { label: '照片', is: 'images' },
      state: { label: '状态', filter: true },
    },
    scope: 'p_id',
    form: ['holder', 'phone', 'card', 'p_id', 'room', 'kind', 'since', 'deposit', 'note', 'photos'],
    states: { column: 'state', of: { s1: { code: 1, label: '在用' }, s2: { code: 2, label: '已还', ends: true } }, first: 's1' },
    prints: { slip: slip(print) },
    actions: {
      back: { label: '归还', on: 'row', can: '/api/lending/back', from: 's1', to: 's2', confirm: false },
      slip: { label: '打印领用单', on: 'rows', can: '/api/lending/slip', prints: 'slip', from: 's1' },
    },
    ...changes,
  }) as unknown as Resource

let id = 0
let jobs: Jobs
beforeAll(async () => {
  jobs = startTestJobs(at.server)
  const made = await publishScreen(at.server, at.admin, lending())
  expect(made.answer).toMatchObject({ code: 200 })
  id = made.id
})
afterAll(() => jobs.stop())

const add = async (values: object = {}): Promise<number> => {
  const { code, msg, data } = await ask('/api/lending/add', { holder: '张三丰', p_id: 1, ...values })
  expect([code, msg]).toEqual([200, ''])
  return data.lending_id
}
const fileOf = async (handle: string): Promise<Buffer> => {
  const response = await fetchFile(at.server, handle, at.admin)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  return Buffer.from(await response.arrayBuffer())
}
const printed = async (lending_id: number) => {
  const { code, msg, data } = await ask('/api/lending/slip', { lending_id })
  expect([code, msg]).toEqual([200, ''])
  return { data, bytes: await fileOf(data.handle) }
}
const republish = (declaration: unknown) => saveAndPublish(at.server, at.admin, id, declaration)
const problems = async (declaration: unknown): Promise<{ id: string; at: string; message: string }[]> =>
  (await call('/api/screen/check', { screen_id: id, declaration: JSON.stringify(declaration) })).data.problems

test('a paper says what its text says: values as people read them, capitals, pictures, masked numbers, a number without gaps', async () => {
  const { data: photo } = await upload(at.server, at.admin, (await picture('key', 'png')).buffer, 'key.png')
  const values = { phone: '13812345678', card: cardOf(7), kind: 2, since: '2026-03-01', deposit: 368_050, note: '第一行\n第二行' }
  const bare = await printed(await add(values))
  const lending_id = await add({ ...values, photos: [photo.img_id] })
  const { data, bytes } = await printed(lending_id)
  expect(data).toEqual({ number: 'LY00000002', handle: expect.stringMatching(/^\/files\/prints\/\d+$/), is_again: false, missing: '' })
  const text = await textOf(bytes)
  const said = ['钥匙领用单', 'LY00000002', '系统管理员', '张三丰', '138****5678', '浦东一期', '信箱', '2026-03-01', '押金3,680.50元']
  for (const part of [...said, '大写：叁仟陆佰捌拾元伍角整', '第一行第二行', '签字']) expect(text).toContain(part)
  expect(text).not.toContain('13812345678')
  expect(text).not.toContain(cardOf(7))
  expect(text).not.toMatch(/[{}]/)
  expect([await hasPicture(bare.bytes), await hasPicture(bytes)]).toEqual([false, true])
})

test('is the same file when it is printed again, and stands in 打印记录 and 操作日志', async () => {
  const lending_id = await add()
  const first = await printed(lending_id)
  const again = await printed(lending_id)
  expect(again.data).toEqual({ ...first.data, is_again: true })
  expect(again.bytes.equals(first.bytes)).toBe(true)
  const { list } = (await call('/api/print_copy/index', { resource: 'lending', record_id: lending_id })).data
  expect(list.map(({ kind }: { kind: number }) => kind)).toEqual([2, 1])
  expect(list[0].sha256).toBe(createHash('sha256').update(first.bytes).digest('hex'))
  const log = (await call('/api/operation_log/index', { resource: 'lending', record_id: lending_id })).data.list
  expect(log.map(({ label }: { label: string }) => label).slice(0, 2)).toEqual(['补打领用单', '打印领用单'])
})

test('only in its states, only with its code, only of one’s projects', async () => {
  const [near, far] = [await add(), await add({ p_id: 2 })]
  const { data } = await printed(far)
  const clerk = await tokenOf(at.server, await addAccount(at.server, 'clerk', ['/api/lending/slip'], [1]))
  const reader = await tokenOf(at.server, await addAccount(at.server, 'reader', ['/api/lending/index']))
  expect(await ask('/api/lending/slip', { lending_id: near }, reader)).toMatchObject({ code: 403 })
  expect((await fetchFile(at.server, data.handle, reader)).status).toBe(403)
  expect(await ask('/api/lending/slip', { lending_id: near }, clerk)).toMatchObject({ code: 200 })
  expect(await ask('/api/lending/slip', { lending_id: far }, clerk)).toMatchObject({ code: 404 })
  expect((await fetchFile(at.server, data.handle, clerk)).status).toBe(404)
  expect(await ask('/api/lending/back', { lending_id: near })).toMatchObject({ code: 200 })
  expect(await ask('/api/lending/slip', { lending_id: near })).toMatchObject({ code: 409, msg: '当前状态不能打印领用单，请刷新后重试' })
})

test('several become one file in 下载记录', async () => {
  const ids = [await add({ holder: '甲' }), await add({ holder: '乙' })]
  const { data } = await ask('/api/lending/slip', { ids })
  const record = await ended(at.server, at.admin, data.id)
  expect(record).toMatchObject({ state: 'done', msg: '领用单.pdf', total: 2, error: '' })
  const pages = (await pagesOf(await fileOf(record.handle))).map((page) => page.replaceAll(/\s/g, ''))
  expect(pages.map((page) => /领用人(.)（/.exec(page)?.[1])).toEqual(['甲', '乙'])
})

test.each([...typstTexts, '{deposit} {{sys.inputs}} {photos}'])('what people typed into a field is only text: %s', async (text) => {
  const { bytes } = await printed(await add({ note: text, holder: '敌' }))
  expect(await textOf(bytes)).toContain(text.replaceAll(/\s/g, ''))
})

test('what an admin wrote into the text is only text; 10,000 letters go over numbered pages', async () => {
  const odd = typstTexts.join('\n')
  const text = `${odd}\n${'备注文字'.repeat(2600)}`.slice(0, 10_000)
  expect(await republish(lending({}, { text }))).toMatchObject({ code: 200 })
  const { bytes } = await printed(await add())
  const pages = await pagesOf(bytes)
  expect(pages.length).toBeGreaterThan(3)
  const all = await textOf(bytes)
  for (const line of odd.split('\n')) expect(all).toContain(line.replaceAll(/\s/g, ''))
  for (const [index, page] of pages.entries()) expect(page.replaceAll(/\s/g, '')).toContain(`第${index + 1}页，共${pages.length}页`)
  expect((await problems(lending({}, { text: `${text}字` })))[0]).toMatchObject({ id: 'R103', at: 'prints.slip.text' })
  expect(await republish(lending())).toMatchObject({ code: 200 })
})

test('another text makes another paper of the same record; the first stays what it was', async () => {
  const lending_id = await add()
  const first = await printed(lending_id)
  expect(await republish(lending({}, { text: '改过的：{holder}' }))).toMatchObject({ code: 200 })
  const second = await printed(lending_id)
  expect(second.data).toMatchObject({ is_again: false })
  expect(second.data.number).not.toBe(first.data.number)
  expect(await textOf(second.bytes)).toContain('改过的：张三丰')
  expect((await fileOf(first.data.handle)).equals(first.bytes)).toBe(true)
  expect(await republish(lending())).toMatchObject({ code: 200 })
  expect(await printed(lending_id)).toMatchObject({ data: { number: first.data.number, is_again: true } })
})

test.each<[string, object, object, string, string]>([
  ['a column that is not there', {}, { text: '{holdr}' }, 'R163', 'prints.slip.text'],
  ['a brace alone', {}, { text: '领用人 {holder' }, 'R163', 'prints.slip.text'],
  ['what only some may read', {}, { text: '{area}' }, 'R164', 'prints.slip.text'],
  ['pictures amid a line', {}, { text: '照片 {photos}' }, 'R164', 'prints.slip.text'],
  ['capitals of what is no amount', {}, { text: '{note:capitals}' }, 'R164', 'prints.slip.text'],
  [
    'a retired field',
    { columns: { ...lending().columns, note: { label: '备注', is: 'note', retired: true } } },
    {},
    'R133',
    'prints.slip.text',
  ],
  ['the letters of the receipt', {}, { letters: 'PJ' }, 'R165', 'prints.slip.letters'],
  ['another paper size', {}, { paper: 'A3' }, 'R105', 'prints.slip.paper'],
  ['a print that was published and is gone', { prints: {}, actions: {} }, {}, 'R217', 'prints.slip'],
  [
    'an action by another call',
    { actions: { slip: { label: '打印', on: 'row', can: '/api/lending/other', prints: 'slip' } } },
    {},
    'R161',
    'actions.slip.can',
  ],
  [
    'an action that prints what is not there',
    { actions: { slip: { label: '打印', on: 'row', can: '/api/lending/slip', prints: 'slop' } } },
    {},
    'R160',
    'actions.slip.prints',
  ],
])('is refused: %s', async (_what, changes, print, problem, place) => {
  // A life needs its way to an end.
  const { states: _states, ...rest } = lending(changes, print)
  const { state: _state, ...columns } = rest.columns
  const made = 'actions' in changes ? { ...rest, columns } : lending(changes, print)
  const found = await problems(made)
  // A column that has held states stays; it is not what is asked here.
  expect(found.filter(({ at: where }) => where !== 'columns.state')).toContainEqual(expect.objectContaining({ id: problem, at: place }))
})

test('retired it is printed no more, what was handed out still opens; going back revives it', async () => {
  const lending_id = await add()
  const { data, bytes } = await printed(lending_id)
  const { slip: _slip, ...actions } = lending().actions as Record<string, object>
  const version = async (): Promise<number> => (await call('/api/screen_version/index', { screen_id: [id] })).data.list[0].version_id
  const before = await version()
  expect(await republish(lending({ actions, prints: { slip: slip({ retired: true }) } }))).toMatchObject({ code: 200 })
  expect(await ask('/api/lending/slip', { lending_id })).toMatchObject({ code: 404 })
  expect((await fileOf(data.handle)).equals(bytes)).toBe(true)
  expect(await call('/api/screen/rollback', { version_id: before })).toMatchObject({ code: 200 })
  expect(await printed(lending_id)).toMatchObject({ data: { number: data.number, is_again: true } })
})

test('going back to before a print was made keeps it, retired', async () => {
  const versions = (await call('/api/screen_version/index', { screen_id: [id], page_rows: 100 })).data.list
  expect(
    await republish(lending({ prints: { slip: slip(), receipt: slip({ label: '回执', letters: 'HX', text: '{holder}' }) } })),
  ).toMatchObject({
    code: 200,
  })
  expect(await call('/api/screen/rollback', { version_id: versions[0].version_id })).toMatchObject({ code: 200 })
  const { draft } = (await call('/api/screen/draft', { screen_id: id })).data
  expect(draft.prints).toEqual({ slip: slip(), receipt: slip({ label: '回执', letters: 'HX', text: '{holder}', retired: true }) })
  const { rows } = await sql<{ n: number }>`select count(*) as n from last_number where series in ('LY', 'HX')`.execute(at.server.db)
  expect(rows).toEqual([{ n: 1 }])
})

test('a page that is published takes the papers of no other away', async () => {
  const closing_id = await addRow(at.server, 'closing', { month: '1999-01' })
  const report_id = await addRow(at.server, 'month_report', { closing_id, month: '1999-01', p_id: 1 })
  expect(await ask('/api/month_report/paper', { report_id })).toMatchObject({ code: 200, data: { number: expect.stringMatching(/^YB/) } })
})

test('a page that was withdrawn does not come back beside another whose papers are numbered alike: both would be out of force', async () => {
  const other = JSON.parse(JSON.stringify(lending()).replaceAll('lending', 'loaning')) as Resource
  expect(await call('/api/screen/withdraw', { screen_id: id })).toMatchObject({ code: 200 })
  const made = await publishScreen(at.server, at.admin, other)
  expect(made.answer).toMatchObject({ code: 200 })
  expect(await ask('/api/screen/restore', { screen_id: id })).toMatchObject({ code: 409, msg: expect.stringContaining('LY') })
  expect(await call('/api/loaning/index')).toMatchObject({ code: 200 })
  expect(await call('/api/screen/withdraw', { screen_id: made.id })).toMatchObject({ code: 200 })
  expect(await ask('/api/screen/restore', { screen_id: id })).toMatchObject({ code: 200 })
  expect(await call('/api/lending/index')).toMatchObject({ code: 200 })
})
