import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedAccounts } from '../../server/domain/account/seedAccounts.ts'
import { addAccount, tokenOf } from '../help/store/ground.ts'
import { md5, startTestServer, type TestServer } from '../help/testServer.ts'

let server: TestServer
let admin: string
let user: number
beforeAll(async () => {
  server = await startTestServer()
  admin = await tokenOf(server)
  user = await addAccount(server, 'wangmin', [])
})
afterAll(() => server.close())

/** What is refused for whoever it is, and what for wangmin. */
const COMMON = [
  '',
  '123456',
  'password',
  'a123456',
  'Abc123',
  'admin123',
  '1qaz2wsx',
  'Passw0rd',
  'P@ssw0rd',
  'woaini1314',
  'qq123456',
  '5201314a',
]
const IN_CHINA = ['zhang123', 'Li123456', 'wang520', '123456abc', 'Qwer1234', 'admin888', 'anju123']
const OWN = [
  'wangmin',
  'Wangmin',
  'WANGMIN1',
  'wangmin123',
  'wangmin2026',
  'wangmin@2024',
  '1990wangmin',
  'nimgnaw1',
  'wangminwangmin',
  'Wangmin888',
]
const GOOD = ['river stone 42 lamp', 'anju2026', 'hm7kqz2p', 'zhangsan loves tea 9']

/** Each place where a password is set, and the field that its dialog shows. */
const places: readonly [string, string, (password: string) => Promise<{ code: number; msg: string; data: unknown }>][] = [
  ['重置密码', 'password', (password) => server.call('/api/admin/newPassword', { user_id: user, password: md5(password) }, admin)],
  [
    '新增账号',
    'password',
    (password) =>
      server.call('/api/admin/add', { user_name: 'wangmin', name: '王敏', role_id: 2, reach: 1, password: md5(password) }, admin),
  ],
  [
    '修改密码',
    'new_pwd',
    async (password) => {
      const [raw_pwd, next] = [md5('anju2026'), md5(password)]
      await sql`delete from login_failure`.execute(server.db)
      return server.call('/api/admin/resetPassword', { raw_pwd, new_pwd: next, rep_pwd: next }, await tokenOf(server, user))
    },
  ],
]

test.each(places)('%s refuses what anyone would try first, at its field', async (_what, field, set) => {
  const passwords = [...COMMON, ...IN_CHINA, ...OWN.filter((password) => password !== '1990wangmin')]
  const taken: string[] = []
  for (const password of passwords) {
    const { code, msg, data } = await set(password)
    if (code !== 400 || (data as { field?: string })?.field !== field || !msg.includes('容易被猜中')) taken.push(`${password}: ${msg}`)
  }
  expect(taken).toEqual([])
})

test('what nobody else would think of is taken', async () => {
  for (const password of GOOD)
    expect(await server.call('/api/admin/newPassword', { user_id: user, password: md5(password) }, admin)).toMatchObject({ code: 200 })
})

test('the first start refuses it as ADMIN_PASSWORD, and makes no account', async () => {
  await server.db.transaction().execute(async (tx) => {
    // As a store is before its first start: no rule keeps the last administrator there.
    await sql`set local session_replication_role = replica`.execute(tx)
    for (const table of ['session', 'known_browser', 'account', 'role']) await sql.raw(`delete from ${table}`).execute(tx)
  })
  await expect(seedAccounts(server.db, 'admin123', true)).rejects.toThrow('ADMIN_PASSWORD 很多人在用')
  await expect(seedAccounts(server.db, 'caiwu2026', true)).rejects.toThrow('ADMIN_PASSWORD 很多人在用')
  expect(await seedAccounts(server.db, 'river stone 42', true)).toHaveLength(3)
})

test('a password is hashed while no connection is held: passwords set at once leave the pool to others', async () => {
  const small = await startTestServer({}, { connections: 2 })
  const token = await tokenOf(small)
  const key = await addAccount(small, 'someone', [])
  const order: string[] = []
  const sets = Array.from({ length: 12 }, (_, n) =>
    small.call('/api/admin/newPassword', { user_id: key, password: md5(`odd words ${n}`) }, token).then(({ code }) => {
      expect(code).toBe(200)
      order.push('set')
    }),
  )
  await small.call('/api/cost/index', { page: 1 }, token)
  order.push('page')
  await Promise.all(sets)
  // Held while they hash, two connections would come to the page's turn when ten of them are done.
  expect(order.indexOf('page')).toBeLessThan(10)
  await small.close()
})
