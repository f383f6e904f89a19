import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codesOf, registry } from '../../../server/calls/registry.ts'
import { callsNamed } from '../../../src/core/check/checkForms.ts'
import type { Resource } from '../../../src/core/resource.ts'
import { isReferable } from '../../../src/declared/choosers.ts'
import { fileResources } from '../../../src/declared/declared.ts'
import { relatedTo } from '../../../src/declared/referring.ts'
import { publishScreen, saveAndPublish } from '../../help/declared/screens.ts'
import { addAccount, addTenant, fillGround, flat, permit, tokenOf } from '../../help/store/ground.ts'
import { startTestServer, type TestServer } from '../../help/testServer.ts'

let server: TestServer
let admin: string
/** A room in each of two projects. */
let [mine, theirs] = [0, 0]
/** The page of `repair`. */
let screen_id = 0
beforeAll(async () => {
  server = await startTestServer()
  admin = await tokenOf(server)
  const ground = await fillGround(server)
  const roomIn = async (p_id: number, region_name: string): Promise<number> => {
    const made = await server.call('/api/org/add', flat(ground, { p_id, region_name }), admin)
    if (made.code !== 200) throw new Error(made.msg)
    return made.data.org_id[0]
  }
  mine = await roomIn(1, '张杨花苑')
  theirs = await roomIn(2, '徐汇花苑')
})
afterAll(() => server.close())

const call = (path: string, params: Record<string, unknown> = {}, token = admin) => server.call(path, params, token)

/** Repairs of rooms, each after another repair, by several members of staff, with a dialog of its own that asks for a room. */
const repair = (changes: Partial<Resource> = {}, name = 'repair'): Resource =>
  ({
    name,
    label: '维修',
    path: `/screens/${name}`,
    access: `screen_${name}`,
    key: 'repair_id',
    title: 'what',
    columns: {
      repair_id: { label: '编号', is: 'int', list: 'never' },
      what: { label: '内容', required: true, filter: true },
      room: { label: '房间', is: 'ref', of: 'org' },
      after: { label: '接着哪次', is: 'ref', of: name },
      also: { label: '相关房间', is: 'refs', of: 'org' },
      state: { label: '状态', is: 'enum', of: { 1: '新', 2: '转' }, default: 1, fixed: true },
    },
    form: ['what', 'room', 'after', 'also'],
    dialogs: {
      move: {
        title: '转到',
        type: 'object',
        properties: { room: { type: 'integer', title: '房间', 'x-is': 'ref', minimum: 1, maximum: 2_147_483_647 } },
        additionalProperties: false,
      },
    },
    actions: { move: { label: '转到', on: 'row', can: `/api/${name}/move`, opens: 'move', set: { state: 2 }, confirm: false } },
    ...changes,
  }) as Resource

test('a room is chosen within a project, where one is asked for first', async () => {
  await publishScreen(server, admin, repair({}, 'narrowed'))
  const { data } = await call('/api/org/choose', { p_id: 2 })
  expect(data.list.map(({ org_id }: { org_id: number }) => org_id)).toEqual([theirs])
  expect((await call('/api/org/choose', { p_id: 1, keyword: '徐汇' })).data.list).toEqual([])
})

test('every resource that is stored, named by a text and no log has its choices; nobody’s own, no number that lists mask', () => {
  const without = fileResources.filter(({ calls }) => !calls.choose).map(({ name }) => name)
  expect(without.sort()).toEqual([
    'allocation',
    'billWithhold',
    'bill_package',
    'bill_share',
    'error_log',
    'ledger',
    'message',
    'meter',
    'occupancy',
    'operation_log',
    'post_holder',
    'region',
    'saved_filter',
    'screen_version',
    'session',
    'template_version',
    'waiting_event',
    'withhold_line',
  ])
  const referable = fileResources.filter(isReferable).map(({ name }) => name)
  for (const name of ['org', 'unit', 'account', 'lessee', 'company', 'contract', 'bill', 'project']) expect(referable).toContain(name)
})

