import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildServer } from '../../../server/buildServer.ts'
import { allCodes } from '../../../server/calls/registry.ts'
import { hashToken } from '../../../server/domain/account/sessions.ts'
import { addAccount, permit, tokenOf } from '../../help/store/ground.ts'
import { md5, signed, startTestServer, type TestServer } from '../../help/testServer.ts'

const RIGHT = md5('anju2026')
const WRONG = md5('wrong')

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  await sql`delete from login_failure`.execute(server.db)
})

const login = (userName: unknown, password: unknown, style: 'A' | 'B' = 'B') => server.send('/login', { userName, password }, style)
const me = (token: string) => server.send('/get_info', { token }, 'B')
const failures = async (): Promise<number> =>
  (await sql<{ n: number }>`select count(*) as n from login_failure`.execute(server.db)).rows[0]?.n ?? -1

describe('login', () => {
  test('gives a token of 256 bits in either style; the store has its hash only', async () => {
    for (const style of ['A', 'B'] as const) {
      const { code, data } = await login('admin', RIGHT, style)
      expect(code).toBe(200)
      expect(data.token).toMatch(/^[0-9a-f]{64}$/)
      const { rows } = await sql<{ text: string }>`select s::text as text from session s`.execute(server.db)
      expect(rows.some((row) => row.text.includes(data.token))).toBe(false)
      expect(rows.some((row) => row.text.includes(hashToken(data.token).toString('hex')))).toBe(true)
    }
  })

  test('wrong, unknown and empty are refused; who exists is not told', async () => {
    const wrong = await login('admin', WRONG)
    expect(wrong).toMatchObject({ code: 400, msg: '账号或密码错误' })
    expect(await login('nobody', RIGHT)).toEqual(wrong)
    expect(await login('', RIGHT)).toMatchObject({ code: 400, msg: '请输入账号' })
    expect(await login('admin', '')).toMatchObject({ code: 400, msg: '请输入密码' })
    expect(await login('admin', 'anju2026')).toMatchObject({ code: 400, msg: '密码须以 MD5 发送' })
    expect(await login("' or 1=1 --", RIGHT)).toEqual(wrong)
    expect(await login({ $ne: 1 }, RIGHT)).toMatchObject({ code: 400 })
  })

  test('a disabled account is told so, and only with the right password', async () => {
    await addAccount(server, 'left', [])
    await sql`update account set is_active = false where user_name = 'left'`.execute(server.db)
    expect(await login('left', RIGHT)).toMatchObject({ code: 403, msg: '账号已停用，请联系管理员' })
    expect(await login('left', WRONG)).toMatchObject({ code: 400, msg: '账号或密码错误' })
  })

  test('the sixth try on an account within 15 minutes waits, also with the right password', async () => {
    for (let n = 0; n < 5; n++) expect(await login('Admin', WRONG)).toMatchObject({ code: 400 })
    const sixth = await login('admin', RIGHT)
    expect(sixth).toMatchObject({ code: 429, status: 200 })
    expect(sixth.data.seconds).toBeGreaterThan(880)
    expect(sixth.data.seconds).toBeLessThanOrEqual(900)
    expect(await login('guanjia', RIGHT)).toMatchObject({ code: 200 })
    await sql`update login_failure set at = at - 900`.execute(server.db)
    expect(await login('admin', RIGHT)).toMatchObject({ code: 200 })
  })

  test('an address that failed 30 times waits for every account', async () => {
    await sql`insert into login_failure (key, at) select 'address:127.0.0.1', epoch_now() from generate_series(1, 29)`.execute(server.db)
    expect(await login('nobody', WRONG)).toMatchObject({ code: 400 })
    expect(await login('admin', RIGHT)).toMatchObject({ code: 429 })
  })

  test('guesses sent at once get no more tries than one after the other', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => login('caiwu', WRONG)))
    expect(answers.filter((answer) => answer.code === 400).length).toBeLessThanOrEqual(5)
    expect(answers.filter((answer) => answer.code === 429).length).toBeGreaterThanOrEqual(15)
  })
})

test('whoever logs in with a password that is being changed, or as somebody who is being disabled, is not in when that is done', async () => {
  const user = await addAccount(server, 'rival', [])
  for (const became of [sql`password = 'another'`, sql`is_active = false`]) {
    await sql`update account a set is_active = true, password = b.password from account b where a.user_id = ${user} and b.user_id = 1`.execute(
      server.db,
    )
    let entering: ReturnType<typeof login> | undefined
    await server.db.transaction().execute(async (tx) => {
      await sql`update account set ${became} where user_id = ${user}`.execute(tx)
      entering = login('rival', RIGHT)
      // As long as a password takes to be judged, and more.
      await Promise.race([entering, wait(150)])
    })
    expect((await entering)?.data?.token).toBeUndefined()
    await sql`update account set is_active = true where user_id = ${user}`.execute(server.db)
    expect((await sql`select from session where user_id = ${user}`.execute(server.db)).rows).toEqual([])
  }
})

