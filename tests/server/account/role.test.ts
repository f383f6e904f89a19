import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { chunk } from 'es-toolkit'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Call, isForAnyone } from '../../../server/calls/defineCall.ts'
import { allCodes, registry } from '../../../server/calls/registry.ts'
import { hashToken } from '../../../server/domain/account/sessions.ts'
import { pages, resources } from '../../../src/declared/declared.ts'
import { screensOf } from '../../../src/derive/menu.ts'
import { goodParams } from '../../help/declared/examples.ts'
import { partOf, rounds } from '../../help/depth.ts'
import { addAccount, fillGround, type Ground, permit, tokenOf } from '../../help/store/ground.ts'
import { type Answer, startTestServer, type TestServer } from '../../help/testServer.ts'

let server: TestServer
let ground: Ground
let admin: string
beforeAll(async () => {
  server = await startTestServer()
  ground = await fillGround(server)
  admin = await tokenOf(server)
})
afterAll(() => server.close())

/** Each sending is a deed of its own, also of the same words in the same second. */
const ask = (path: string, params: Record<string, unknown> = {}, token = admin): Promise<Answer> =>
  server.call(path, { ...params, request_id: randomUUID() }, token)
const roleOf = async (role_id: number) => (await ask('/api/role/detail', { role_id })).data
let count = 0
const addRole = async (changes: Record<string, unknown> = {}): Promise<number> => {
  const { code, msg, data } = await ask('/api/role/add', {
    name: `角色${++count}`,
    permission: ['/api/org/list'],
    access: ['build'],
    ...changes,
  })
  if (code !== 200) throw new Error(msg)
  return data.role_id
}

test('no role that an operator begins with holds a right twice: what is sent twice is refused, and it could not be saved again', async () => {
  const { list } = (await ask('/api/role/index', { page: 1, page_rows: 100 })).data
  const roles = list as { name: string; permission: string[] }[]
  expect(roles.map(({ name }) => name)).toContain('管家')
  expect(roles.filter(({ permission }) => new Set(permission).size < permission.length).map(({ name }) => name)).toEqual([])
  // Where one does already, an upgrade leaves each once.
  const role_id = await addRole()
  await sql`update role set permission = array['/api/org/list', '/api/org/add', '/api/org/list'] where role_id = ${role_id}`.execute(
    server.db,
  )
  await sql.raw(readFileSync('server/domain/account/migrations/095-rights-once.sql', 'utf8')).execute(server.db)
  expect((await roleOf(role_id)).permission).toEqual(['/api/org/list', '/api/org/add'])
})

describe('the menu of a role', () => {
  test('leaves out what was hidden and what the role could read nothing of, whoever asks', async () => {
    const rights = { permission: ['/api/flow/index'], access: ['flow', 'bill', 'finance'], sidebar: ['meter'] }
    const { code, data } = await ask('/api/role/menu', rights)
    expect(code).toBe(200)
    expect(data.sidebar).toContain('meter')
    expect(data.sidebar).not.toContain('flow')
    // Its key opens it, and nothing on it may be read.
    expect(data.closed).toContain('bill_list')
    expect(data.sidebar).toEqual(expect.arrayContaining(data.closed))
    expect((await ask('/api/role/menu', { ...rights, permission: ['*'] })).data).toEqual({ closed: [], sidebar: ['meter'] })
    // As get_info has it for whoever logs in with such a role.
    const user = await addAccount(server, `menu${++count}`, rights.permission)
    await sql`
      update role set access = array['flow', 'bill', 'finance'], sidebar = array['meter']
      where role_id = (select role_id from account where user_id = ${user})
    `.execute(server.db)
    const info = (await server.call('/get_info', {}, await tokenOf(server, user))).data
    expect([info.sidebar, info.closed]).toEqual([data.sidebar, data.closed])
  })

  test('is told to who may read roles, and refuses what is no list of words', async () => {
    const reader = await tokenOf(server, await addAccount(server, `reader${++count}`, ['/api/role/index']))
    expect((await ask('/api/role/menu', {}, reader)).code).toBe(200)
    const other = await tokenOf(server, await addAccount(server, `other${++count}`, ['/api/org/list']))
    expect((await ask('/api/role/menu', {}, other)).code).toBe(403)
    expect((await server.call('/api/role/menu', {})).code).toBe(302)
    expect((await ask('/api/role/menu', { access: 'flow' })).code).toBe(400)
  })
})

