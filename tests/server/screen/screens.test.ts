import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Resource } from '../../../src/core/resource.ts'
import { declareAtRunTime } from '../../../src/declared/declared.ts'
import { parking, publishScreen, saveAndPublish } from '../../help/declared/screens.ts'
import { addAccount, fillGround, tokenOf } from '../../help/store/ground.ts'
import { startTestServer, type TestServer } from '../../help/testServer.ts'

let server: TestServer
let admin: string
beforeAll(async () => {
  server = await startTestServer()
  admin = await tokenOf(server)
  await fillGround(server)
})
afterAll(() => server.close())

const call = (path: string, params: Record<string, unknown> = {}, token = admin) => server.call(path, params, token)
const lot = (code: string, changes = {}) => ({ lot: code, rent: 30_000, p_id: 1, ...changes })

describe('a screen made at run time', () => {
  let id = 0
  test('is there with all its calls as soon as it is published', async () => {
    const made = await publishScreen(server, admin, parking())
    id = made.id
    expect(made.answer).toMatchObject({ code: 200, data: { no: 1 } })
    expect(await call('/api/parking/index')).toMatchObject({ code: 200, data: { list: [], count: 0 } })
    expect(await call('/api/parking/add', lot('A-1'))).toMatchObject({ code: 200, data: { lot_id: 1 } })
    expect(await call('/api/parking/add', lot('A-2', { p_id: 2, rent: 40_000 }))).toMatchObject({ code: 200 })
    const { data } = await call('/api/parking/index', { order: '-rent', rent_start: 30_001 })
    expect(data.list).toMatchObject([{ lot: 'A-2', rent: 40_000, state: 1 }])
  })
  test('holds its rules with their messages', async () => {
    expect(await call('/api/parking/add', { rent: 1 })).toMatchObject({ code: 400, msg: '车位号必填', data: { field: 'lot' } })
    expect(await call('/api/parking/add', lot('A-1', { note: '又一次' }))).toMatchObject({ code: 409 })
    expect(await call('/api/parking/add', lot('A-3', { p_id: 999 }))).toMatchObject({ code: 400, data: { field: 'p_id' } })
    expect(await call('/api/parking/let', { lot_id: 1, owner: '张三', plate: '沪a' })).toMatchObject({
      code: 400,
      msg: '车牌须为大写字母和数字',
    })
    expect(await call('/api/parking/let', { lot_id: 1, owner: '张三', plate: 'A12345' })).toMatchObject({ code: 200 })
    expect(await call('/api/parking/let', { lot_id: 1, owner: '李四' })).toMatchObject({ code: 409 })
    expect(await call('/api/parking/detail', { lot_id: 1 })).toMatchObject({ data: { owner: '张三', state: 2 } })
  })
  test('is open to whoever has its codes, and to nobody else', async () => {
    const reader = await tokenOf(server, await addAccount(server, 'reader', ['/api/parking/index']))
    expect(await call('/api/parking/index', {}, reader)).toMatchObject({ code: 200 })
    expect(await call('/api/parking/add', lot('B-1'), reader)).toMatchObject({ code: 403 })
    expect(await call('/api/parking/index', {}, 'nobody')).toMatchObject({ code: 302 })
  })
  test('gets what a file gets: role tree, menu key, log, documentation, export', async () => {
    const { data: tree } = await call('/api/role/tree')
    const group = tree.find((branch: { group: string }) => branch.group === '车位登记')
    expect(group.calls.map(({ path }: { path: string }) => path)).toContain('/api/parking/stop')
    const { data: access } = await call('/api/role/access')
    expect(JSON.stringify(access)).toContain('screen_parking')
    expect((await call('/get_info')).data).toMatchObject({ access: expect.arrayContaining(['screen_parking']) })
    const { rows } = await sql`select record_title, label from operation_log where resource = 'parking' order by log_id limit 1`.execute(
      server.db,
    )
    expect(rows).toMatchObject([{ record_title: 'A-1' }])
    const document = (await (await fetch(`${server.url}/docs/json`, { headers: { cookie: `token=${admin}` } })).json()) as {
      paths: Record<string, unknown>
    }
    expect(Object.keys(document.paths)).toContain('/api/parking/let')
    expect(await call('/api/parking/export', { format: 2 })).toMatchObject({ code: 200 })
  })
  test('a node that has not heard of a change is right at the next call', async () => {
    declareAtRunTime([], 0)
    expect(await call('/api/parking/index')).toMatchObject({ code: 200, data: { count: 2 } })
    declareAtRunTime([parking({ label: '旧' })], -1)
    const added = parking({ columns: { ...parking().columns, size: { label: '面积', is: 'decimal' } } })
    expect(await saveAndPublish(server, admin, id, added)).toMatchObject({ code: 200, data: { no: 2 } })
    declareAtRunTime([parking()], 1)
    expect((await call('/api/parking/detail', { lot_id: 1 })).data).toHaveProperty('size')
  })
  test('a field that is renamed keeps its content, and its old name is understood', async () => {
    const { owner, ...rest } = parking().columns
    const renamed = parking({
      columns: { ...rest, holder: { ...owner, label: '承租人', was: ['owner'] }, size: { label: '面积', is: 'decimal' } } as never,
      dialogs: {
        let: {
          title: '出租',
          type: 'object',
          properties: { holder: { type: 'string', title: '承租人', maxLength: 40 } },
          required: ['holder'],
          additionalProperties: false,
        },
      },
    })
    expect(await saveAndPublish(server, admin, id, renamed)).toMatchObject({ code: 200, data: { no: 3 } })
    expect((await call('/api/parking/detail', { lot_id: 1 })).data).toMatchObject({ holder: '张三' })
    expect(await call('/api/parking/let', { lot_id: 2, owner: '王五' })).toMatchObject({ code: 200 })
    expect((await call('/api/parking/index', { owner: '王' })).data.list).toMatchObject([{ lot: 'A-2', holder: '王五' }])
  })
  test('people go on working while fields come and change their names: nothing fails, nothing is lost', async () => {
    const { data } = await call('/api/screen/draft', { screen_id: id })
    const { holder, ...rest } = data.draft.columns
    const named = (name: string, was: string[]): Resource => ({
      ...data.draft,
      columns: { ...rest, [name]: { ...holder, was } },
      dialogs: { let: { ...data.draft.dialogs.let, properties: { [name]: data.draft.dialogs.let.properties.holder }, required: [name] } },
    })
    let isDone = false
    const added: string[] = []
    const work = async (who: number): Promise<void> => {
      for (let turn = 0; !isDone; turn++) {
        const code = `W${who}-${turn}`
        expect(await call('/api/parking/add', lot(code))).toMatchObject({ code: 200 })
        added.push(code)
        expect(await call('/api/parking/index', { holder: '张', page_rows: 5 })).toMatchObject({ code: 200 })
      }
    }
    const people = [0, 1, 2, 3].map(work)
    for (let turn = 0; turn < 6; turn++) {
      const next = turn % 2 === 0 ? named('lessor', ['owner', 'holder']) : named('holder', ['owner', 'lessor'])
      expect(await saveAndPublish(server, admin, id, next)).toMatchObject({ code: 200 })
    }
    isDone = true
    await Promise.all(people)
    const { rows } = await sql<{ lot: string }>`select lot from parking where lot like 'W%'`.execute(server.db)
    expect(rows.map(({ lot: code }) => code).sort()).toEqual(added.sort())
    expect(added.length).toBeGreaterThan(6)
  })
  test('a field is never lost: not by leaving it out, retiring it, or going back', async () => {
    const { data } = await call('/api/screen/draft', { screen_id: id })
    const { plate: _plate, ...without } = (data.draft as Resource).columns
    expect(await saveAndPublish(server, admin, id, { ...data.draft, columns: without })).toMatchObject({
      code: 400,
      data: { problems: [{ id: 'R213', at: 'columns.plate' }] },
    })
    const retired = { ...data.draft, columns: { ...without, plate: { label: '车牌', max: 10, retired: true } } }
    expect(await saveAndPublish(server, admin, id, retired)).toMatchObject({ code: 200 })
    expect((await call('/api/parking/detail', { lot_id: 1 })).data).not.toHaveProperty('plate')
    const { data: versions } = await call('/api/screen_version/index', { screen_id: [id] })
    const first = versions.list.find(({ no }: { no: number }) => no === 1)
    expect(await call('/api/screen/rollback', { version_id: first.version_id })).toMatchObject({ code: 200 })
    expect((await call('/api/parking/detail', { lot_id: 1 })).data).toMatchObject({ owner: '张三', plate: 'A12345' })
    expect((await call('/api/parking/detail', { lot_id: 1 })).data).not.toHaveProperty('size')
  })
  test('going back asks before what was never published is lost, and says no where the draft was changed meanwhile', async () => {
    const { data: before } = await call('/api/screen/draft', { screen_id: id })
    const draft = { ...before.draft, empty: '没有发布过的话' }
    const saved = await call('/api/screen/save', { screen_id: id, version: before.version, declaration: JSON.stringify(draft) })
    const { data: versions } = await call('/api/screen_version/index', { screen_id: [id] })
    const { version_id } = versions.list.find(({ no }: { no: number }) => no === before.no - 1)
    const back = (params: object) => call('/api/screen/rollback', { version_id, ...params })
    expect(await back({ version: saved.data.version })).toMatchObject({ code: 409, msg: expect.stringContaining('还没有发布的修改') })
    expect((await call('/api/screen/draft', { screen_id: id })).data).toMatchObject({ no: before.no, draft: { empty: '没有发布过的话' } })
    expect(await back({ version: before.version, discard: 1 })).toMatchObject({ code: 409 })
    expect(await back({ version: saved.data.version, discard: 1 })).toMatchObject({ code: 200 })
    expect((await call('/api/screen/draft', { screen_id: id })).data.draft.empty).toBeUndefined()
    await saveAndPublish(server, admin, id, before.published)
  })
  test('a version says what it changed', async () => {
    const { data } = await call('/api/screen/draft', { screen_id: id })
    const { columns } = data.draft as Resource
    const { note, ...rest } = columns
    await saveAndPublish(server, admin, id, {
      ...data.draft,
      empty: '还没有车位',
      form: data.draft.form.map((name: string) => (name === 'note' ? 'remark' : name)),
      columns: {
        ...rest,
        remark: { ...note, label: '说明', was: ['note'] },
        rent: { ...rest.rent, help: '每月' },
        more: { label: '备用' },
      },
    })
    const { data: versions } = await call('/api/screen_version/index', { screen_id: [id] })
    const { version_id } = versions.list[0]
    expect((await call('/api/screen/differences', { version_id })).data.differences).toEqual([
      '页面：没有记录时显示：否 → 还没有车位',
      '字段“月租”：填写说明：否 → 每月',
      '字段“说明”的代码从 note 改为 remark',
      '字段“备注”改称“说明”',
      '加了字段“备用”',
    ])
    const first = versions.list.find(({ no }: { no: number }) => no === 1)
    expect((await call('/api/screen/differences', { version_id: first.version_id })).data.differences).toEqual(['第一版'])
    expect(await call('/api/screen/differences', { version_id: 999_999 })).toMatchObject({ code: 404 })
    expect(await call('/api/screen/rollback', { version_id: versions.list[1].version_id })).toMatchObject({ code: 200 })
  })
  test('required no more means that it may be empty', async () => {
    const { data } = await call('/api/screen/draft', { screen_id: id })
    const columns = { ...data.draft.columns, rent: { ...data.draft.columns.rent, required: undefined } }
    expect(await saveAndPublish(server, admin, id, { ...data.draft, columns })).toMatchObject({ code: 200 })
    expect(await call('/api/parking/add', { lot: 'C-1' })).toMatchObject({ code: 200 })
  })
  test('what is required is required by the store as soon as no row is without it', async () => {
    const needed = async () => {
      const { rows } = await sql<{ name: string }>`
        select attname as name from pg_attribute where attrelid = 'parking'::regclass and attnotnull and attname = 'rent'
      `.execute(server.db)
      return rows.map(({ name }) => name)
    }
    const publishWith = async (more: object) => {
      const { data } = await call('/api/screen/draft', { screen_id: id })
      return saveAndPublish(server, admin, id, { ...data.draft, columns: { ...data.draft.columns, ...more } })
    }
    const { data } = await call('/api/screen/draft', { screen_id: id })
    const rent = { ...data.draft.columns.rent, required: true }
    expect(await publishWith({ rent })).toMatchObject({ code: 200 })
    // C-1 has no rent.
    expect(await needed()).toEqual([])
    await sql`update parking set rent = 100 where rent is null`.execute(server.db)
    expect(await publishWith({ rent })).toMatchObject({ code: 200 })
    expect(await needed()).toEqual(['rent'])
    expect(await publishWith({ rent: { ...rent, required: undefined } })).toMatchObject({ code: 200 })
    expect(await needed()).toEqual([])
  })
  test('publishing says what required fields records leave empty, and fills them with what is given as the publisher’s change', async () => {
    const made = (await publishScreen(server, admin, parking({}, 'cellar'))).id
    for (const code of ['E-1', 'E-2', 'E-3'])
      await call('/api/cellar/add', { lot: code, rent: 100, ...(code === 'E-3' ? { since: '2026-01-02' } : {}) })
    const { data } = await call('/api/screen/draft', { screen_id: made })
    const { note, since, p_id, ...rest } = data.draft.columns
    const columns = {
      ...rest,
      remark: { ...note, required: true, was: ['note'], label: '说明' },
      since: { ...since, required: true },
      p_id: { ...p_id, required: true },
      area: { label: '面积', is: 'decimal', required: true, max: 99 },
      level: { label: '楼层', is: 'int', required: true, default: 1 },
      tag: { label: '标签号', required: true, unique: true },
    }
    const next = { ...data.draft, columns, form: ['lot', 'rent', 'since', 'area', 'level', 'remark', 'p_id', 'tag'] }
    const saved = await call('/api/screen/save', { screen_id: made, version: data.version, declaration: JSON.stringify(next) })
    expect(saved).toMatchObject({ code: 200, data: { problems: [] } })
    const asked = (await call('/api/screen/empties', { screen_id: made })).data
    expect(Object.keys(asked.properties)).toEqual(['fill_remark', 'fill_since', 'fill_p_id', 'fill_area'])
    expect(asked.properties.fill_since.description).toContain('有 2 条记录没有填“起租日”')
    expect(asked.properties.fill_area).toMatchObject({ type: 'number', maximum: 99, description: expect.stringContaining('有 3 条') })
    expect(asked.properties.fill_p_id['x-lookup']).toMatchObject({ call: '/api/project/index' })
    expect(asked.description).toBe('必填而还空着的，须逐条填写：“标签号” 3 条')
    const publish = (fills: unknown) =>
      call('/api/screen/publish', { screen_id: made, fills: typeof fills === 'string' ? fills : JSON.stringify(fills) })
    expect(await publish({ fill_area: 100 })).toMatchObject({ code: 400, msg: '面积不能大于99', data: { field: 'fill_area' } })
    expect(await publish({ fill_p_id: 999 })).toMatchObject({ code: 400, data: { field: 'fill_p_id' } })
    expect(await publish({ fill_owner: '甲' })).toMatchObject({ code: 400 })
    expect(await publish('[')).toMatchObject({ code: 400, data: { field: 'fills' } })
    expect((await call('/api/screen/draft', { screen_id: made })).data.no).toBe(1)
    expect(await publish({ fill_since: '2026-03-04', fill_area: 12.5, fill_p_id: 1 })).toMatchObject({ code: 200, data: { no: 2 } })
    const { list } = (await call('/api/cellar/index', { order: 'lot' })).data
    expect(list).toMatchObject([
      { lot: 'E-1', since: '2026-03-04', area: 12.5, p_id: 1, level: 1, remark: null, version: 2 },
      { lot: 'E-2', since: '2026-03-04', area: 12.5, version: 2 },
      { lot: 'E-3', since: '2026-01-02', area: 12.5, version: 2 },
    ])
    const { rows } =
      await sql`select label, count(*) from operation_log where resource = 'cellar' and path = '/api/screen/publish' group by 1`.execute(
        server.db,
      )
    expect(rows).toEqual([{ label: '发布页面', count: 3 }])
    const { rows: held } = await sql<{ name: string }>`
      select attname as name from pg_attribute where attrelid = 'cellar'::regclass and attnotnull order by 1
    `.execute(server.db)
    expect(held.map(({ name }) => name)).toEqual(expect.arrayContaining(['area', 'level', 'p_id', 'since']))
    expect(held.map(({ name }) => name)).not.toContain('remark')
    const reader = await tokenOf(server, await addAccount(server, 'empties_reader', ['/api/screen/index']))
    expect(await server.call('/api/screen/empties', { screen_id: made }, reader)).toMatchObject({ code: 403 })
  })
  test('whose account has some projects is asked for and fills their records only', async () => {
    const made = (await publishScreen(server, admin, parking({ scope: 'p_id' }, 'attic'))).id
    for (const [code, p_id] of [
      ['F-1', 1],
      ['F-2', 2],
    ] as const)
      await call('/api/attic/add', { lot: code, rent: 1, p_id })
    const { data } = await call('/api/screen/draft', { screen_id: made })
    const next = { ...data.draft, columns: { ...data.draft.columns, owner: { label: '车主', required: true, max: 40, filter: true } } }
    await call('/api/screen/save', { screen_id: made, version: data.version, declaration: JSON.stringify(next) })
    const codes = ['/api/screen/index', '/api/screen/publish', '/api/attic/index']
    const some = await tokenOf(server, await addAccount(server, 'attic_publisher', codes, [1]))
    const asked = await server.call('/api/screen/empties', { screen_id: made }, some)
    expect(asked.data.properties.fill_owner.description).toContain('有 1 条')
    const fills = JSON.stringify({ fill_owner: '甲' })
    expect(await server.call('/api/screen/publish', { screen_id: made, fills }, some)).toMatchObject({ code: 200 })
    const { list } = (await call('/api/attic/index', { order: 'lot' })).data
    expect(list).toMatchObject([
      { lot: 'F-1', owner: '甲' },
      { lot: 'F-2', owner: null },
    ])
  })
  test('uniqueness that rows break is refused, and nothing is published', async () => {
    const { data } = await call('/api/screen/draft', { screen_id: id })
    const columns = { ...data.draft.columns, owner: { ...data.draft.columns.owner, unique: true } }
    for (const code of ['D-1', 'D-2']) await call('/api/parking/add', lot(code))
    await sql`update parking set owner = '同名' where lot in ('D-1', 'D-2')`.execute(server.db)
    expect(await saveAndPublish(server, admin, id, { ...data.draft, columns })).toMatchObject({ code: 409 })
    expect((await call('/api/screen/draft', { screen_id: id })).data.no).toBe(data.no)
    await saveAndPublish(server, admin, id, data.draft)
  })
  test('goes and comes back with its records', async () => {
    expect(await call('/api/screen/withdraw', { screen_id: id })).toMatchObject({ code: 200 })
    expect(await call('/api/parking/index')).toMatchObject({ code: 404 })
    expect((await call('/get_info')).data.permission).not.toContain('/api/parking/index')
    expect(await call('/api/screen/restore', { screen_id: id })).toMatchObject({ code: 200 })
    expect((await call('/api/parking/index')).data.count).toBeGreaterThan(3)
    expect(await call('/api/screen/del', { screen_id: id })).toMatchObject({ code: 409 })
  })
  test('two admins at one screen: the second is told and the first is kept', async () => {
    const { data } = await call('/api/screen/draft', { screen_id: id })
    const save = (label: string) =>
      call('/api/screen/save', { screen_id: id, version: data.version, declaration: JSON.stringify({ ...data.draft, label }) })
    expect(await save('甲')).toMatchObject({ code: 200 })
    expect(await save('乙')).toMatchObject({ code: 409 })
    expect((await call('/api/screen/draft', { screen_id: id })).data.draft.label).toBe('甲')
    expect(await call('/api/screen/publish', { screen_id: id, version: data.version })).toMatchObject({ code: 409 })
  })
})