describe('session', () => {
  test('ends by expiry', async () => {
    const token = await tokenOf(server)
    expect(await me(token)).toMatchObject({ code: 200 })
    await sql`update session set expires_at = epoch_now() - 1 where token_hash = ${hashToken(token)}`.execute(server.db)
    expect(await me(token)).toMatchObject({ code: 302, msg: '登录已失效，请重新登录' })
    expect(await server.call('/api/local/index', {}, token)).toMatchObject({ code: 302 })
  })

  test.each(['/logout', '/api/user/logout'])('ends by %s, and only this one', async (path) => {
    const [mine, other] = [await tokenOf(server), await tokenOf(server)]
    expect(await server.call(path, {}, mine)).toMatchObject({ code: 200 })
    expect(await me(mine)).toMatchObject({ code: 302 })
    expect(await me(other)).toMatchObject({ code: 200 })
  })

  test('no token, an empty one, a made up one and one of another type are none', async () => {
    for (const token of [undefined, '', 'x', 'f'.repeat(64), 7, null, ['a'], { a: 1 }])
      expect(await server.send('/api/local/index', signed({ token }), 'B')).toMatchObject({ code: 302 })
  })

  test('an account that is disabled is out at its next call', async () => {
    const token = await tokenOf(server, await addAccount(server, 'leaving', []))
    expect(await me(token)).toMatchObject({ code: 200 })
    await sql`update account set is_active = false where user_name = 'leaving'`.execute(server.db)
    expect(await me(token)).toMatchObject({ code: 302 })
  })

  test('a right taken away is gone at the next call, on every node', async () => {
    const user = await addAccount(server, 'clerk', ['/api/tags/add'])
    const token = await tokenOf(server, user)
    const node = await buildServer(server.config, server.db, '/nonexistent')
    const url = await node.listen({ port: 0, host: '127.0.0.1' })
    const there = async (path: string, params: Record<string, unknown>) => {
      const response = await fetch(url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(signed(params, token)),
      })
      return (await response.json()) as { code: number }
    }
    expect(await server.call('/api/tags/add', { name: '甲' }, token)).toMatchObject({ code: 200 })
    expect(await there('/api/tags/add', { name: '乙' })).toMatchObject({ code: 200 })
    await permit(server, user, [])
    expect(await server.call('/api/tags/add', { name: '丙' }, token)).toMatchObject({ code: 403, msg: expect.stringContaining('没有权限') })
    expect(await there('/api/tags/add', { name: '丁' })).toMatchObject({ code: 403 })
    expect(await server.call('/logout', {}, token)).toMatchObject({ code: 200 })
    expect(await there('/api/local/index', {})).toMatchObject({ code: 302 })
    await node.close()
  })
})

test('many people at once each get their own answer, and none the rights of another', async () => {
  const people = await Promise.all(
    Array.from({ length: 12 }, async (_, n) => {
      const user = await addAccount(server, `many${n}`, n % 2 === 0 ? ['/api/cost/add'] : [])
      return { user, token: await tokenOf(server, user), code: n % 2 === 0 ? 200 : 403, name: `费用${n}` }
    }),
  )
  const rounds = Array.from({ length: 5 }, (_, round) => people.map((person) => ({ ...person, round }))).flat()
  await Promise.all(
    rounds.map(async ({ user, token, code, name, round }) => {
      expect((await me(token)).data.user_id).toBe(user)
      expect(await server.call('/api/cost/add', { name: `${name}-${round}` }, token)).toMatchObject({ code })
      expect(await me(`${token.slice(1)}0`)).toMatchObject({ code: 302 })
    }),
  )
})

test('get_info tells who it is and what they may: admin everything', async () => {
  const { data } = await me(await tokenOf(server))
  expect(data).toMatchObject({
    user_id: 1,
    name: '系统管理员',
    role: '管理员',
    avatar: '[]',
    sidebar: [],
    access: expect.arrayContaining(['build', 'flow']),
  })
  expect(data.permission).toEqual([...allCodes(), '/api/bill/create', '/api/bill/clearing', '/api/lessee/find'])
  await sql`update role set sidebar = '{org}' where name = '财务'`.execute(server.db)
  const clerk = await me(await server.login('caiwu'))
  expect(clerk.data).toMatchObject({
    name: '沈国华',
    sidebar: expect.arrayContaining(['org', 'waiting']),
    permission: expect.arrayContaining(['/api/flow/add']),
  })
  expect(clerk.data.permission).not.toContain('/api/unit/add')
})

test('what a role may read nothing of is not in its menu, from the next question on; bills are added by who may open them', async () => {
  const user = await addAccount(server, 'reader', ['key:setting', '/api/statistics/member', '/api/ledger/index'])
  const token = await tokenOf(server, user)
  const info = async () => (await me(token)).data
  const hidden = (await info()).sidebar
  expect(hidden).toEqual(expect.arrayContaining(['waiting', 'billWithhold', 'invoice', 'housingStatistics', 'personnelStructureSetting']))
  for (const id of ['memberStatistics', 'ledger']) expect(hidden).not.toContain(id)
  expect((await info()).permission).not.toContain('/api/bill/create')
  expect(await server.call('/api/bill/create', {}, token)).toMatchObject({ code: 403 })
  await permit(server, user, ['key:bill_list', '/api/Waiting/index'])
  expect((await info()).sidebar).not.toContain('waiting')
  expect((await info()).sidebar).toEqual(expect.arrayContaining(['ledger', 'memberStatistics', 'bill_list']))
  expect((await info()).permission).toEqual(['/api/Waiting/index', '/api/bill/create', '/api/bill/clearing', '/api/lessee/find'])
  expect(await server.call('/api/bill/create', {}, token)).toMatchObject({ code: 400, msg: '请先选择租赁房间的小区和房号' })
})

