import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildServer } from '../../../server/buildServer.ts'
import { kyselyOn, openPool } from '../../../server/store/connection/database.ts'
import { adminServer } from '../../help/adminServer.ts'
import { addAccount, permit, tokenOf } from '../../help/store/ground.ts'
import { md5, signed } from '../../help/testServer.ts'

const at = adminServer()
const { ask } = at

const isIn = async (token: string): Promise<boolean> => (await at.server.send('/get_info', { token }, 'B')).code === 200
const login = (userName: string, password: string) => at.server.send('/login', { userName, password: md5(password) }, 'B')
const person = (user_name: string, changes: Record<string, unknown> = {}) => ({
  user_name,
  name: '新人',
  role_id: 2,
  reach: 1,
  password: md5('first2026'),
  ...changes,
})
const detail = async (user_id: number) => (await ask('/api/admin/detail', { user_id })).data

describe('an account', () => {
  test('is added, logs in, and its list never tells a password', async () => {
    const { code, data } = await ask('/api/admin/add', person('xinren'))
    expect(code).toBe(200)
    expect(await detail(data.user_id)).toMatchObject({ user_name: 'xinren', status: 1, reach: 1, projects: null, last_login_at: null })
    const { data: opened } = await login('xinren', 'first2026')
    expect(await isIn(opened.token)).toBe(true)
    const now = Math.floor(Date.now() / 1000)
    expect((await detail(data.user_id)).last_login_at).toBeGreaterThan(now - 60)
    const list = await ask('/api/admin/index', { user_name: 'xinren' })
    expect(list.data.list[0]).toMatchObject({ user_name: 'xinren', role_id_title: '管家' })
    expect(JSON.stringify(list.data)).not.toMatch(/argon2|password/)
  })

  test('its rules', async () => {
    expect(await ask('/api/admin/add', person('guanjia'))).toMatchObject({ code: 409, msg: '该账号已存在' })
    expect(await ask('/api/admin/add', person('a b'))).toMatchObject({ code: 400, msg: '账号不能有空格' })
    expect(await ask('/api/admin/add', person('plain', { password: 'first2026' }))).toMatchObject({
      code: 400,
      msg: '初始密码须以 MD5 发送',
    })
    expect(await ask('/api/admin/add', person('nobody', { role_id: 999 }))).toMatchObject({ code: 400, data: { field: 'role_id' } })
    expect(await ask('/api/admin/add', person('narrow', { reach: 2 }))).toMatchObject({ code: 400, msg: '请选择可见项目' })
    expect(await ask('/api/admin/add', person('narrow', { reach: 2, projects: [99] }))).toMatchObject({
      code: 400,
      data: { field: 'projects' },
    })
  })

  test('sees the projects it is given from its next call on', async () => {
    const { data } = await ask('/api/admin/add', person('fanwei', { reach: 2, projects: [2], role_id: 1 }))
    const token = await tokenOf(at.server, data.user_id)
    const seen = async () => (await ask('/api/Project/find', {}, token)).data.map(({ p_id }: { p_id: number }) => p_id)
    expect(await seen()).toEqual([2])
    const { version } = await detail(data.user_id)
    const edited = { user_id: data.user_id, version, name: '新人', role_id: 2, reach: 1 }
    expect(await ask('/api/admin/edit', edited)).toMatchObject({ code: 200 })
    expect(await seen()).toEqual([1, 2])
    expect(await detail(data.user_id)).toMatchObject({ reach: 1, projects: null })
    expect(await ask('/api/admin/edit', edited)).toMatchObject({ code: 409 })
  })

  test('a new password ends its sessions, lets it in again and gives it its tries back', async () => {
    const user = await addAccount(at.server, 'wangji', [])
    const token = await tokenOf(at.server, user)
    for (let n = 0; n < 5; n++) await login('wangji', 'wrong1')
    expect(await login('wangji', 'anju2026')).toMatchObject({ code: 429 })
    expect(await ask('/api/admin/newPassword', { user_id: user, password: md5('again2026') })).toMatchObject({ code: 200 })
    expect(await isIn(token)).toBe(false)
    expect(await login('wangji', 'anju2026')).toMatchObject({ code: 400 })
    expect(await login('wangji', 'again2026')).toMatchObject({ code: 200 })
    expect(await ask('/api/admin/newPassword', { user_id: 9999, password: md5('again2026') })).toMatchObject({ code: 404 })
  })

  test('disabled it is out at once and cannot log in; enabled it can', async () => {
    const user = await addAccount(at.server, 'tingyong', [])
    const token = await tokenOf(at.server, user)
    expect(await ask('/api/admin/disable', { user_id: user })).toMatchObject({ code: 200 })
    expect(await isIn(token)).toBe(false)
    expect(await login('tingyong', 'anju2026')).toMatchObject({ code: 403 })
    expect(await ask('/api/admin/disable', { user_id: user })).toMatchObject({ code: 409 })
    expect((await ask('/api/admin/index', { status: [2] })).data.list).toMatchObject([{ user_id: user }])
    expect(await ask('/api/admin/enable', { ids: [user] })).toMatchObject({ code: 200 })
    expect(await isIn(token)).toBe(false)
    expect(await login('tingyong', 'anju2026')).toMatchObject({ code: 200 })
  })

  test('is found by anyone logged in, by number and name alone', async () => {
    const token = await tokenOf(at.server, await addAccount(at.server, 'zhaoren', []))
    expect(await ask('/api/admin/find', { keyword: '周' }, token)).toMatchObject({ code: 200, data: [{ user_id: 2, name: '周敏' }] })
    expect(Object.keys((await ask('/api/admin/find', { keyword: '周' }, token)).data[0])).toEqual(['user_id', 'name'])
    expect((await ask('/api/admin/find', { page: 2, page_rows: 2 }, token)).data).toHaveLength(2)
  })
})

