import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildServer } from '../../server/buildServer.ts'
import { warnGuessed } from '../../server/domain/account/guesses.ts'
import { rounds } from '../help/depth.ts'
import { addAccount, permit, tokenOf } from '../help/store/ground.ts'
import { type Answer, md5, signed, startTestServer, type TestServer } from '../help/testServer.ts'

const RIGHT = md5('anju2026')
const BROKER = { phone: '13900001111', right: 'open-sesame' }

let server: TestServer
let guessed: number
beforeAll(async () => {
  server = await startTestServer({ TRUST_PROXY: '1', BROKER_AUTH_TOKEN: BROKER.right })
  guessed = await addAccount(server, 'owner', [])
  await addAccount(server, 'thief', [])
  const user_id = await addAccount(server, 'agents', [])
  await server.call('/api/broker/add', { name: '赵中介', phone: BROKER.phone, level: 2, user_id }, await tokenOf(server))
})
beforeEach(async () => {
  for (const table of ['login_failure', 'login_warning', 'known_browser', 'message'])
    await sql.raw(`delete from ${table}`).execute(server.db)
})
afterAll(() => server.close())

interface From {
  address?: string
  cookie?: string
  url?: string
}
const HOME = '198.51.100.7'
/** The nth address of an attacker's. */
const bot = (n: number): string => `203.0.113.${n % 250}`

const post = async (path: string, body: object, { address = HOME, cookie = '', url = server.url }: From) => {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address, ...(cookie ? { cookie } : {}) },
    body: JSON.stringify(body),
  })
  const kept = response.headers.get('set-cookie') ?? ''
  return { ...((await response.json()) as Answer), kept, cookie: kept.split(';')[0] ?? '' }
}
const login = (userName: string, password: string, from: From = {}) => post('/login', { userName, password }, from)
const guess = (n: number, from: From = {}) => login('owner', md5(`guess ${n}`), { address: bot(n), ...from })
const inBatches = async <T>(count: number, work: (n: number) => Promise<T>): Promise<T[]> => {
  const done: T[] = []
  while (done.length < count)
    done.push(...(await Promise.all([...Array(Math.min(50, count - done.length))].map((_, n) => work(done.length + n)))))
  return done
}
const pass = (seconds: number) => sql`update login_failure set at = at - ${seconds}::integer`.execute(server.db)
const messages = async (): Promise<{ title: string; content: string }[]> =>
  (await sql<{ title: string; content: string }>`select title, content from message where account_id = ${guessed}`.execute(server.db)).rows
const judged = (answers: readonly { code: number }[]): number => answers.filter(({ code }) => code === 400).length

/** From fifty addresses: in npm test so many that every one of them has tried as often as an address may. */
const GUESSES = rounds(300, 1000)
/** How much time is let pass between one guess and the next of an hour. */
const STEP = rounds(30, 10)