describe('change of password', () => {
  const change = (token: string, raw_pwd: unknown, new_pwd: unknown, rep_pwd = new_pwd) =>
    server.call('/api/admin/resetPassword', { raw_pwd, new_pwd, rep_pwd }, token)

  test('ends every session of the account and lets the new one in', async () => {
    const user = await addAccount(server, 'changer', [])
    const tokens = [await tokenOf(server, user), await tokenOf(server, user)]
    expect(await change(tokens[0] ?? '', RIGHT, md5('new2026'))).toMatchObject({ code: 200 })
    for (const token of tokens) expect(await me(token)).toMatchObject({ code: 302 })
    expect(await login('changer', RIGHT)).toMatchObject({ code: 400 })
    expect(await login('changer', md5('new2026'))).toMatchObject({ code: 200 })
    expect(await me(await tokenOf(server))).toMatchObject({ code: 200 })
  })

  test('a wrong old one changes nothing and counts as a failed login', async () => {
    const user = await addAccount(server, 'guesser', [])
    const token = await tokenOf(server, user)
    expect(await change(token, WRONG, md5('new2026'))).toMatchObject({ code: 400, msg: '原密码错误', data: { field: 'raw_pwd' } })
    // By address, by account and address, and by account.
    expect(await failures()).toBe(3)
    for (let n = 0; n < 4; n++) await change(token, md5(`try${n}`), md5('new2026'))
    expect(await change(token, RIGHT, md5('new2026'))).toMatchObject({ code: 429 })
    expect(await login('guesser', RIGHT)).toMatchObject({ code: 429 })
    expect(await me(token)).toMatchObject({ code: 200 })
  })

  test('its rules', async () => {
    const token = await tokenOf(server)
    expect(await change(token, undefined, RIGHT)).toMatchObject({ code: 400, msg: '原密码不能为空' })
    expect(await change(token, 'anju2026', RIGHT)).toMatchObject({ code: 400, msg: '原密码须以 MD5 发送' })
    expect(await change(token, RIGHT, undefined)).toMatchObject({ code: 400, msg: '新密码必须至少6位' })
    expect(await change(token, RIGHT, 'plain1')).toMatchObject({ code: 400, msg: '新密码须以 MD5 发送' })
    expect(await server.call('/api/admin/resetPassword', { raw_pwd: RIGHT, new_pwd: WRONG }, token)).toMatchObject({
      code: 400,
      msg: '密码确认不能为空',
    })
    expect(await change(token, RIGHT, md5('a1'), md5('b2'))).toMatchObject({ code: 400, msg: '两次输入的密码不一致' })
    expect(await me(token)).toMatchObject({ code: 200 })
  })

  test('more at once than there are connections all get an answer', async () => {
    const token = await tokenOf(server, await addAccount(server, 'impatient', []))
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => change(token, md5(`old${n}`), md5('new2026'))))
    for (const answer of answers) expect([400, 429]).toContain(answer.code)
  })
})

test('a housekeeper of the sample reads what his tenants owe and have paid, an accountant the rooms; neither books for the other', async () => {
  const answersOf = async (userName: string, paths: readonly string[]) => {
    const token = await server.login(userName)
    const answers = await Promise.all(paths.map((path) => server.call(path, { page: 1, page_rows: 1 }, token)))
    return answers.map(({ code }, index) => [paths[index], code])
  }
  const both = ['bill', 'bill_share', 'allocation', 'flow', 'ledger', 'contract', 'lessee', 'unit', 'meter'].map(
    (name) => `/api/${name}/index`,
  )
  const read = [...both, '/api/org/list']
  for (const userName of ['guanjia', 'caiwu']) expect(await answersOf(userName, read)).toEqual(read.map((path) => [path, 200]))
  const access = async (userName: string) => (await me(await server.login(userName))).data.access
  expect(await access('guanjia')).toEqual(expect.arrayContaining(['bill_list', 'flow', 'finance']))
  expect(await access('caiwu')).toEqual(expect.arrayContaining(['build', 'contract_list']))
  expect(await answersOf('guanjia', ['/api/flow/add', '/api/flow/reverse'])).toEqual([
    ['/api/flow/add', 403],
    ['/api/flow/reverse', 403],
  ])
  expect(await answersOf('caiwu', ['/api/unit/add', '/api/org/edit', '/api/Waiting/call'])).toEqual([
    ['/api/unit/add', 403],
    ['/api/org/edit', 403],
    ['/api/Waiting/call', 403],
  ])
})