describe('sessions', () => {
  const sessionsOf = async (user: number) => (await ask('/api/session/index', { user_id: [user] })).data.list

  test('are listed with where and when; one is ended, or all', async () => {
    const user = await addAccount(at.server, 'duochu', [])
    const tokens = [await tokenOf(at.server, user), await tokenOf(at.server, user), await tokenOf(at.server, user)]
    const list = await sessionsOf(user)
    expect(list).toHaveLength(3)
    expect(list[0]).toMatchObject({ address: 'test', user_id_title: 'duochu', created_at: expect.any(Number), seen_at: expect.any(Number) })
    expect(JSON.stringify(list)).not.toMatch(/token/)
    expect(await ask('/api/session/end', { session_id: list[0].session_id })).toMatchObject({ code: 200 })
    expect((await Promise.all(tokens.map(isIn))).filter(Boolean)).toHaveLength(2)
    expect(await ask('/api/session/end', { session_id: list[0].session_id })).toMatchObject({ code: 404 })
    expect(await ask('/api/admin/signOut', { user_id: user })).toMatchObject({ code: 200 })
    expect((await Promise.all(tokens.map(isIn))).filter(Boolean)).toEqual([])
    expect(await sessionsOf(user)).toEqual([])
  })

  test('their last call is noted, to the minute', async () => {
    const user = await addAccount(at.server, 'huodong', [])
    const token = await tokenOf(at.server, user)
    await sql`update session set seen_at = epoch_now() - 500 where user_id = ${user}`.execute(at.server.db)
    await isIn(token)
    const now = Math.floor(Date.now() / 1000)
    await expect.poll(async () => (await sessionsOf(user))[0].seen_at).toBeGreaterThan(now - 60)
  })
})