describe('the choices', () => {
  test('of rights are every code there is, by screen, and all of them together', async () => {
    const { data } = await ask('/api/role/tree')
    const paths = data.flatMap((group: { calls: { path: string }[] }) => group.calls.map(({ path }) => path))
    expect(paths.sort()).toEqual(['*', ...allCodes()].sort())
    const org = data.find(({ group }: { group: string }) => group === '房源列表')
    expect(org.calls).toContainEqual({ path: '/api/org/list', label: '查看房源列表' })
  })

  test('of screens are the declared ones by name, of the menu those in it', async () => {
    const screens = screensOf(resources, pages)
    const keys = (await ask('/api/role/access')).data.flatMap((group: { keys: { key: string; label: string }[] }) => group.keys)
    expect(keys.map(({ key }: { key: string }) => key).sort()).toEqual(
      [...new Set([...screens.flatMap(({ access }) => access), 'finance', 'setting'])].sort(),
    )
    expect(keys).toContainEqual({ key: 'setting', label: '统计（整组）、设置（整组）' })
    expect(keys).toContainEqual({ key: 'setting_lessee', label: '角色设置、角色权限' })
    const ids = (await ask('/api/role/sidebar')).data.flatMap((group: { screens: { id: string }[] }) => group.screens.map(({ id }) => id))
    expect(ids.sort()).toEqual(
      screens
        .filter(({ menu }) => menu)
        .map(({ id }) => id)
        .sort(),
    )
  })
})

