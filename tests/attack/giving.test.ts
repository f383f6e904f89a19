import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { allCodes } from '../../server/calls/registry.ts'
import { resources } from '../../src/declared/declared.ts'
import { adminServer } from '../help/adminServer.ts'
import { rounds } from '../help/depth.ts'
import { addAccount, permit, tokenOf } from '../help/store/ground.ts'
import { md5 } from '../help/testServer.ts'

const at = adminServer()
const { ask } = at

const roleIdOf = async (userId: number): Promise<number> =>
  (await sql<{ role_id: number }>`select role_id from account where user_id = ${userId}`.execute(at.server.db)).rows[0]?.role_id ?? 0
const standing = async () =>
  (
    await sql`select a.user_id, a.role_id, a.projects, a.is_active, a.password, r.permission, r.access from account a join role r on r.role_id = a.role_id order by 1`.execute(
      at.server.db,
    )
  ).rows
const GIVING = [
  '/api/admin/index',
  '/api/admin/add',
  '/api/admin/edit',
  '/api/admin/newPassword',
  '/api/admin/disable',
  '/api/admin/enable',
  '/api/admin/signOut',
  '/api/session/end',
  '/api/role/index',
  '/api/role/add',
  '/api/role/edit',
  '/api/role/del',
  '/api/role/copy',
  '/api/role/view',
  '/api/broker/add',
  '/api/broker/edit',
  '/api/saved_filter/share',
  '/api/screen/add',
  '/api/screen/save',
  '/api/screen/publish',
]
const person = (changes: object) => ({
  user_name: `u${randomUUID().slice(0, 8)}`,
  name: '新人',
  reach: 1,
  password: md5('xiangzhang-7k2'),
  ...changes,
})

describe('whoever may give rights gives none that he does not have', () => {
  let helper: string
  let helperId: number
  let helperRole: number
  beforeAll(async () => {
    helperId = await addAccount(at.server, 'helper', GIVING)
    helperRole = await roleIdOf(helperId)
    helper = await tokenOf(at.server, helperId)
  })

  test.each<[string, string, () => Record<string, unknown>]>([
    ['makes himself an administrator', '/api/admin/edit', () => ({ user_id: helperId, name: '我', role_id: 1, reach: 1 })],
    ['makes an administrator', '/api/admin/add', () => person({ role_id: 1 })],
    ['sets the administrator’s password', '/api/admin/newPassword', () => ({ user_id: 1, password: md5('xiangzhang-7k2') })],
    ['shuts the administrator out', '/api/admin/disable', () => ({ ids: [1] })],
    ['logs the administrator out', '/api/admin/signOut', () => ({ user_id: 1 })],
    ['widens his own role to all', '/api/role/edit', () => ({ role_id: helperRole, name: '大', permission: ['*'] })],
    [
      'widens his own role by one code',
      '/api/role/edit',
      () => ({ role_id: helperRole, name: '大', permission: [...GIVING, '/api/flow/add'] }),
    ],
    [
      'widens his own role by a key',
      '/api/role/edit',
      () => ({ role_id: helperRole, name: '大', permission: GIVING, access: ['setting_admin'] }),
    ],
    ['makes a role of codes that are not his', '/api/role/add', () => ({ name: '新角色', permission: ['/api/lessee/reveal'] })],
    ['copies the administrator’s role', '/api/role/copy', () => ({ role_id: 1, name: '副本' })],
    ['narrows a role above him', '/api/role/edit', () => ({ role_id: 1, name: '小', permission: [] })],
    ['looks as the administrator’s role', '/api/role/view', () => ({ role_id: 1 })],
    ['puts the administrator behind a broker', '/api/broker/add', () => ({ name: '中介', phone: '13800001111', level: 1, user_id: 1 })],
  ])('%s', async (_what, path, params) => {
    const before = await standing()
    expect((await ask(path, params(), helper)).code).toBe(403)
    expect(await standing()).toEqual(before)
    expect((await sql`select from broker`.execute(at.server.db)).rows).toEqual([])
  })

  test('what he has he may give, and the choices that he is offered are these', async () => {
    const tree = (await ask('/api/role/tree', {}, helper)).data.flatMap((group: { calls: { path: string }[] }) =>
      group.calls.map(({ path }) => path),
    )
    expect(tree.sort()).toEqual([...GIVING].sort())
    const made = await ask('/api/role/add', { name: '一部分', permission: ['/api/admin/index', '/api/role/index'] }, helper)
    expect(made).toMatchObject({ code: 200 })
    const { role_id } = made.data
    expect(await ask('/api/admin/add', person({ role_id }), helper)).toMatchObject({ code: 200 })
    expect(await ask('/api/role/edit', { role_id, name: '更少', permission: ['/api/admin/index'] }, helper)).toMatchObject({ code: 200 })
  })

  test('what was taken away a moment ago is not given any more', async () => {
    const role = await ask('/api/role/add', { name: '给过的', permission: ['/api/broker/add'] }, helper)
    await permit(
      at.server,
      helperId,
      GIVING.filter((code) => code !== '/api/broker/add'),
    )
    expect(await ask('/api/role/add', { name: '再给', permission: ['/api/broker/add'] }, helper)).toMatchObject({
      code: 403,
      msg: '不能给出自己没有的权限：新增经纪人',
    })
    expect(await ask('/api/admin/add', person({ role_id: role.data.role_id }), helper)).toMatchObject({ code: 403 })
    await permit(at.server, helperId, GIVING)
  })
})