test('a call of its own that gives a resource’s choices answers the key and what names one', async () => {
  const own = fileResources.filter(({ choices, calls }) => choices && choices !== calls.index && choices !== calls.choose)
  expect(own.map(({ name, choices }) => [name, choices]).sort()).toEqual([
    ['account', '/api/admin/find'],
    ['unit', '/api/unit/find'],
  ])
  for (const { key, choices, choiceLabel } of own) {
    const { data } = await call(choices ?? '', { page: 1, page_rows: 100 })
    const rows = (data.list ?? data) as Record<string, unknown>[]
    expect(rows.length).toBeGreaterThan(0)
    for (const row of rows)
      for (const name of [key, ...choiceLabel]) expect([choices, name, row[name] ?? '']).not.toEqual([choices, name, ''])
  }
  const { data } = await call('/api/unit/find', { region_name: '徐汇花苑' })
  const [{ name, number, full_name }] = data
  expect(full_name).toBe(`${name}-${number}`)
})

test('every call of its own that dialogs and filters choose by names what was chosen: those that are asked for, once each, and no other', async () => {
  const tenant = await addTenant(server, { name: '钱七', card: '310101199001011253', p_id: 1 })
  await sql`update account set is_active = false where user_id = ${await addAccount(server, 'has_left', [])}`.execute(server.db)
  const [gone] = (
    await sql<{ user_id: number; name: string }>`select user_id, name from account where user_name = 'has_left'`.execute(server.db)
  ).rows
  const [house] = (await sql<{ unit_id: number }>`select unit_id from org where org_id = ${mine}`.execute(server.db)).rows
  const some: Record<string, [string, number]> = {
    '/api/org/find': ['org_id', mine],
    '/api/unit/find': ['unit_id', house?.unit_id ?? 0],
    '/api/Project/find': ['p_id', 2],
    '/api/admin/find': ['user_id', gone?.user_id ?? 0],
    '/api/role/find': ['role_id', 1],
    '/api/lessee/find': ['custom_id', tenant],
  }
  const lookups = fileResources
    .flatMap(({ actions }) => actions.flatMap(({ form }) => (form ? callsNamed(form, '') : [])))
    .map(({ call: path }) => path)
  const own = [...new Set([...lookups, ...fileResources.map(({ choices }) => choices ?? '')])].filter((path) => path.endsWith('/find'))
  expect(Object.keys(some).sort()).toEqual(own.sort())
  for (const [path, [key, id]] of Object.entries(some)) {
    const { code, data } = await call(path, { ids: [id, 999_999] })
    expect([path, code, data.map((row: Record<string, number>) => row[key])]).toEqual([path, 200, [id]])
    expect(await call(path, { ids: Array.from({ length: 101 }, (_, at) => at + 1) })).toMatchObject({ code: 400 })
  }
  // Who has left is named where he was chosen, and offered to nobody.
  expect((await call('/api/admin/find', { keyword: gone?.name })).data).toEqual([])
})

test('a room is found by its community, by its number, and by both as they are read', async () => {
  const [room] = (await sql<{ unit_floor: string }>`select unit_floor from org where org_id = ${theirs}`.execute(server.db)).rows
  const found = async (path: string, keyword: string): Promise<number[]> => {
    const { data } = await call(path, { keyword })
    return (data.list ?? data).map(({ org_id }: { org_id: number }) => org_id)
  }
  for (const path of ['/api/org/find', '/api/org/choose']) {
    for (const keyword of ['徐汇花', `徐汇花苑 ${room?.unit_floor}`, room?.unit_floor ?? ''])
      expect([keyword, await found(path, keyword)]).toEqual([keyword, [theirs]])
    expect(await found(path, `张杨花苑 ${room?.unit_floor}`)).toEqual([])
    expect(await found(path, '  ')).toEqual(expect.arrayContaining([mine, theirs]))
  }
})

test('a list of references is named in the row, also of what all staff choose from, however many there are', async () => {
  await sql`insert into tags (name) select '牌' || n from generate_series(1, 120) n`.execute(server.db)
  const [last] = (await sql<{ id: number }>`select id from tags where name = '牌1'`.execute(server.db)).rows
  await sql`update org set tag = array[${last?.id}]::integer[] where org_id = ${mine}`.execute(server.db)
  const { list } = (await call('/api/org/list', { tag: [last?.id] })).data
  expect(list.map(({ tag_titles }: { tag_titles: object }) => tag_titles)).toEqual([{ [last?.id ?? 0]: '牌1' }])
})