describe('a role', () => {
  test.each([
    ['permission', '/api/orgg/list', '接口权限里没有 /api/orgg/list，是否想写 /api/org/list'],
    ['access', 'setting_lesse', '可打开的页面里没有 setting_lesse，是否想写 setting_lessee'],
    ['sidebar', 'rolee', '菜单中隐藏里没有 rolee，是否想写 role'],
  ])('with a word in %s that is none is refused with the nearest', async (field, word, msg) => {
    expect(await ask('/api/role/add', { name: '写错', [field]: [word] })).toMatchObject({ code: 400, msg, data: { field } })
    const role_id = await addRole()
    expect(await ask('/api/role/edit', { role_id, name: '写错', [field]: [word] })).toMatchObject({ code: 400, msg, data: { field } })
    expect((await ask('/api/role/index', { name: '写错' })).data.count).toBe(0)
  })

  test('keeps whatever choice of texts it is given, in either style', async () => {
    const role_id = await addRole()
    await fc.assert(
      fc.asyncProperty(fc.subarray(['*', ...allCodes()]), fc.constantFrom('A' as const, 'B' as const), async (permission, style) => {
        const edited = await server.call('/api/role/edit', { role_id, name: '随意', permission, request_id: randomUUID() }, admin, style)
        expect(edited).toMatchObject({ code: 200 })
        expect((await roleOf(role_id)).permission).toEqual(permission)
      }),
      { numRuns: rounds(8, 20) },
    )
  })

  test('refuses texts that are none', async () => {
    for (const permission of ['x', [1], [['/api/org/list']], ['/api/org/list', '/api/org/list'], { a: 1 }, ['a\u0000'], ['x'.repeat(101)]])
      expect(await ask('/api/role/add', { name: '坏的', permission }), JSON.stringify(permission)).toMatchObject({
        code: 400,
        data: { field: expect.stringMatching(/^permission/) },
      })
  })

  test('may keep a word that an upgrade took away, and not get it anew', async () => {
    const role_id = await addRole()
    await sql`update role set permission = '{/api/gone/index,/api/org/list}' where role_id = ${role_id}`.execute(server.db)
    expect(await ask('/api/role/edit', { role_id, name: '旧角色', permission: ['/api/gone/index'] })).toMatchObject({ code: 200 })
    expect(await ask('/api/role/edit', { role_id, name: '旧角色', permission: [] })).toMatchObject({ code: 200 })
    expect(await ask('/api/role/edit', { role_id, name: '旧角色', permission: ['/api/gone/index'] })).toMatchObject({ code: 400 })
  })

  test('is copied with all it holds, under a name of its own', async () => {
    const role_id = await addRole({ sidebar: ['flow'] })
    const { name, ...held } = await roleOf(role_id)
    expect(await ask('/api/role/copy', { role_id, name })).toMatchObject({ code: 409, msg: '已有同名的角色' })
    const copied = await ask('/api/role/copy', { role_id, name: `${name}之二` })
    expect(copied).toMatchObject({ code: 200 })
    const { permission, access, sidebar } = held
    expect(await roleOf(copied.data.role_id)).toMatchObject({ name: `${name}之二`, permission, access, sidebar })
    expect(await ask('/api/role/copy', { role_id: 9999, name: '无' })).toMatchObject({ code: 404 })
  })

  test('is deleted only where no account has it', async () => {
    const role_id = await addRole()
    const user = await addAccount(server, 'holder', [])
    await sql`update account set role_id = ${role_id} where user_id = ${user}`.execute(server.db)
    expect(await ask('/api/role/del', { role_id })).toMatchObject({ code: 409, msg: '仍有账号使用该角色，不能删除' })
    await sql`update account set role_id = 2 where user_id = ${user}`.execute(server.db)
    expect(await ask('/api/role/del', { role_id })).toMatchObject({ code: 200 })
  })
})