describe('who sees some projects gives no others', () => {
  test('neither to himself nor to anyone', async () => {
    const id = await addAccount(at.server, 'scoped', ['*'], [1])
    const scoped = await tokenOf(at.server, id)
    const role_id = await roleIdOf(id)
    const before = await standing()
    for (const given of [{ reach: 1 }, { reach: 2, projects: [1, 2] }]) {
      expect((await ask('/api/admin/edit', { user_id: id, name: '我', role_id, ...given }, scoped)).code).not.toBe(200)
      expect((await ask('/api/admin/add', person({ role_id, ...given }), scoped)).code).not.toBe(200)
    }
    expect((await ask('/api/admin/newPassword', { user_id: 1, password: md5('xiangzhang-7k2') }, scoped)).code).toBe(403)
    expect(await standing()).toEqual(before)
    expect(await ask('/api/admin/add', person({ role_id, reach: 2, projects: [1] }), scoped)).toMatchObject({ code: 200 })
  })
})

test('a shared filter is of a list that its sharer may read, and of his projects', async () => {
  const id = await addAccount(at.server, 'sharer', ['/api/saved_filter/share', '/api/lessee/index'], [1])
  const token = await tokenOf(at.server, id)
  const save = async (resource: string, filters: object): Promise<number> =>
    (
      await ask(
        '/api/saved_filter/add',
        { resource, name: randomUUID().slice(0, 8), content: JSON.stringify({ filters, order: '-created_at', columns: null }) },
        token,
      )
    ).data.saved_id
  const share = async (saved_id: number) => (await ask('/api/saved_filter/share', { saved_id, is_shared: 1 }, token)).code
  expect(await share(await save('flow', {}))).toBe(403)
  expect(await share(await save('lessee', { p_id: [2] }))).toBe(403)
  expect(await share(await save('lessee', { p_id: [1] }))).toBe(200)
})

test('a page made at run time uses no key that its maker does not hold', async () => {
  const id = await addAccount(at.server, 'designer', ['/api/screen/add', '/api/screen/save', '/api/screen/publish', '/api/screen/index'])
  const token = await tokenOf(at.server, id)
  const { screen_id } = (await ask('/api/screen/add', { name: 'guestbook', label: '来访登记' }, token)).data
  const { draft, version } = (await ask('/api/screen/draft', { screen_id }, token)).data
  const save = await ask(
    '/api/screen/save',
    { screen_id, version, declaration: JSON.stringify({ ...draft, access: 'setting_admin' }) },
    token,
  )
  expect(save.code).toBe(200)
  expect(await ask('/api/screen/publish', { screen_id, note: '试' }, token)).toMatchObject({
    code: 403,
    msg: '不能使用自己没有的页面权限 setting_admin',
  })
  expect(resources.some(({ name }) => name === 'guestbook')).toBe(false)
})

test('property: whatever a role editor holds and asks for, what comes of it is within what he holds', async () => {
  const id = await addAccount(at.server, 'random', [])
  const token = await tokenOf(at.server, id)
  const role_id = (await ask('/api/role/add', { name: '靶子' }, at.admin)).data.role_id
  const some = fc.subarray(allCodes(), { maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(some, some, fc.boolean(), async (held, wanted, isAll) => {
      await permit(at.server, id, [...held, '/api/role/edit', '/api/role/index'])
      await sql`update role set permission = '{}' where role_id = ${role_id}`.execute(at.server.db)
      const permission = isAll ? ['*', ...wanted] : wanted
      const { code } = await ask('/api/role/edit', { role_id, name: '靶子', permission }, token)
      const { rows } = await sql<{ permission: string[] }>`select permission from role where role_id = ${role_id}`.execute(at.server.db)
      const isWithin = permission.every((one) => [...held, '/api/role/edit', '/api/role/index'].includes(one))
      expect([code === 200, rows[0]?.permission]).toEqual([isWithin, isWithin ? permission : []])
    }),
    { numRuns: rounds(15, 40) },
  )
})