describe('choosing by title', () => {
  test('tells the key, the title and what tells it apart, and nothing else', async () => {
    const { unit_floor } = (await call('/api/org/detail', { org_id: mine })).data
    const { data } = await call('/api/org/choose', { keyword: unit_floor })
    expect(data.list.length).toBeGreaterThan(0)
    for (const row of data.list) expect(Object.keys(row).sort()).toEqual(['org_id', 'region_name', 'unit_floor'])
    await addTenant(server, { name: '赵六', card: '310101199001011237', p_id: 1 })
    const tenant = (await call('/api/lessee/choose', { keyword: '赵六' })).data
    expect(tenant).toMatchObject({ count: 1, list: [{ name: '赵六' }] })
    expect(Object.keys(tenant.list[0]).sort()).toEqual(['custom_id', 'name'])
  })
  test('by keys it names what is stored; at most a hundred a page; no other param', async () => {
    expect((await call('/api/org/choose', { ids: [mine, 999_999] })).data).toMatchObject({ count: 1, list: [{ org_id: mine }] })
    expect(await call('/api/org/choose', { page_rows: 101 })).toMatchObject({ code: 400 })
    expect(await call('/api/org/choose', { floor: 1 })).toMatchObject({ code: 400 })
    expect((await call('/api/org/choose', { keyword: '没有这样的房间' })).data).toMatchObject({ list: [], count: 0 })
  })
  test('within the caller’s projects, by keyword, by key and by page', async () => {
    const some = await tokenOf(server, await addAccount(server, 'of_one', ['/api/org/list'], [1]))
    const seen = async (params: object): Promise<number[]> =>
      (await call('/api/org/choose', { ...params }, some)).data.list.map(({ org_id }: { org_id: number }) => org_id)
    expect(await seen({})).toContain(mine)
    expect(await seen({})).not.toContain(theirs)
    expect(await seen({ ids: [mine, theirs] })).toEqual([mine])
    const { rows } = await sql<{ unit_floor: string }>`select unit_floor from org where org_id = ${theirs}`.execute(server.db)
    expect(await seen({ keyword: rows[0]?.unit_floor })).not.toContain(theirs)
  })
  test('is for whoever reads the list or does what asks for one, and for nobody the moment after', async () => {
    const made = await publishScreen(server, admin, repair())
    screen_id = made.id
    expect(made.answer).toMatchObject({ code: 200 })
    const clerk = await addAccount(server, 'choosing', [])
    const code = async (path: string, ...codes: string[]): Promise<number> => {
      await permit(server, clerk, codes)
      return (await call(path, {}, await tokenOf(server, clerk))).code
    }
    expect(await code('/api/org/choose')).toBe(403)
    expect(await code('/api/org/choose', '/api/org/list')).toBe(200)
    expect(await code('/api/org/choose', '/api/repair/index')).toBe(403)
    for (const deed of ['add', 'edit', 'move']) expect([deed, await code('/api/org/choose', `/api/repair/${deed}`)]).toEqual([deed, 200])
    expect(await code('/api/org/choose', '/api/repair/del')).toBe(403)
    expect(await code('/api/contract/choose', '/api/repair/add')).toBe(403)
    // The page itself is referred to by its own field.
    expect(await code('/api/repair/choose', '/api/repair/add')).toBe(200)
    expect(await code('/api/project/choose')).toBe(200)
    const token = await tokenOf(server, clerk)
    await permit(server, clerk, ['/api/repair/add'])
    expect(await call('/api/org/choose', {}, token)).toMatchObject({ code: 200 })
    await permit(server, clerk, [])
    expect(await call('/api/org/choose', {}, token)).toMatchObject({ code: 403, msg: '没有权限：选择房源列表' })
    // Who does it asks for it no more, so that it opens nothing any more.
    await call('/api/screen/withdraw', { screen_id })
    expect(await code('/api/org/choose', '/api/repair/add')).toBe(403)
    expect(codesOf(registry().get('/api/org/choose') as never)).not.toContain('/api/repair/add')
    await call('/api/screen/restore', { screen_id })
  })
})

