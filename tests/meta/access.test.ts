import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isForAnyone } from '../../server/calls/defineCall.ts'
import { codesOf, registry, unansweredCalls } from '../../server/calls/registry.ts'
import type { FormSchema } from '../../src/core/form.ts'
import type { Resource } from '../../src/core/resource.ts'
import { resourceNamed, resources } from '../../src/declared/declared.ts'
import { byFile } from '../../src/declared/files.ts'
import { goodParams } from '../help/declared/examples.ts'
import { fillProject } from '../help/projects.ts'
import { addAccount, fillGround, flat, flowOf, type Ground, rowCounts, tokenOf } from '../help/store/ground.ts'
import { addHolders } from '../help/store/holders.ts'
import { startTestServer, type TestServer } from '../help/testServer.ts'
import { stateOf } from './tableStates.ts'

let server: TestServer
let ground: Ground

beforeAll(async () => {
  server = await startTestServer()
  ground = await fillGround(server)
})
afterAll(() => server.close())

const callOf = (path: string) => {
  const call = registry().get(path)
  if (!call) throw new Error(path)
  return call
}
const byLink: string[] = [...registry().values()].filter((call) => call.can === 'link').map((call) => call.path)
const closed: string[] = [...registry().values()].filter((call) => !isForAnyone(call.can)).map((call) => call.path)

test('the calls that are open to all are these and no others', () => {
  const open = [...registry().keys()].filter((path) => !closed.includes(path) && !byLink.includes(path))
  expect(open.sort()).toEqual([
    ...['about', 'send_code', 'start'].map((call) => `/api/apply/${call}`),
    '/api/sys/update_logo',
    ...['about', 'send_code', 'start'].map((call) => `/api/tenant_repair/${call}`),
    ...['/broker/getAgentsByPhone', '/login', '/save_error_logger'],
  ])
})

test('the calls that a link permits are these; without one, or with a code that is none, they do nothing', async () => {
  expect(byLink.sort()).toEqual([
    ...['open', 'photo', 'save', 'submit', 'withdraw'].map((call) => `/api/apply/${call}`),
    ...['open', 'send_check', 'sign'].map((call) => `/api/signing/${call}`),
    ...['open', 'photo', 'picture', 'report', 'review', 'supplement', 'withdraw'].map((call) => `/api/tenant_repair/${call}`),
  ])
  for (const path of byLink) {
    const params = { ...goodParams(callOf(path), ground), code: 'A'.repeat(43) }
    // An address may try but so many.
    await sql`delete from login_failure`.execute(server.db)
    const before = await rowCounts(server.db)
    for (const token of [undefined, await tokenOf(server)]) {
      expect(await server.call(path, { ...params, code: undefined }, token)).toMatchObject({ code: 400 })
      expect(await server.call(path, params, token)).toMatchObject({ code: 404, data: { why: 'wrong' } })
    }
    expect(await rowCounts(server.db)).toEqual(before)
  }
})

test('every action and every call of the domain has a call that answers, by a code that some role can hold, or is about one’s own', () => {
  expect(unansweredCalls()).toEqual([])
  const file = 'src/resources/property/unit.ts'
  const right = byFile[file] as Resource
  const wrong = (lookup: Resource['lookup']) => {
    Object.assign(byFile, { [file]: { ...right, lookup } })
    const found = unansweredCalls().map(({ id, at, hint }) => [id, at, hint])
    Object.assign(byFile, { [file]: right })
    return found
  }
  const label = ['full_name']
  expect(wrong({ call: '/api/unit/find', search: 'unit_numbr', label })).toEqual([['R141', 'lookup.search', "是否想写 'unit_number'？"]])
  expect(wrong({ call: '/api/unit/fnd', search: 'unit_number', label })).toEqual([['R143', 'lookup', "是否想写 '/api/unit/find'？"]])
  expect(wrong('/api/unit/find')).toEqual([['R141', 'lookup.search', undefined]])
  for (const { own, actions } of resources)
    for (const { can } of actions)
      expect([can, codesOf(callOf(can))]).toEqual([can, own ? [] : [can === '/api/bill/create' ? 'key:bill_list' : can]])
})