describe('hundreds of guesses from fifty addresses', () => {
  test('the owner’s known browser logs in at once, hidden from scripts is what it is known by', async () => {
    const { code, kept, cookie, data } = await login('owner', RIGHT)
    expect(code).toBe(200)
    expect(kept).toMatch(/^known_[0-9a-f]{16}=[0-9a-f]{64}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=15552000$/)
    const { rows } = await sql<{ text: string }>`select k::text as text from known_browser k`.execute(server.db)
    expect(rows).toHaveLength(1)
    expect(rows[0]?.text).not.toContain(cookie.split('=')[1])
    expect(kept).not.toContain(data.token)

    const answers = await inBatches(GUESSES, (n) => guess(n % 50))
    expect(new Set(answers.map((answer) => answer.code))).toEqual(new Set([400, 429]))
    // Ten, and one more whenever what strangers wait for has passed: two seconds, four, eight.
    expect(judged(answers)).toBeLessThanOrEqual(14)
    expect(await login('owner', RIGHT, { cookie })).toMatchObject({ code: 200 })
    // From an address that guesses, too: an office has one.
    expect(await login('owner', RIGHT, { cookie, address: bot(1) })).toMatchObject({ code: 200 })
    // Meanwhile time passed, too: what a stranger has to wait begins anew with the next guess that is judged.
    for (let wait = 0; wait < 2; ) wait = (await guess(1)).data?.seconds ?? 0
    // A strange browser waits seconds, not a quarter of an hour.
    const strange = await login('owner', RIGHT)
    expect(strange).toMatchObject({ code: 429, msg: expect.stringContaining('换登录过它的浏览器') })
    expect(strange.data.seconds).toBeLessThanOrEqual(32)
    await pass(32)
    expect(await login('owner', RIGHT)).toMatchObject({ code: 200 })
  })

  test('in an hour no more than thirty are judged, wherever they come from', async () => {
    let count = 0
    for (let seconds = 0; seconds < 3600; seconds += STEP) {
      count += judged(
        await inBatches(seconds === 0 ? 30 : 1, (n) => guess(seconds + n, { address: `10.9.${(seconds / STEP) % 250}.${n}` })),
      )
      await pass(STEP)
    }
    expect(count).toBeGreaterThan(15)
    expect(count).toBeLessThanOrEqual(30)
    // Nor does it grow into a lock: five minutes are the longest that anybody waits.
    await pass(300)
    expect(await login('owner', RIGHT)).toMatchObject({ code: 200 })
  })

  test('nothing tells whether there is such an account', async () => {
    const told = async (userName: string, net: string): Promise<unknown[]> => {
      const answers: unknown[] = []
      for (let n = 0; n < 14; n++) {
        const { code, msg, data, kept } = await login(userName, md5('wrong'), { address: `${net}.${n % 7}` })
        answers.push([code, msg.replaceAll(/\d+/g, 'N'), Object.keys(data ?? {}), kept])
      }
      return answers
    }
    expect(await told('owner', '10.1.1')).toEqual(await told('nobody at all', '10.1.2'))
  })

  test('two nodes count together, sent at once', async () => {
    const node = await buildServer(server.config, server.db, '/nonexistent')
    const url = await node.listen({ port: 0, host: '127.0.0.1' })
    const answers = await Promise.all([...Array(40)].map((_, n) => guess(n, n % 2 ? { url } : {})))
    expect(judged(answers)).toBe(10)
    await node.close()
  })
})

describe('an address', () => {
  test('that has guessed five times waits for that account, others do not, nor does it for another account', async () => {
    const answers = await inBatches(12, (n) => guess(n, { address: bot(1) }))
    expect(judged(answers)).toBe(5)
    expect((await login('owner', RIGHT, { address: bot(1) })).data.seconds).toBeGreaterThan(880)
    expect(await login('owner', RIGHT)).toMatchObject({ code: 200 })
    expect(await login('guanjia', RIGHT, { address: bot(1) })).toMatchObject({ code: 200 })
  })

  test('that has guessed at thirty waits for all, but not the known browsers behind it', async () => {
    const { cookie } = await login('owner', RIGHT, { address: bot(1) })
    await inBatches(30, (n) => login(`someone ${n}`, RIGHT, { address: bot(1) }))
    expect(await login('guanjia', RIGHT, { address: bot(1) })).toMatchObject({ code: 429 })
    expect(await login('guanjia', RIGHT, { address: bot(1), cookie })).toMatchObject({ code: 429 })
    expect(await login('owner', RIGHT, { address: bot(1), cookie })).toMatchObject({ code: 200 })
  })
})