describe('a page that refers to rooms, and to itself', () => {
  test('takes them, names them in its rows, and finds by them', async () => {
    const first = (await call('/api/repair/add', { what: '水管', room: mine, also: [mine, theirs] })).data.repair_id
    expect(await call('/api/repair/add', { what: '水管又漏', room: theirs, after: first })).toMatchObject({ code: 200 })
    const { list } = (await call('/api/repair/index', { room: [theirs] })).data
    expect(list).toMatchObject([{ what: '水管又漏', after_title: '水管' }])
    expect((await call('/api/repair/detail', { repair_id: first })).data.also_titles).toEqual({
      [mine]: expect.any(String),
      [theirs]: expect.any(String),
    })
    expect((await call('/api/repair/index', { also: [theirs] })).data.count).toBe(1)
  })
  test('of other projects none can be written, neither by its form nor by an action', async () => {
    const codes = ['/api/repair/index', '/api/repair/add', '/api/repair/edit', '/api/repair/move']
    const some = await tokenOf(server, await addAccount(server, 'repairer', codes, [1]))
    expect(await call('/api/repair/add', { what: '门', room: theirs }, some)).toMatchObject({ code: 400, data: { field: 'room' } })
    expect(await call('/api/repair/add', { what: '门', also: [mine, theirs] }, some)).toMatchObject({ code: 400, data: { field: 'also' } })
    const { repair_id } = (await call('/api/repair/add', { what: '门', room: mine }, some)).data
    expect(await call('/api/repair/move', { repair_id, room: theirs }, some)).toMatchObject({ code: 400, data: { field: 'room' } })
    expect((await call('/api/repair/detail', { repair_id })).data).toMatchObject({ room: mine, state: 1 })
    expect(await call('/api/repair/move', { repair_id, room: mine }, some)).toMatchObject({ code: 200 })
  })
  test('stands in the detail of what it refers to, both of a file’s resource and of its own', async () => {
    const org = fileResources.find(({ name }) => name === 'org') as (typeof fileResources)[number]
    const own = registry() && relatedTo(org).filter(({ resource }) => resource === 'repair')
    expect(own).toEqual([
      { label: '维修（房间）', resource: 'repair', by: 'room' },
      { label: '维修（相关房间）', resource: 'repair', by: 'also' },
    ])
    const { id } = await publishScreen(
      server,
      admin,
      repair({ columns: { ...repair().columns, after: { label: '前次', is: 'ref', of: 'repair', filter: true } } } as never, 'recheck'),
    )
    const shown = (name: string) => relatedTo({ name, related: [] } as never).map(({ label, resource, by }) => [label, resource, by])
    expect(shown('repair')).toEqual([
      ['维修', 'repair', 'after'],
      ['维修', 'recheck', 'after'],
    ])
    // A page may say itself which lists refer to it; each stands there once.
    const has = [{ label: '复查', resource: 'recheck', by: 'after' }]
    const wrong = await saveAndPublish(server, admin, screen_id, repair({ has: [{ label: '复查', resource: 'recheck', by: 'state' }] }))
    expect(wrong).toMatchObject({ code: 400 })
    expect(await saveAndPublish(server, admin, screen_id, repair({ has }))).toMatchObject({ code: 200 })
    // What another page lists stays; when it lists it no more it may go, and is listed nowhere.
    expect(await call('/api/screen/withdraw', { screen_id: id })).toMatchObject({ code: 409 })
    expect(await saveAndPublish(server, admin, screen_id, repair())).toMatchObject({ code: 200 })
    expect(await call('/api/screen/withdraw', { screen_id: id })).toMatchObject({ code: 200 })
    expect(await call('/api/repair/index')).toMatchObject({ code: 200 })
    expect(shown('repair')).toEqual([['维修', 'repair', 'after']])
  })
})