test('a file that a dialog sends along goes to a call that takes one', () => {
  const file = 'src/resources/comparison/comparison.ts'
  const right = byFile[file] as Resource
  const wrong = { ...right, actions: { ...right.actions, compare: { ...right.actions?.compare, can: '/api/comparison/roster' } } }
  Object.assign(byFile, { [file]: wrong })
  const found = unansweredCalls().map(({ id, at }) => [id, at])
  Object.assign(byFile, { [file]: right })
  expect(found).toEqual([['R143', 'actions.compare.can']])
})

test('an action prints a print of its own resource, by the print’s own call', () => {
  const file = 'src/resources/flow/flow.ts'
  const right = byFile[file] as Resource
  const wrong = (changes: object) => {
    Object.assign(byFile, { [file]: { ...right, actions: { ...right.actions, receipt: { ...right.actions?.receipt, ...changes } } } })
    const found = unansweredCalls().map(({ id, at, hint }) => [id, at, hint])
    Object.assign(byFile, { [file]: right })
    return found
  }
  expect(wrong({})).toEqual([])
  expect(wrong({ prints: 'reciept' })).toEqual([['R160', 'actions.receipt.prints', "是否想写 'receipt'？"]])
  expect(wrong({ can: '/api/flow/add' })).toEqual([['R161', 'actions.receipt.can', undefined]])
})

test('what a dialog shows while one types is a read that takes what it is fed with', () => {
  const file = 'src/resources/flow/flow.ts'
  const right = byFile[file] as Resource
  const wrong = (preview: object, opens: 'add' | 'reverse' = 'add') => {
    const dialogs = right.dialogs as Readonly<Record<string, FormSchema>>
    Object.assign(byFile, { [file]: { ...right, dialogs: { ...dialogs, [opens]: { ...dialogs[opens], 'x-preview': preview } } } })
    const found = unansweredCalls().map(({ id, at, message }) => [id, at, message])
    Object.assign(byFile, { [file]: right })
    return found
  }
  const call = '/api/flow/owed'
  expect(wrong({ call, shows: '欠', of: ['org_id'] })).toEqual([])
  expect(wrong({ call: '/api/flow/owd', shows: '欠', of: ['org_id'] })).toEqual([
    ['R143', 'dialogs.add.x-preview.call', '没有接口 /api/flow/owd'],
  ])
  expect(wrong({ call: '/api/flow/add', shows: '欠', of: ['org_id'] })).toEqual([
    ['R144', 'dialogs.add.x-preview.call', '接口 /api/flow/add 会改动数据，边填边看的只能是读取'],
  ])
  expect(wrong({ call, shows: '欠', of: ['org_id'], also: ['note'] })).toEqual([
    ['R144', 'dialogs.add.x-preview', "接口 /api/flow/owed 没有参数 'note'"],
  ])
  expect(wrong({ call, shows: '欠', of: ['note'] }, 'reverse')).toEqual([
    ['R144', 'dialogs.reverse.x-preview', "接口 /api/flow/owed 没有参数 'note'"],
    ['R144', 'dialogs.reverse.x-preview', "接口 /api/flow/owed 没有参数 'flow_id'"],
  ])
  expect(wrong({ call, shows: '欠', of: ['org_id'], many: true })).toEqual([
    ['R144', 'dialogs.add.x-preview', "接口 /api/flow/owed 没有参数 'ids'"],
  ])
})