describe('what cannot be reached from it', () => {
  let screen_id = 0
  beforeAll(async () => {
    screen_id = (await call('/api/screen/add', { name: 'probe', label: '试' })).data.screen_id
  })
  const check = (declaration: string) => call('/api/screen/check', { screen_id, declaration })
  const probe = (changes: object = {}) => JSON.stringify(parking(changes, 'probe'))
  const wrong: [string, Record<string, unknown>, string, string][] = [
    ['another screen', { name: 'flow', path: '/screens/flow' }, 'R119', 'name'],
    ['a table of the system', { name: 'setting', path: '/screens/setting' }, 'R201', 'name'],
    ['a catalogue of PostgreSQL', { name: 'pg_class', path: '/screens/pg_class' }, 'R201', 'name'],
    ['the address of another screen', { path: '/setting/role' }, 'R119', 'path'],
    ['an address elsewhere', { path: '/elsewhere' }, 'R202', 'path'],
    [
      'the money calls',
      { actions: { pay: { label: '收款', on: 'row', can: '/api/flow/add', set: { state: 1 }, confirm: false } } },
      'R208',
      'actions.pay.can',
    ],
    ['a list of others', { calls: { index: '/api/account/index' } }, 'R208', 'calls.index'],
    ['a view', { view: 'account' }, 'R204', 'view'],
    ['the log', { log: false }, 'R204', 'log'],
  ]
  test.each(wrong)('%s', async (_what, changes, problem, at) => {
    expect((await check(probe(changes))).data.problems).toContainEqual(expect.objectContaining({ id: problem, at }))
  })
  test('names, references, patterns and columns', async () => {
    const { columns } = parking()
    const of = (extra: object) => probe({ columns: { ...columns, ...extra } })
    const problems = async (declaration: string) => (await check(declaration)).data.problems
    expect(await problems(of({ token: { label: 'T' } }))).toMatchObject([{ id: 'R203', at: 'columns.token' }])
    expect(await problems(of({ 'a"; drop table role; --': { label: 'x' } }))).toMatchObject([{ id: 'R104' }])
    expect(await problems(of({ who: { label: '谁', is: 'ref', of: 'operation_log' } }))).toMatchObject([
      { id: 'R205', at: 'columns.who.of' },
    ])
    expect(await problems(of({ odd: { label: '怪', is: 'int', default: '不是数' } }))).toMatchObject([{ id: 'R135' }])
    expect(await problems(of({ id: { label: '编号二', is: 'int' } }))).toEqual([])
    const { let: form } = parking().dialogs as Record<string, { properties: object }>
    const asking = (pattern: string) =>
      probe({ dialogs: { let: { ...form, properties: { owner: { type: 'string', title: '车主', maxLength: 40, pattern } } } } })
    for (const pattern of ['(a)\\1', '(?=a)', '(?<!a)b', '(', 'a{1001}'])
      expect([pattern, await problems(asking(pattern))]).toMatchObject([pattern, [{ id: 'R207' }]])
    // What would take for ever elsewhere is judged as soon as any other.
    for (const pattern of ['(a+)+$', '^((a+))+$', '(a|a)*', '(a?){25}a{25}', '^沪[A-Z]\\d{5}$'])
      expect([pattern, await problems(asking(pattern))]).toEqual([pattern, []])
  })
  test('words of a declaration are words, whatever stands in them', async () => {
    const label = `车位'$logged$"; drop table role; --<b>`
    const { columns } = parking()
    const made = parking({ label, columns: { ...columns, lot: { ...columns.lot, label: `号'"\\$$` } } as never }, 'worded')
    expect((await publishScreen(server, admin, made)).answer).toMatchObject({ code: 200 })
    expect(await call('/api/worded/add', lot('A-1'))).toMatchObject({ code: 200 })
    const { rows } = await sql`select label from operation_log where resource = 'worded'`.execute(server.db)
    expect(rows).toEqual([{ label: `新增${label}` }])
  })
  test('what is no declaration at all is refused with a place and a message', async () => {
    expect(await check('{')).toMatchObject({ code: 400, msg: expect.stringContaining('JSON') })
    expect(await check('[1]')).toMatchObject({ code: 400 })
    const page = { name: 'probe', label: '试', path: '/screens/probe', access: null, screen: 'roomMap' }
    expect((await check(JSON.stringify(page))).data.problems).toMatchObject([{ id: 'R204' }])
    expect((await check('{}')).data.problems.map(({ id }: { id: string }) => id)).toContain('R102')
    const deep = (levels: number): string => `${'{"columns":'.repeat(levels)}1${'}'.repeat(levels)}`
    expect((await check(deep(50))).data.problems.length).toBeGreaterThan(0)
    expect(await check(deep(2000))).toMatchObject({ code: 400, msg: '层数过多，至多 12 层', data: { field: 'declaration' } })
    expect(await check(`{"label":"${'x'.repeat(250_000)}"}`)).toMatchObject({ code: 400 })
    expect(await check(`{"label":"${'x'.repeat(10_000_000)}"}`)).toMatchObject({ code: 413 })
  })
})
