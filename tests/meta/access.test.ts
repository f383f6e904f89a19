import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeOf, registry, unansweredCalls } from '../../server/calls/registry.ts'
import { resourceNamed, resources } from '../../src/derive/declared.ts'
import { goodParams } from '../help/examples.ts'
import { addAccount, fillGround, flat, flowOf, type Ground, permit, rowCounts, tokenOf } from '../help/ground.ts'
import { startTestServer, type TestServer } from '../help/testServer.ts'

let server: TestServer
let ground: Ground
let clerk: number

beforeAll(async () => {
  server = await startTestServer()
  ground = await fillGround(server)
  clerk = await addAccount(server, 'clerk', [])
})
afterAll(() => server.close())

const callOf = (path: string) => {
  const call = registry().get(path)
  if (!call) throw new Error(path)
  return call
}
const closed: string[] = [...registry().values()].filter((call) => call.can !== 'public').map((call) => call.path)

test('the calls that are open to all are these and no others', () => {
  const open = [...registry().keys()].filter((path) => !closed.includes(path))
  expect(open.sort()).toEqual(['/api/sys/update_logo', '/login', '/save_error_logger'])
})

test('every action and every call of the domain has a call that answers, by a code that some role can hold, or is about one’s own', () => {
  expect(unansweredCalls()).toEqual([])
  for (const { own, actions } of resources) for (const { can } of actions) expect(codeOf(callOf(can))).toBe(own ? null : can)
})

describe('an account with project 1 only', () => {
  let token: string
  let admin: string
  /** Ids of one row in each project, by resource. */
  const mine: Record<string, number> = {}
  const theirs: Record<string, number> = {}

  const registerIn = async (p_id: number, region_name: string, ids: Record<string, number>): Promise<void> => {
    const house = await server.call('/api/org/add', flat(ground, { p_id, region_name }), admin)
    const org_id = house.data.org_id[0]
    const flow = await server.call('/api/flow/add', flowOf(ground, { org_id }), admin)
    const made = await sql<{ contract_id: number; custom_id: number; community_id: number }>`
      with tenant as (
        insert into lessee (name, card, phone, p_id) values ('租客', ${`31010119900101${1000 + p_id}`}, '13812345678', ${p_id}::integer) returning custom_id
      )
      insert into contract (sn, org_id, custom_id, p_id, start_date, end_date, rent, deposit, status)
      select ${`HT${p_id}`}, ${org_id}::integer, custom_id, ${p_id}::integer, '2026-01-01', '2027-12-31', 100, 100, 4 from tenant
      returning contract_id, custom_id, (select community_id from org where org_id = ${org_id}::integer) as community_id
    `.execute(server.db)
    const row = made.rows[0]
    Object.assign(ids, { project: p_id, org: org_id, unit: house.data.unit_id, flow: flow.data.flow_id })
    const logged = await sql<{ log_id: number }>`select max(log_id) as log_id from operation_log where p_id = ${p_id}`.execute(server.db)
    Object.assign(ids, {
      operation_log: logged.rows[0]?.log_id,
      contract: row?.contract_id,
      lessee: row?.custom_id,
      community: row?.community_id,
    })
  }

  beforeAll(async () => {
    admin = await tokenOf(server)
    await registerIn(1, '浦东花苑', mine)
    await registerIn(2, '徐汇花苑', theirs)
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
      const [own, all] = [await server.call(path, { page_rows: 1000 }, token), await server.call(path, { page_rows: 1000 }, admin)]
      const keys = own.data.list.map((row: Record<string, number>) => row[resource.key])
      expect(keys).toContain(mine[name])
      expect(keys).not.toContain(theirs[name])
      expect(own.data.count).toBe(own.data.list.length)
      expect(own.data.count).toBe(all.data.list.filter((row: Record<string, number>) => row[resource.scope ?? ''] === 1).length)
      expect((await server.call(path, { [resource.scope ?? '']: 2 }, token)).data).toMatchObject({ list: [], count: 0 })
      expect((await server.call(path, { page: 2, page_rows: 1000 }, token)).data).toMatchObject({ list: [], count: own.data.count })
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

  const stateOf = async (): Promise<unknown> => {
    const texts = ['org', 'flow', 'project', 'community'].map((name) =>
      sql<{ t: string }>`select t::text as t from ${sql.table(name)} t order by 1`.execute(server.db),
    )
    return (await Promise.all(texts)).map(({ rows }) => rows)
  }

  test.each(
    scoped.flatMap(({ name, actions, calls }) =>
      actions.filter((action) => action.on !== 'page' && action.can !== calls.add).map((action): [string, string] => [name, action.can]),
    ),
  )('%s: %s on another project’s row is 404 and changes nothing, alone or among its own', async (name, path) => {
    const call = callOf(path)
    const { key } = resourceNamed(name)
    const before = await stateOf()
    const params = { ...goodParams(call, ground), number: '1', floor: 1, note: 'x' }
    const known = Object.fromEntries(Object.entries(params).filter(([field]) => field in call.params.properties))
    expect(await server.call(path, { ...known, [key]: theirs[name] }, token)).toMatchObject({ code: 404 })
    if ('ids' in call.params.properties) {
      const { [key]: _, ...rest } = known
      expect(await server.call(path, { ...rest, ids: [mine[name], theirs[name]] }, token)).toMatchObject({
        code: expect.toSatisfy((code) => code === 404 || code === 409),
      })
    }
    expect(await stateOf()).toEqual(before)
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
    expect(await server.call('/api/org/card', { org_id: mine.org }, token)).toMatchObject({ code: 200 })
    expect(await server.call('/api/org/card', { org_id: theirs.org }, token)).toMatchObject({ code: 404 })
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
  test.each(closed)('%s: 302 without a session, 403 without its code, done with it', async (path) => {
    const call = callOf(path)
    const code = codeOf(call)
    const params = path === '/api/sample/clear' ? {} : goodParams(call, ground)
    const before = await rowCounts(server.db)
    expect(await server.call(path, params)).toMatchObject({ code: 302, data: null })
    await permit(
      server,
      clerk,
      [...registry().keys()].filter((other) => other !== code),
    )
    const without = await server.call(path, params, await tokenOf(server, clerk))
    if (code) expect(without).toMatchObject({ code: 403, msg: `没有权限：${call.label}`, data: null })
    else expect([302, 403]).not.toContain(without.code)
    if (code) expect(await rowCounts(server.db)).toEqual(before)
    await permit(server, clerk, code ? [code] : [])
    const allowed = await server.call(path, params, await tokenOf(server, clerk))
    expect([302, 403, 500]).not.toContain(allowed.code)
  })
})