describe('an account with project 1 only', () => {
  let token: string
  let admin: string
  /** Ids of one row in each project, by resource. */
  const mine: Record<string, number> = {}
  const theirs: Record<string, number> = {}

  beforeAll(async () => {
    admin = await tokenOf(server)
    Object.assign(mine, await fillProject(server, ground, 1, '浦东花苑'))
    Object.assign(theirs, await fillProject(server, ground, 2, '徐汇花苑'))
    token = await tokenOf(server, await addAccount(server, 'pudong', ['*'], [1]))
  })

  const scoped = resources.filter((resource) => resource.scope)
  test('every resource with a scope has rows here in both projects', () => {
    for (const { name } of scoped) expect([name, typeof mine[name], typeof theirs[name]]).toEqual([name, 'number', 'number'])
  })

  test.each(scoped.filter((resource) => resource.calls.index).map(({ name }) => name))(
    '%s: the list and its count hold its own rows only',
    async (name) => {
      const resource = resourceNamed(name)
      const path = resource.calls.index ?? ''
      const [own, all, other, next] = await Promise.all([
        server.call(path, { page_rows: 1000 }, token),
        server.call(path, { page_rows: 1000 }, admin),
        server.call(path, { [resource.scope ?? '']: 2 }, token),
        server.call(path, { page: 2, page_rows: 1000 }, token),
      ])
      const keys = own.data.list.map((row: Record<string, number>) => row[resource.key])
      expect(keys).toContain(mine[name])
      expect(keys).not.toContain(theirs[name])
      expect(own.data.count).toBe(own.data.list.length)
      expect(own.data.count).toBe(all.data.list.filter((row: Record<string, number>) => row[resource.scope ?? ''] === 1).length)
      expect(other.data).toMatchObject({ list: [], count: 0 })
      expect(next.data).toMatchObject({ list: [], count: own.data.count })
    },
  )

  test.each(scoped.filter((resource) => resource.calls.detail).map(({ name }) => name))(
    '%s: another project’s row does not exist',
    async (name) => {
      const resource = resourceNamed(name)
      expect(await server.call(resource.calls.detail ?? '', { [resource.key]: mine[name] }, token)).toMatchObject({ code: 200 })
      expect(await server.call(resource.calls.detail ?? '', { [resource.key]: theirs[name] }, token)).toMatchObject({ code: 404 })
    },
  )

  /** The tables that belong to projects: those with their column, and the projects themselves; sums that are kept are of their rows. */
  const ofProjects = async (): Promise<string[]> => {
    const { rows } = await sql<{ name: string }>`
      select c.table_name as name from information_schema.columns c join pg_class p on p.relname = c.table_name and p.relkind = 'r'
      where c.table_schema = 'public' and c.column_name = 'p_id' order by 1
    `.execute(server.db)
    return rows.map(({ name }) => name)
  }

  test('every table that has a project has rows of the other one', async () => {
    const names = await ofProjects()
    expect(scoped.filter(({ isStored, table }) => isStored && !names.includes(table)).map(({ name }) => name)).toEqual([])
    const counted = names.map((name) => sql`select ${sql.lit(name)} as name, count(*)::integer as n from ${sql.table(name)} where p_id = 2`)
    const { rows } = await sql<{ name: string; n: number }>`${sql.join(counted, sql` union all `)}`.execute(server.db)
    expect(rows.filter(({ n }) => n === 0)).toEqual([])
  })

  test.each(
    scoped.flatMap(({ name, actions, calls }) =>
      actions
        .filter((action) => action.on !== 'page' && action.can !== calls.add && !action.leads)
        .map((action): [string, string] => [name, action.can]),
    ),
  )('%s: %s on another project’s row is 404 and changes nothing, alone or among its own', async (name, path) => {
    const call = callOf(path)
    const { key } = resourceNamed(name)
    const before = await stateOf(server)
    const params = { number: '1', ...goodParams(call, ground), other: 900_002, amount: 1, floor: 1, note: 'x' }
    const known = Object.fromEntries(Object.entries(params).filter(([field]) => field in call.params.properties))
    expect(await server.call(path, { ...known, [key]: theirs[name] }, token)).toMatchObject({ code: 404 })
    if ('ids' in call.params.properties) {
      const { [key]: _, ...rest } = known
      expect(await server.call(path, { ...rest, ids: [mine[name], theirs[name]] }, token)).toMatchObject({
        code: expect.toSatisfy((code) => code === 404 || code === 409),
      })
    }
    expect(await stateOf(server)).toEqual(before)
  })

  test('searches, the map and the card obey it', async () => {
    const found = async (path: string, params: Record<string, unknown>) =>
      (await server.call(path, params, token)).data.map((row: { p_id: number }) => row.p_id) as number[]
    for (const path of ['/api/org/find', '/api/unit/find', '/api/unit/findUnit']) {
      expect(new Set(await found(path, { region_name: '花苑' }))).toEqual(new Set([1]))
      expect(await found(path, { region_name: '徐汇' })).toEqual([])
    }
    expect(await found('/api/org/find', { p_id: 2 })).toEqual([])
    expect(await found('/api/Project/find', {})).toEqual([1])
    const map = await server.call('/api/org/map', {}, token)
    expect(map.data.buildings.map((building: { p_id: number }) => building.p_id)).toEqual([1])
    expect((await server.call('/api/org/map', { p_id: 2 }, token)).data.buildings).toEqual([])
    expect(await server.call('/api/org/detail', { org_id: mine.org }, token)).toMatchObject({ code: 200 })
    expect(await server.call('/api/org/detail', { org_id: theirs.org }, token)).toMatchObject({ code: 404 })
  })

  test('nothing can be added to another project', async () => {
    const before = await rowCounts(server.db)
    const codes = [
      await server.call('/api/org/add', flat(ground, { region_name: '徐汇花苑' }), token),
      await server.call('/api/org/add', flat(ground, { region_name: '新的花苑', p_id: 2 }), token),
      await server.call('/api/flow/add', flowOf(ground, { org_id: theirs.org }), token),
      await server.call('/api/flow/add', flowOf(ground, { unit_id: theirs.unit }), token),
      await server.call('/api/flow/add', flowOf(ground, { org_id: mine.org, unit_id: theirs.unit }), token),
    ]
    expect(codes.map((answer) => answer.code)).toEqual([403, 400, 400, 400, 400])
    expect(await rowCounts(server.db)).toEqual(before)
  })

  test('an account with no project at all sees nothing', async () => {
    const none = await tokenOf(server, await addAccount(server, 'nowhere', ['*'], []))
    expect((await server.call('/api/org/list', {}, none)).data).toMatchObject({ list: [], count: 0 })
    expect((await server.call('/api/org/map', {}, none)).data.buildings).toEqual([])
    expect(await server.call('/api/org/add', flat(ground, { region_name: '又一花苑' }), none)).toMatchObject({ code: 400 })
  })
})