describe('the last administrator', () => {
  const others = async (): Promise<number[]> =>
    (
      await sql<{
        user_id: number
      }>`select user_id from account a join role r using (role_id) where '*' = any(r.permission) and a.is_active`.execute(at.server.db)
    ).rows.map(({ user_id }) => user_id)
  const LAST = { code: 409, msg: '至少要留一个在用的管理员账号（角色含全部接口）' }

  beforeAll(async () => {
    await sql`update account set role_id = 2 where user_name = 'fanwei'`.execute(at.server.db)
    expect(await others()).toEqual([1])
  })

  test('cannot be disabled, demoted or deleted, nor its role narrowed', async () => {
    expect(await ask('/api/admin/disable', { user_id: 1 })).toMatchObject(LAST)
    expect(await ask('/api/admin/edit', { user_id: 1, name: '系统管理员', role_id: 2, reach: 1 })).toMatchObject(LAST)
    expect(await ask('/api/role/edit', { role_id: 1, name: '管理员', permission: ['/api/role/edit'] })).toMatchObject(LAST)
    await sql`delete from session`.execute(at.server.db)
    await expect(sql`delete from account where user_id = 1`.execute(at.server.db)).rejects.toMatchObject({
      // Who has ever done anything is named in the log as well, which alone would keep the row.
      constraint: expect.stringMatching(/^(last_administrator|operation_log_created_by_ref)$/),
    })
    await at.logInAgain()
    expect(await others()).toEqual([1])
  })

  test.each([
    ['disabled', '/api/admin/disable', {}],
    ['demoted', '/api/admin/edit', { name: '某人', role_id: 2, reach: 1 }],
  ])('of two that each have the other %s at the same moment one stays', async (word, path, params) => {
    for (let round = 0; round < 5; round++) {
      const second = (await ask('/api/admin/add', person(`${word}${round}`, { role_id: 1 }))).data.user_id
      const seconds = await tokenOf(at.server, second)
      const answers = await Promise.all([ask(path, { ...params, user_id: second }), ask(path, { ...params, user_id: 1 }, seconds)])
      const [done, ...more] = answers.filter(({ code }) => code === 200)
      expect([done?.code, more]).toEqual([200, []])
      // The later of the two is the last one, or is none any more.
      expect([302, 403, 409]).toContain(answers.find(({ code }) => code !== 200)?.code)
      expect(await others()).toHaveLength(1)
      await sql`update account set role_id = 1, is_active = true where user_id = 1`.execute(at.server.db)
      await sql`update account set is_active = false where user_id = ${second}`.execute(at.server.db)
      await at.logInAgain()
    }
  })

  test('transactions that do not see each other’s work cannot take both away', async () => {
    const second = (await ask('/api/admin/add', person('tongshi', { role_id: 1 }))).data.user_id
    let go = (): void => {}
    const both = new Promise<void>((done) => {
      go = done
    })
    let ready = 0
    const disable = (user: number) =>
      at.server.db.transaction().execute(async (tx) => {
        await sql`select 1`.execute(tx)
        if (++ready === 2) go()
        await both
        await sql`update account set is_active = false where user_id = ${user}`.execute(tx)
      })
    const done = await Promise.allSettled([disable(1), disable(second)])
    expect(done.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await others()).toHaveLength(1)
    await sql`update account set is_active = true where user_id in (1, ${second})`.execute(at.server.db)
  })
})

test('what is taken away on one node is gone at the next call on the other', async () => {
  const pool = openPool(at.server.connection, 2)
  const db = kyselyOn(pool)
  const node = await buildServer(at.server.config, db, '/nonexistent')
  const url = await node.listen({ port: 0, host: '127.0.0.1' })
  const there = async (path: string, params: Record<string, unknown>, token: string): Promise<number> => {
    const response = await fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(signed(params, token)),
    })
    return ((await response.json()) as { code: number }).code
  }
  try {
    const user = await addAccount(at.server, 'liangdi', ['/api/tags/add'])
    const { role_id } = await detail(user)
    const token = await tokenOf(at.server, user)
    await at.logInAgain()
    const edit = (permission: string[]) => ask('/api/role/edit', { role_id, name: '两地', permission })
    expect(await there('/api/tags/add', { name: '甲' }, token)).toBe(200)
    expect(await edit(['/api/org/list'])).toMatchObject({ code: 200 })
    expect(await there('/api/tags/add', { name: '乙' }, token)).toBe(403)
    expect(await edit(['/api/tags/add'])).toMatchObject({ code: 200 })
    expect(await there('/api/tags/add', { name: '丙' }, token)).toBe(200)
    const view = (await ask('/api/role/view', { role_id })).data.token
    expect(await there('/api/tags/add', { name: '丁' }, view)).toBe(403)
    await permit(at.server, user, [])
    expect(await there('/api/tags/add', { name: '戊' }, token)).toBe(403)
    expect(await ask('/api/admin/signOut', { user_id: user })).toMatchObject({ code: 200 })
    expect(await there('/api/Project/find', {}, token)).toBe(302)
    const other = await tokenOf(at.server, user)
    expect(await there('/api/Project/find', {}, other)).toBe(200)
    expect(await ask('/api/admin/disable', { user_id: user })).toMatchObject({ code: 200 })
    expect(await there('/api/Project/find', {}, other)).toBe(302)
  } finally {
    await node.close()
    await db.destroy()
  }
})