describe('以此角色查看', () => {
  let looker: number
  let token: string
  beforeEach(async () => {
    looker = await addAccount(server, `looker${++count}`, ['*'])
    token = await tokenOf(server, looker)
  })
  const viewAs = async (role_id: number): Promise<string> => (await ask('/api/role/view', { role_id }, token)).data.token
  const contentOf = async (): Promise<unknown> => {
    const { rows } = await sql<{ name: string }>`
      select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not in ('session', 'region', 'applied')
    `.execute(server.db)
    return Promise.all(
      rows.map(async ({ name }) => [
        name,
        (
          await sql<{
            h: string
          }>`select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as h from ${sql.table(name)} t`.execute(server.db)
        ).rows,
      ]),
    )
  }

  test('has the rights of the role and the person’s own projects, and says which it is', async () => {
    const view = await viewAs(3)
    expect((await ask('/get_info', {}, view)).data).toMatchObject({ user_id: looker, role: '财务', is_view: true })
    expect((await ask('/get_info', {}, token)).data).toMatchObject({ is_view: false })
    expect(await ask('/api/flow/index', {}, view)).toMatchObject({ code: 200 })
    expect(await ask('/api/role/index', {}, view)).toMatchObject({ code: 403, msg: '没有权限：查看角色设置' })
  })

  test('no call at all changes anything, also as a role that holds all', async () => {
    const view = await viewAs(1)
    const before = await contentOf()
    const asked = async (call: Call): Promise<void> => {
      const answer = await ask(call.path, call.path === '/api/sample/clear' ? {} : goodParams(call, ground), view)
      if (call.writes) expect(answer, call.path).toMatchObject({ code: 403, msg: '正在以角色查看，只能看，不能修改' })
      else expect([200, 400, 403, 404, 409], call.path).toContain(answer.code)
    }
    // As browsers ask: several at once.
    const asking = [...registry().values()].filter(({ can, leaves }) => !isForAnyone(can) && !leaves)
    for (const some of chunk(partOf(asking, 3), 8)) await Promise.all(some.map(asked))
    expect(await contentOf()).toEqual(before)
  })

  test('a call that writes without saying so is refused by the store', async () => {
    const view = await viewAs(1)
    expect(await ask('/api/unit/sn', {}, view)).toMatchObject({ code: 403, msg: '正在以角色查看，只能看，不能修改' })
    expect(await ask('/api/unit/sn', {}, token)).toMatchObject({ code: 200 })
  })

  test('ends by itself, with the session it was opened from, and with the right to look', async () => {
    const [left, parted, unallowed] = [await viewAs(3), await viewAs(3), await viewAs(3)]
    expect(await ask('/api/user/logout', {}, left)).toMatchObject({ code: 200 })
    expect(await ask('/get_info', {}, left)).toMatchObject({ code: 302 })
    expect(await ask('/get_info', {}, token)).toMatchObject({ code: 200 })
    await permit(server, looker, ['/api/flow/index'])
    expect(await ask('/get_info', {}, unallowed)).toMatchObject({ code: 302 })
    // Nobody looks as a role that holds what he has not himself (any more).
    await permit(server, looker, ['/api/role/view'])
    expect(await ask('/api/flow/index', {}, unallowed)).toMatchObject({ code: 302 })
    const { permission, access } = await roleOf(3)
    await permit(server, looker, ['/api/role/view', ...permission, ...access.map((key: string) => `key:${key}`)])
    expect(await ask('/api/flow/index', {}, unallowed)).toMatchObject({ code: 200 })
    expect(await ask('/logout', {}, token)).toMatchObject({ code: 200 })
    expect(await ask('/get_info', {}, parted)).toMatchObject({ code: 302 })
  })

  test('lasts an hour and no longer than the session it was opened from; its token is kept nowhere', async () => {
    const view = await viewAs(3)
    const { rows } = await sql<{
      left: number
    }>`select expires_at - epoch_now() as left from session where token_hash = ${hashToken(view)}`.execute(server.db)
    expect(rows[0]?.left).toBeGreaterThan(3590)
    expect(rows[0]?.left).toBeLessThanOrEqual(3600)
    await sql`update session set expires_at = epoch_now() + 60 where token_hash = ${hashToken(token)}`.execute(server.db)
    const short = await viewAs(3)
    const found = await sql<{
      left: number
    }>`select expires_at - epoch_now() as left from session where token_hash = ${hashToken(short)}`.execute(server.db)
    expect(found.rows[0]?.left).toBeLessThanOrEqual(60)
    const kept = await sql<Record<string, unknown>>`select * from replay`.execute(server.db)
    const texts = kept.rows
      .flatMap((row) => Object.values(row))
      .map((value) => (Buffer.isBuffer(value) ? value.toString('latin1') : JSON.stringify(value)))
    expect(texts.filter((text) => text.includes(view))).toEqual([])
  })
})

test('whoever read the history of the queue by a code of before goes on reading it, and nobody else does', async () => {
  const held: [string[], string[]][] = [
    [['/api/waiting_event/index'], ['/api/Waiting/detail_history']],
    [['/api/Waiting/detail'], ['/api/Waiting/detail', '/api/Waiting/detail_history']],
    [['/api/org/list'], ['/api/org/list']],
  ]
  const ids: number[] = []
  for (const [before] of held) {
    const id = await addRole()
    await sql`update role set permission = ${before}::text[] where role_id = ${id}`.execute(server.db)
    ids.push(id)
  }
  await sql.raw(readFileSync('server/domain/waiting/migrations/005-history-code.sql', 'utf8')).execute(server.db)
  for (const [place, [, after]] of held.entries()) expect((await roleOf(ids[place] ?? 0)).permission).toEqual(after)
})
