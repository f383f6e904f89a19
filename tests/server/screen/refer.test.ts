import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { registry } from '../../../server/calls/registry.ts'
import type { Resource } from '../../../src/core/resource.ts'
import { fileResources } from '../../../src/declared/declared.ts'
import { relatedTo } from '../../../src/declared/referring.ts'
import { adminServer } from '../../help/adminServer.ts'
import { publishScreen, repair, saveAndPublish } from '../../help/declared/screens.ts'
import { addAccount, addTenant, cardOf, permit, roomsInTwoProjects, tokenOf } from '../../help/store/ground.ts'
import { untilOneWaits } from '../../help/store/locks.ts'

const at = adminServer()
const { call, ask } = at
/** A room in each of two projects. */
let [mine, theirs] = [0, 0]
/** The page of `repair`. */
let screen_id = 0
beforeAll(async () => {
  ;[mine, theirs] = await roomsInTwoProjects(at.server, at.ground)
  screen_id = (await publishScreen(at.server, at.admin, repair())).id
})

describe('a page that refers to rooms, and to itself', () => {
  test('takes them, names them in its rows, and finds by them', async () => {
    const first = (await call('/api/mending/add', { what: '水管', room: mine, also: [mine, theirs] })).data.mending_id
    expect(await call('/api/mending/add', { what: '水管又漏', room: theirs, after: first })).toMatchObject({ code: 200 })
    const { list } = (await call('/api/mending/index', { room: [theirs] })).data
    expect(list).toMatchObject([{ what: '水管又漏', after_title: '水管' }])
    expect((await call('/api/mending/detail', { mending_id: first })).data.also_titles).toEqual({
      [mine]: expect.any(String),
      [theirs]: expect.any(String),
    })
    expect((await call('/api/mending/index', { also: [theirs] })).data.count).toBe(1)
  })
  test('of other projects none can be written, neither by its form nor by an action', async () => {
    const codes = ['/api/mending/index', '/api/mending/add', '/api/mending/edit', '/api/mending/move']
    const some = await tokenOf(at.server, await addAccount(at.server, 'repairer', codes, [1]))
    expect(await call('/api/mending/add', { what: '门', room: theirs }, some)).toMatchObject({ code: 400, data: { field: 'room' } })
    expect(await call('/api/mending/add', { what: '门', also: [mine, theirs] }, some)).toMatchObject({ code: 400, data: { field: 'also' } })
    const { mending_id } = (await call('/api/mending/add', { what: '门', room: mine }, some)).data
    expect(await call('/api/mending/move', { mending_id, room: theirs }, some)).toMatchObject({ code: 400, data: { field: 'room' } })
    expect((await call('/api/mending/detail', { mending_id })).data).toMatchObject({ room: mine, state: 1 })
    expect(await call('/api/mending/move', { mending_id, room: mine }, some)).toMatchObject({ code: 200 })
    // What a record named before stays where its editor changes something else.
    const far = (await call('/api/mending/add', { what: '墙', room: theirs, also: [theirs] })).data.mending_id
    const edit = (values: object) => ask('/api/mending/edit', { what: '墙面', ...values }, some)
    expect(await edit({ mending_id: far, room: theirs, also: [theirs, mine] })).toMatchObject({ code: 200 })
    expect(await edit({ mending_id, room: theirs })).toMatchObject({ code: 400, data: { field: 'room' } })
    expect(await edit({ mending_id: far, room: mine, also: [theirs, 999_999] })).toMatchObject({ code: 400, data: { field: 'also' } })
  })
  test('stands in the detail of what it refers to, both of a file’s resource and of its own', async () => {
    const org = fileResources.find(({ name }) => name === 'org') as (typeof fileResources)[number]
    const own = registry() && relatedTo(org).filter(({ resource }) => resource === 'mending')
    expect(own).toEqual([
      { label: '维修（房间）', resource: 'mending', by: 'room' },
      { label: '维修（相关房间）', resource: 'mending', by: 'also' },
    ])
    const { id } = await publishScreen(
      at.server,
      at.admin,
      repair({ columns: { ...repair().columns, after: { label: '前次', is: 'ref', of: 'mending', filter: true } } } as never, 'recheck'),
    )
    const shown = (name: string) =>
      relatedTo({ name, related: [], actions: [], prints: {} } as never).map(({ label, resource, by }) => [label, resource, by])
    expect(shown('mending')).toEqual([
      ['维修', 'mending', 'after'],
      ['维修', 'recheck', 'after'],
    ])
    // A page may say itself which lists refer to it; each stands there once.
    const has = [{ label: '复查', resource: 'recheck', by: 'after' }]
    const wrong = await saveAndPublish(
      at.server,
      at.admin,
      screen_id,
      repair({ has: [{ label: '复查', resource: 'recheck', by: 'state' }] }),
    )
    expect(wrong).toMatchObject({ code: 400 })
    expect(await saveAndPublish(at.server, at.admin, screen_id, repair({ has }))).toMatchObject({ code: 200 })
    // What another page lists stays, and is found by its field; when it lists it no more it may go, and is listed nowhere.
    const without = repair({ columns: { ...repair().columns, after: { label: '前次', is: 'ref', of: 'mending' } } } as never, 'recheck')
    expect(await saveAndPublish(at.server, at.admin, id, without)).toMatchObject({ code: 409, msg: expect.stringContaining('“维修”') })
    expect(await call('/api/mending/index')).toMatchObject({ code: 200 })
    expect(await call('/api/screen/withdraw', { screen_id: id })).toMatchObject({ code: 409 })
    expect(await saveAndPublish(at.server, at.admin, screen_id, repair())).toMatchObject({ code: 200 })
    expect(await call('/api/screen/withdraw', { screen_id: id })).toMatchObject({ code: 200 })
    expect(await call('/api/mending/index')).toMatchObject({ code: 200 })
    expect(shown('mending')).toEqual([['维修', 'mending', 'after']])
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
    expect(await saveAndPublish(at.server, at.admin, screen_id, reading())).toMatchObject({ code: 200 })
    const { data: room } = await call('/api/org/detail', { org_id: mine })
    const one = (await call('/api/mending/add', { what: '窗', room: mine })).data.mending_id
    const other = (await call('/api/mending/add', { what: '灯', room: theirs, after: one })).data.mending_id
    expect((await call('/api/mending/detail', { mending_id: other })).data).toMatchObject({ area: expect.any(Number), before: '窗' })
    const base = ['/api/mending/index', '/api/mending/detail', '/api/mending/export']
    const user = await addAccount(at.server, 'reads_through', base, [1])
    const seen = async (...codes: string[]) => {
      await permit(at.server, user, [...base, ...codes])
      const token = await tokenOf(at.server, user)
      const { list } = (await call('/api/mending/index', { page_rows: 100 }, token)).data
      const row = (id: number) => list.find(({ mending_id }: { mending_id: number }) => mending_id === id)
      const { data } = await call('/api/mending/detail', { mending_id: one }, token)
      expect(data.area).toEqual(row(one).area)
      return [row(one).area, row(other).area, row(other).before]
    }
    expect(await seen()).toEqual([undefined, undefined, '窗'])
    // A right to do something that asks for a room opens its title, and no more of it.
    expect(await seen('/api/mending/add')).toEqual([undefined, undefined, '窗'])
    expect(await seen('/api/org/list')).toEqual([room.area, null, '窗'])
    expect(await seen('/api/org/detail')).toEqual([room.area, null, '窗'])
    const exported = await call('/api/mending/export', { format: 2, columns: 'what,area' })
    expect(exported).toMatchObject({ code: 400, data: { field: 'columns' } })
  })
  test('follows a name that the other page gives its field, and is empty when that is retired; nothing fails', async () => {
    const { id, answer } = await publishScreen(at.server, at.admin, repair({}, 'visit'))
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
    expect((await publishScreen(at.server, at.admin, follow)).answer).toMatchObject({ code: 200 })
    const made = await call('/api/visit/add', { what: '看门' })
    expect(made).toMatchObject({ code: 200 })
    const visit = made.data.mending_id
    await call('/api/follow/add', { what: '回访', visit })
    const seen = async () => (await call('/api/follow/index')).data.list[0].seen
    expect(await seen()).toBe('看门')
    const { what, ...rest } = repair({}, 'visit').columns as Record<string, object>
    const named = { ...rest, done: { ...what, was: ['what'] } }
    const visits = (now: object) =>
      saveAndPublish(at.server, at.admin, id, repair({ columns: now, title: 'done', form: ['done', 'room'] } as never, 'visit'))
    expect(await visits(named)).toMatchObject({ code: 200 })
    expect(await seen()).toBe('看门')
    const retired = { ...rest, done: { ...what, was: ['what'], retired: true, required: undefined }, name: { label: '名称', filter: true } }
    expect(
      await saveAndPublish(at.server, at.admin, id, repair({ columns: retired, title: 'name', form: ['name', 'room'] } as never, 'visit')),
    ).toMatchObject({ code: 200 })
    expect(await seen()).toBeNull()
  })
})

