import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Jobs } from '../../../server/jobs/startJobs.ts'
import type { Resource } from '../../../src/core/resource.ts'
import { renamed } from '../../../src/derive/designer/rename.ts'
import { publishScreen, saveAndPublish } from '../../help/declared/screens.ts'
import { csvRows, exported, startTestJobs } from '../../help/exports.ts'
import { fetched, filled, imported, mistakes, sheetsOf, tried } from '../../help/imports.ts'
import { fillGround, tokenOf } from '../../help/store/ground.ts'
import { startTestServer, type TestServer } from '../../help/testServer.ts'

const FITTINGS = { 1: '空调', 2: '洗衣机', 4: '热水器' }
const suite = (of: object = FITTINGS, changes: object = {}): Resource =>
  ({
    name: 'suite',
    label: '套间',
    path: '/screens/suite',
    menu: { group: '自定义', order: 900 },
    access: 'screen_suite',
    key: 'suite_id',
    title: 'name',
    columns: {
      suite_id: { label: '编号', is: 'int', list: 'never' },
      name: { label: '名称', filter: true, required: true },
      fittings: { label: '设施', is: 'enums', of, tones: { 1: 'good' }, filter: true, required: '请选设施', ...changes },
      broken: { label: '损坏', is: 'enums', of },
      state: { label: '状态', is: 'enum', of: { 1: '空', 2: '坏' }, default: 1, fixed: true },
    },
    sort: ['suite_id', 'asc'],
    form: ['name', 'fittings'],
    dialogs: {
      break: {
        title: '报损',
        type: 'object',
        properties: {
          broken: {
            type: 'array',
            title: '损坏',
            maxItems: 3,
            uniqueItems: true,
            items: { type: 'integer', oneOf: Object.entries(of).map(([value, title]) => ({ const: Number(value), title })) },
          },
        },
        required: ['broken'],
        additionalProperties: false,
      },
    },
    actions: { break: { label: '报损', on: 'row', can: '/api/suite/break', opens: 'break', set: { state: 2 } } },
  }) as unknown as Resource

let server: TestServer
let admin: string
let jobs: Jobs
let screen: number
const call = (path: string, params: Record<string, unknown>) => server.call(path, params, admin)
const namesBy = async (filter: Record<string, unknown>): Promise<string[]> =>
  (await call('/api/suite/index', { page: 1, page_rows: 20, ...filter })).data.list.map(({ name }: { name: string }) => name)
const add = (name: string, fittings: unknown) => call('/api/suite/add', { name, fittings })

beforeAll(async () => {
  server = await startTestServer()
  await fillGround(server)
  admin = await tokenOf(server)
  jobs = startTestJobs(server)
  const made = await publishScreen(server, admin, suite())
  expect(made.answer).toMatchObject({ code: 200 })
  screen = made.id
})
afterAll(async () => {
  await jobs.stop()
  await server.close()
})

test('several choices are kept, changed by the edit and by an action, found by those that they have, and exported by their words', async () => {
  const added = await add('甲', [1, 4])
  expect(added).toMatchObject({ code: 200 })
  expect(await add('乙', [2])).toMatchObject({ code: 200 })
  expect(await namesBy({ fittings: [1] })).toEqual(['甲'])
  expect(await namesBy({ fittings: [1, 4] })).toEqual(['甲'])
  expect(await namesBy({ fittings: [1, 2] })).toEqual([])
  const edited = await call('/api/suite/edit', { ...added.data, name: '甲', fittings: [2, 1] })
  expect(edited).toMatchObject({ code: 200 })
  expect(await namesBy({ fittings: [2] })).toEqual(['甲', '乙'])
  expect(await call('/api/suite/break', { suite_id: added.data.suite_id, broken: [4] })).toMatchObject({ code: 200 })
  const { data } = await call('/api/suite/detail', added.data)
  expect(data).toMatchObject({ fittings: [2, 1], broken: [4], state: 2 })
  const [, ...rows] = csvRows(await exported(server, '/api/suite/export', { format: 2, columns: 'name,fittings,broken' }, admin))
  expect(rows).toEqual([
    ['甲', '洗衣机、空调', '热水器'],
    ['乙', '洗衣机', ''],
  ])
})

test('a choice that is none, one twice, and none at all where one is required are refused at the field', async () => {
  const refused = (msg: string) => ({ code: 400, msg, data: { field: 'fittings' } })
  expect(await add('丙', [1, 3])).toMatchObject(refused('设施不在可选范围内'))
  expect(await add('丙', [1, 1])).toMatchObject(refused('设施有重复'))
  expect(await add('丙', [])).toMatchObject(refused('请选设施'))
  expect(await call('/api/suite/add', { name: '丙' })).toMatchObject(refused('请选设施'))
})