describe('every call', () => {
  /** Sessions by call: of one who holds every code but its own, and for each of its codes of one who holds nothing else. */
  const asked = new Map<string, { without: string; holding: string[] }>()

  beforeAll(async () => {
    const holdings = closed.map((path) => codesOf(callOf(path)))
    const tokens = await addHolders(
      server,
      [...registry().keys()],
      holdings.flatMap((codes) => [
        { codes, isAllBut: true },
        ...(codes.length > 0 ? codes : ['']).map((code) => ({ codes: [code], isAllBut: false })),
      ]),
    )
    for (const [place, path] of closed.entries()) {
      const [without = '', ...holding] = tokens.splice(0, 1 + (holdings[place]?.length || 1))
      asked.set(path, { without, holding })
    }
  })

  test.each(closed)('%s: 302 without a session, 403 without its code, no refusal with it', async (path) => {
    const call = callOf(path)
    const codes = codesOf(call)
    const params = path === '/api/sample/clear' ? {} : goodParams(call, ground)
    const { without, holding } = asked.get(path) ?? expect.unreachable()
    const before = await rowCounts(server.db)
    const [none, other] = await Promise.all([server.call(path, params), server.call(path, params, without)])
    expect(none).toMatchObject({ code: 302, data: null })
    if (codes.length > 0) expect(other).toMatchObject({ code: 403, msg: `没有权限：${call.label}`, data: null })
    else expect([302, 403]).not.toContain(other.code)
    if (codes.length > 0) expect(await rowCounts(server.db)).toEqual(before)
    for (const token of holding) {
      const allowed = await server.call(path, params, token)
      expect([302, 500]).not.toContain(allowed.code)
      // Whoever gives rights, or has to do with accounts, may still be told that these are not his to give; and a record's life is for
      // whoever may read the record, which is another call's right.
      expect(allowed.msg).not.toBe(`没有权限：${call.label}`)
      if (allowed.code === 403) expect(allowed.msg).toMatch(/^不能给出自己|权限或项目范围大于您|您没有查看的权限，不能打印|^没有权限：/)
    }
  })
})