describe('a page beside others', () => {
  const tour = (name: string) =>
    repair({ columns: { ...repair().columns, stops: { label: '各次', is: 'refs', of: 'visit' } }, form: ['what', 'stops'] } as never, name)
  test('stands though another has its label', async () => {
    expect((await publishScreen(at.server, at.admin, tour('tour'))).answer).toMatchObject({ code: 200 })
    expect((await publishScreen(at.server, at.admin, repair({}, 'later'))).answer).toMatchObject({ code: 200 })
    expect(await call('/api/tour/index')).toMatchObject({ code: 200 })
  })
  test('keeps a record that a list of references names', async () => {
    const stops = (await call('/api/visit/index')).data.list.map(({ mending_id }: { mending_id: number }) => mending_id)
    expect(await call('/api/tour/add', { what: '一圈', stops })).toMatchObject({ code: 200 })
    const { mending_id } = (await call('/api/visit/add', { name: '看窗' })).data
    expect(await call('/api/visit/del', { mending_id: stops[0] })).toMatchObject({ code: 409, msg: '该记录已被使用，不能删除' })
    expect(await call('/api/visit/del', { mending_id })).toMatchObject({ code: 200 })
  })
  test('names whoever became one of two once', async () => {
    const columns = { ...repair().columns, guests: { label: '来客', is: 'refs', of: 'lessee' } }
    await publishScreen(at.server, at.admin, repair({ columns, form: ['what', 'guests'] } as never, 'party'))
    const [gone, kept] = [await addTenant(at.server, { card: cardOf(71) }), await addTenant(at.server, { card: cardOf(72) })]
    const { mending_id } = (await call('/api/party/add', { what: '座谈', guests: [gone, kept] })).data
    expect(await call('/api/lessee/merge', { custom_id: gone, merged_into: kept })).toMatchObject({ code: 200 })
    expect((await call('/api/party/detail', { mending_id })).data.guests).toEqual([kept])
  })
  test('is left out with one that it needs and that a newer code can make nothing of; the others stay', async () => {
    const spoil = async (declaration: string) => {
      await sql`alter table screen_version disable trigger user`.execute(at.server.db)
      await sql`update screen_version set declaration = ${sql.raw(declaration)} from screen where screen.screen_id = screen_version.screen_id and name = 'visit'`.execute(
        at.server.db,
      )
      await sql`alter table screen_version enable trigger user`.execute(at.server.db)
      await sql`update declared_version set at = at + 1`.execute(at.server.db)
    }
    await spoil(`(declaration::jsonb || '{"spoilt": 1}')::json`)
    const codes = async () =>
      (await Promise.all(['visit', 'tour', 'later'].map((name) => call(`/api/${name}/index`)))).map(({ code }) => code)
    expect(await codes()).toEqual([404, 404, 200])
    await spoil(`(declaration::jsonb - 'spoilt')::json`)
    expect(await codes()).toEqual([200, 200, 200])
  })
  test('does not go while one that names it is being published', async () => {
    const { id: gone } = await publishScreen(at.server, at.admin, repair({}, 'leaving'))
    const { screen_id: staying } = (await call('/api/screen/add', { name: 'staying', label: '留着' })).data
    const declaration = repair({ columns: { ...repair().columns, room: { label: '哪次', is: 'ref', of: 'leaving' } } } as never, 'staying')
    const { version } = (await call('/api/screen/draft', { screen_id: staying })).data
    const saved = await call('/api/screen/save', { screen_id: staying, version, declaration: JSON.stringify(declaration) })
    const publishing = await at.server.db.transaction().execute(async (tx) => {
      await sql`select from screen where screen_id = ${staying} for update`.execute(tx)
      const begun = call('/api/screen/publish', { screen_id: staying, version: saved.data.version })
      await untilOneWaits(at.server)
      expect(await call('/api/screen/withdraw', { screen_id: gone })).toMatchObject({ code: 200 })
      return { begun }
    })
    expect(await publishing.begun).toMatchObject({ code: 400, msg: expect.stringContaining('leaving') })
  })
})