describe('what a page reads through a reference', () => {
  const columns = {
    ...repair().columns,
    area: { label: '面积', is: 'decimal', via: 'room.area' },
    before: { label: '前次内容', via: 'after.what' },
  }
  const reading = (more: object = {}) => repair({ columns: { ...columns, ...more } as never })
  const problems = async (declaration: Resource) =>
    (await call('/api/screen/check', { screen_id, declaration: JSON.stringify(declaration) })).data.problems

  test('is a column that the other stores and no list masks, of its kind, and stands in no form', async () => {
    expect(await problems(reading())).toEqual([])
    const wrong = async (column: object, at: string, changes: object = {}) =>
      expect(await problems({ ...reading({ x: { label: '试', ...column } }), ...changes })).toMatchObject([{ id: 'R215', at }])
    await wrong({ via: 'what.area' }, 'columns.x.via')
    await wrong({ via: 'also.area' }, 'columns.x.via')
    await wrong({ via: 'room.region_nam' }, 'columns.x.via')
    await wrong({ via: 'room.tag' }, 'columns.x.via')
    await wrong({ via: 'room.area' }, 'columns.x.is')
    await wrong({ via: 'after.what', required: true }, 'columns.x')
    await wrong({ via: 'after.what' }, 'columns.x', { form: ['what', 'x'] })
    expect(await problems(reading({ x: { label: '试', via: 'after.what', filter: true } }))).toMatchObject([{ id: 'R112' }])
    const tenant = { tenant: { label: '租客', is: 'ref', of: 'lessee' }, phone: { label: '手机', is: 'phone', via: 'tenant.phone' } }
    expect(await problems(reading(tenant))).toMatchObject([{ id: 'R215', at: 'columns.phone.via' }])
    expect(await problems(reading({ area: { label: '面积', is: 'decimal' } }))).toEqual([])
  })
  test('is shown to who may read the other’s list or detail, of his projects, and is in nobody’s file', async () => {
    expect(await saveAndPublish(server, admin, screen_id, reading())).toMatchObject({ code: 200 })
    const { data: room } = await call('/api/org/detail', { org_id: mine })
    const one = (await call('/api/repair/add', { what: '窗', room: mine })).data.repair_id
    const other = (await call('/api/repair/add', { what: '灯', room: theirs, after: one })).data.repair_id
    expect((await call('/api/repair/detail', { repair_id: other })).data).toMatchObject({ area: expect.any(Number), before: '窗' })
    const base = ['/api/repair/index', '/api/repair/detail', '/api/repair/export']
    const user = await addAccount(server, 'reads_through', base, [1])
    const seen = async (...codes: string[]) => {
      await permit(server, user, [...base, ...codes])
      const token = await tokenOf(server, user)
      const { list } = (await call('/api/repair/index', { page_rows: 100 }, token)).data
      const row = (id: number) => list.find(({ repair_id }: { repair_id: number }) => repair_id === id)
      const { data } = await call('/api/repair/detail', { repair_id: one }, token)
      expect(data.area).toEqual(row(one).area)
      return [row(one).area, row(other).area, row(other).before]
    }
    expect(await seen()).toEqual([undefined, undefined, '窗'])
    // A right to do something that asks for a room opens its title, and no more of it.
    expect(await seen('/api/repair/add')).toEqual([undefined, undefined, '窗'])
    expect(await seen('/api/org/list')).toEqual([room.area, null, '窗'])
    expect(await seen('/api/org/detail')).toEqual([room.area, null, '窗'])
    const exported = await call('/api/repair/export', { format: 2, columns: 'what,area' })
    expect(exported).toMatchObject({ code: 400, data: { field: 'columns' } })
  })
  test('follows a name that the other page gives its field, and is empty when that is retired; nothing fails', async () => {
    const { id, answer } = await publishScreen(server, admin, repair({}, 'visit'))
    expect(answer).toMatchObject({ code: 200 })
    const follow = repair({
      name: 'follow',
      columns: {
        follow_id: { label: '编号', is: 'int', list: 'never' },
        what: { label: '内容' },
        visit: { label: '上门', is: 'ref', of: 'visit' },
        seen: { label: '当时', via: 'visit.what' },
      },
      key: 'follow_id',
      form: ['what', 'visit'],
      path: '/screens/follow',
      access: 'screen_follow',
      dialogs: {},
      actions: {},
    } as never)
    expect((await publishScreen(server, admin, follow)).answer).toMatchObject({ code: 200 })
    const made = await call('/api/visit/add', { what: '看门' })
    expect(made).toMatchObject({ code: 200 })
    const visit = made.data.repair_id
    await call('/api/follow/add', { what: '回访', visit })
    const seen = async () => (await call('/api/follow/index')).data.list[0].seen
    expect(await seen()).toBe('看门')
    const { what, ...rest } = repair({}, 'visit').columns as Record<string, object>
    const named = { ...rest, done: { ...what, was: ['what'] } }
    const visits = (now: object) =>
      saveAndPublish(server, admin, id, repair({ columns: now, title: 'done', form: ['done', 'room'] } as never, 'visit'))
    expect(await visits(named)).toMatchObject({ code: 200 })
    expect(await seen()).toBe('看门')
    const retired = { ...rest, done: { ...what, was: ['what'], retired: true, required: undefined }, name: { label: '名称', filter: true } }
    expect(
      await saveAndPublish(server, admin, id, repair({ columns: retired, title: 'name', form: ['name', 'room'] } as never, 'visit')),
    ).toMatchObject({ code: 200 })
    expect(await seen()).toBeNull()
  })
})