describe('what a browser is known by', () => {
  test('helps with no other account, under whatever name', async () => {
    const { cookie } = await login('thief', RIGHT)
    const token = cookie.split('=')[1]
    const { cookie: named } = await login('owner', RIGHT, { address: bot(200) })
    await sql`delete from known_browser where login = 'owner'`.execute(server.db)
    await inBatches(40, (n) => guess(n))
    for (const stolen of [cookie, `${named.split('=')[0]}=${token}`, `known_0000000000000000=${token}`, `${cookie}; ${named}`])
      expect(await login('owner', RIGHT, { cookie: stolen })).toMatchObject({ code: 429 })
    // Whoever puts one there beforehand does not know what the browser is known by afterwards.
    await sql`delete from login_failure`.execute(server.db)
    const planted = `${named.split('=')[0]}=${token}`
    expect((await login('owner', RIGHT, { cookie: planted })).cookie).not.toBe(planted)
  })

  test('has five tries of its own, which the account’s others do not count', async () => {
    const { cookie } = await login('owner', RIGHT)
    expect(judged(await inBatches(12, (n) => guess(n, { cookie })))).toBe(5)
    expect(await login('owner', RIGHT, { cookie })).toMatchObject({ code: 429 })
    expect(await login('owner', RIGHT)).toMatchObject({ code: 200 })
  })

  test.each([
    [
      'a change of password',
      async () => server.call('/api/admin/newPassword', { user_id: guessed, password: md5('three odd words 7') }, await tokenOf(server)),
    ],
    ['disabling', async () => server.call('/api/admin/disable', { user_id: guessed }, await tokenOf(server))],
  ])('ends by %s', async (_what, end) => {
    const { cookie } = await login('owner', RIGHT)
    expect(await end()).toMatchObject({ code: 200 })
    await sql`update account set is_active = true, password = (select password from account where user_name = 'admin') where user_id = ${guessed}`.execute(
      server.db,
    )
    await inBatches(20, (n) => guess(n))
    expect(await login('owner', RIGHT, { cookie })).toMatchObject({ code: 429 })
  })

  test('ends by changing one’s own, save for the browser in which that was done, which is known anew', async () => {
    const [mine, other] = [await login('owner', RIGHT), await login('owner', RIGHT)]
    const change = (raw: string, next: string, cookie: string) =>
      tokenOf(server, guessed).then((token) =>
        post('/api/admin/resetPassword', signed({ raw_pwd: raw, new_pwd: next, rep_pwd: next }, token), { cookie }),
      )
    const changed = await change(RIGHT, md5('three odd words 8'), mine.cookie)
    expect(changed.code).toBe(200)
    expect(changed.cookie).not.toBe(mine.cookie)
    await inBatches(20, (n) => guess(n))
    for (const { cookie } of [mine, other]) expect(await login('owner', md5('three odd words 8'), { cookie })).toMatchObject({ code: 429 })
    expect(await login('owner', md5('three odd words 8'), { cookie: changed.cookie })).toMatchObject({ code: 200 })
    await sql`update account set password = (select password from account where user_name = 'admin') where user_id = ${guessed}`.execute(
      server.db,
    )
  })

  test('a broker’s too', async () => {
    const broker = (AuthToken: string, from: From) => post('/broker/getAgentsByPhone', signed({ phone: BROKER.phone, AuthToken }), from)
    const { cookie } = await broker(BROKER.right, {})
    expect(judged(await inBatches(40, (n) => broker(`guess ${n}`, { address: bot(n) })))).toBe(10)
    expect(await broker(BROKER.right, { cookie })).toMatchObject({ code: 200 })
  })
})

describe('the owner', () => {
  const warn = (): Promise<number> => server.db.transaction().execute(warnGuessed)

  test('is told once a burst: when, how many, from where; and 操作日志 has it', async () => {
    await inBatches(4, (n) => guess(n))
    expect(await warn()).toBe(0)
    await inBatches(20, (n) => guess(n + 4))
    // Of two nodes that look at once, one tells.
    await Promise.all([warn(), warn()])
    const [told, ...more] = await messages()
    expect(more).toEqual([])
    expect(told?.title).toBe('有人在试您的密码')
    expect(told?.content).toMatch(
      /^\d{4}-\d\d-\d\d \d\d:\d\d 至 \d{4}-\d\d-\d\d \d\d:\d\d 有 10 次用错误的密码登录您的账号，来自 10 个地址：203\.0\.113\.\d+、/,
    )
    await permit(server, guessed, ['*'])
    const { data } = await server.call(
      '/api/operation_log/index',
      { resource: 'account', record_id: guessed, page: 1 },
      await tokenOf(server, guessed),
    )
    await permit(server, guessed, [])
    expect(data.list[0]).toMatchObject({
      label: '多次输错密码',
      created_by: null,
      record_id: guessed,
      record_title: 'owner：10 次，10 个地址',
      path: '/login',
    })
  })

  test('is not told again while it goes on, and is when it begins anew', async () => {
    for (let n = 0; n < 8; n++) {
      await inBatches(15, (index) => guess(100 * n + index, { address: `10.${n}.0.${index}` }))
      await warn()
      await pass(1200)
      await sql`update login_warning set began = began - 1200, until = until - 1200`.execute(server.db)
    }
    expect(await messages()).toHaveLength(1)
    await pass(7200)
    await sql`update login_warning set began = began - 7200, until = until - 7200`.execute(server.db)
    await inBatches(6, (n) => guess(n))
    await warn()
    expect(await messages()).toHaveLength(2)
  })
})