describe('a page whose records are of projects', () => {
  const callouts = (form: string[], name: string): Resource =>
    repair(
      {
        columns: {
          ...repair({}, name).columns,
          estate: { label: '项目', is: 'ref', of: 'project' },
          beside: { label: '一并办的', is: 'refs', of: name },
        },
        scope: 'estate',
        form,
      } as never,
      name,
    )
  const estateOf = async (path: string, mending_id: number): Promise<unknown> => (await call(path, { mending_id })).data.estate

  test('has each where the room is that it names, also when it names another', async () => {
    expect(
      (await publishScreen(at.server, at.admin, callouts(['what', 'room', 'after', 'also', 'beside'], 'callout'))).answer,
    ).toMatchObject({
      code: 200,
    })
    const { mending_id } = (await call('/api/callout/add', { what: '水管', room: mine })).data
    expect(await estateOf('/api/callout/detail', mending_id)).toBe(1)
    expect(await call('/api/callout/edit', { mending_id, what: '水管', room: theirs })).toMatchObject({ code: 200 })
    expect(await estateOf('/api/callout/detail', mending_id)).toBe(2)
    expect(await call('/api/callout/move', { mending_id, room: mine })).toMatchObject({ code: 200 })
    expect(await estateOf('/api/callout/detail', mending_id)).toBe(1)
    // What it names behind the room does not say it.
    expect(await call('/api/callout/edit', { mending_id, what: '水管', room: mine, also: [theirs] })).toMatchObject({ code: 200 })
    expect(await estateOf('/api/callout/detail', mending_id)).toBe(1)
  })
  test('has one that names nothing in the only project of whoever writes it; who has several is asked, and loses none', async () => {
    expect((await publishScreen(at.server, at.admin, callouts(['what', 'estate'], 'stray'))).answer).toMatchObject({ code: 200 })
    const codes = ['/api/stray/index', '/api/stray/add', '/api/stray/edit', '/api/transfer/index', '/api/transfer/add']
    const [one, both] = [
      await tokenOf(at.server, await addAccount(at.server, 'of_one_estate', codes, [2])),
      await tokenOf(at.server, await addAccount(at.server, 'of_two_estates', codes, [1, 2])),
    ]
    const { mending_id } = (await call('/api/stray/add', { what: '门' }, one)).data
    expect((await call('/api/stray/index', {}, one)).data.list).toMatchObject([{ mending_id, estate: 2 }])
    expect(await call('/api/stray/edit', { mending_id, what: '窗' }, one)).toMatchObject({ code: 200 })
    expect((await call('/api/stray/index', {}, one)).data.list).toMatchObject([{ what: '窗', estate: 2 }])
    const asked = { code: 400, msg: '您负责多个项目，请选择项目', data: { field: 'estate' } }
    expect(await call('/api/stray/add', { what: '灯' }, both)).toMatchObject(asked)
    expect(await call('/api/stray/edit', { mending_id, what: '灯' }, both)).toMatchObject(asked)
    expect(await call('/api/stray/add', { what: '灯' })).toMatchObject({ code: 200 })
    // Money that goes between accounts names no room either.
    const moved = { kind: 1, from_account_id: 900_001, to_account_id: 900_002, price: 100, day: '2026-03-01' }
    expect(await call('/api/transfer/add', moved, one)).toMatchObject({ code: 200 })
    expect((await call('/api/transfer/index', {}, one)).data.list).toMatchObject([{ p_id: 2, price: 100 }])
    expect(await call('/api/transfer/add', moved, both)).toMatchObject({ code: 400, data: { field: 'p_id' } })
    expect(await call('/api/transfer/add', { ...moved, p_id: 1 }, both)).toMatchObject({ code: 200 })
  })
})