test('the log says the words, and its export too', async () => {
  const { data } = await call('/api/operation_log/index', { page_rows: 50 })
  const made = data.list.filter(({ resource }: { resource: string }) => resource === 'suite')
  const changes = made
    .flatMap((row: { changes: { column: string }[] }) => row.changes)
    .filter(({ column }: { column: string }) => column === 'fittings')
  expect(changes).toContainEqual({ column: 'fittings', before: [1, 4], after: [2, 1] })
  // What holds nothing is no change: nothing is said of 损坏 where a record is made.
  expect(made.find(({ deed }: { deed: number }) => deed === 1).changes.map(({ column }: { column: string }) => column)).not.toContain(
    'broken',
  )
  const rows = csvRows(await exported(server, '/api/operation_log/export', { format: 2, columns: 'changes' }, admin))
  expect(rows.flat().join('\n')).toContain('设施：空调、热水器 → 洗衣机、空调')
})

test('an import takes the words however they are parted, and tells of what is none', async () => {
  const template = await fetched(server, '/files/imports/template/suite', admin)
  expect(JSON.stringify(sheetsOf(template))).toContain('可填：空调、洗衣机、热水器，多个用“、”分开')
  const wrong = await tried(
    server,
    '/api/suite/import',
    filled(template, [
      ['丁', '空调、热水'],
      ['戊', ''],
    ]),
    admin,
  )
  expect(mistakes(wrong)).toEqual(['B2：设施没有“热水”，可填：空调、洗衣机、热水器，是否想写“热水器”', 'B3：请选设施'])
  const right = await tried(
    server,
    '/api/suite/import',
    filled(template, [
      ['丁', '空调， 热水器'],
      ['戊', '洗衣机'],
    ]),
    admin,
  )
  expect(await imported(server, admin, right.import_id)).toMatchObject({ state: 'done' })
  expect(await namesBy({ fittings: [4] })).toEqual(['丁'])
  // While the page is withdrawn nothing is done to its records, and that is said.
  expect(await call('/api/screen/withdraw', { screen_id: screen })).toMatchObject({ code: 200 })
  expect(await call('/api/import/undo', { import_id: right.import_id })).toMatchObject({ code: 404, msg: '套间不能导入' })
  expect(await call('/api/screen/restore', { screen_id: screen })).toMatchObject({ code: 200 })
})

test('a choice comes with a later version, and records keep theirs; it does not become one of which only one is taken', async () => {
  expect(await saveAndPublish(server, admin, screen, suite({ ...FITTINGS, 5: '床' }))).toMatchObject({ code: 200 })
  expect(await add('己', [5, 1])).toMatchObject({ code: 200 })
  expect(await namesBy({ fittings: [1] })).toEqual(['甲', '丁', '己'])
  const one = suite(FITTINGS, { is: 'enum' })
  const answer = await saveAndPublish(server, admin, screen, one)
  expect(answer).toMatchObject({ code: 400 })
  expect(JSON.stringify(answer.data)).toContain('columns.fittings.is')
})

const asking = (field: object): object => ({
  dialogs: { break: { title: '报损', type: 'object', properties: { broken: { title: '损坏', ...field } }, additionalProperties: false } },
})

test.each<[string, object, object, string, string]>([
  ['words that part themselves', { of: { 1: '水、电', 2: '气' } }, {}, 'R176', 'columns.fittings.of.1'],
  ['no choices', { of: 'tags' }, {}, 'R111', 'columns.fittings.of'],
  ['a default', { default: 1 }, {}, 'R135', 'columns.fittings.default'],
  ['a choice beyond what is stored', { of: { 40000: '水' } }, {}, 'R134', 'columns.fittings.of.40000'],
  [
    'a dialog that asks for one',
    {},
    asking({ type: 'integer', oneOf: [{ const: 1, title: '空调' }] }),
    'R177',
    'dialogs.break.properties.broken',
  ],
  [
    'a dialog that offers what is none',
    {},
    asking({ type: 'array', maxItems: 1, items: { type: 'integer', oneOf: [{ const: 9, title: '马' }] } }),
    'R177',
    'dialogs.break.properties.broken.items.oneOf',
  ],
  [
    'a field that hangs on one of several',
    {},
    { columns: { ...suite().columns, why: { label: '为何', when: { fittings: 1 } } }, form: ['name', 'fittings', 'why'] },
    'R173',
    'columns.why.when.fittings',
  ],
])('refused by the checks: %s', async (_what, changes, more, id, place) => {
  const declaration = JSON.stringify({ ...suite(FITTINGS, changes), ...more })
  const { data } = await call('/api/screen/check', { screen_id: screen, declaration })
  expect(data.problems).toContainEqual(expect.objectContaining({ id, at: place }))
})

test('what was logged of a field that is called otherwise by now is told in its words', async () => {
  const called = renamed(suite({ ...FITTINGS, 5: '床' }), 'fittings', 'equipment', true)
  expect(await saveAndPublish(server, admin, screen, called)).toMatchObject({ code: 200 })
  const rows = csvRows(await exported(server, '/api/operation_log/export', { format: 2, resource: 'suite', columns: 'changes' }, admin))
  expect(rows.flat().join('\n')).toContain('设施：空调、热水器 → 洗衣机、空调')
})
