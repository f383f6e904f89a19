import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type About, notify } from '../../../server/domain/message/index.ts'
import { inTransaction } from '../../../server/store/connection/transaction.ts'
import { rounds } from '../../help/depth.ts'
import { tokenOf } from '../../help/store/ground.ts'
import { md5, startTestServer, type TestServer } from '../../help/testServer.ts'

let server: TestServer
let mine: string
let theirs: string
const [ME, THEM] = [2, 3]

beforeAll(async () => {
  server = await startTestServer()
  ;[mine, theirs] = [await tokenOf(server, ME), await tokenOf(server, THEM)]
})
afterAll(() => server.close())

const clear = () => sql`delete from message`.execute(server.db)
const tell = (account: number, title: string, about: About | null = null) =>
  server.db.transaction().execute(async (tx) => {
    await notify(tx, [account], title, `${title}的内容`, about)
    const { rows } = await sql<{ id: number }>`select max(msg_id) as id from message`.execute(tx)
    return rows[0]?.id ?? 0
  })
/** Style B: JSON with the token alone. */
const ask = (path: string, params: Record<string, unknown> = {}, token = mine) => server.send(path, { token, ...params }, 'B')
const list = async (status: number, token = mine) =>
  (await server.call('/api/notice/index', { status: [status], page: 1 }, token)).data.list as { title: string; msg_id: number }[]

test('whatever is done in whatever order, a message is where its transitions lead, and the counts say so', async () => {
  const calls = { '/message/has_read': [1, 2], '/message/remove_readed': [2, 3], '/message/restore': [3, 2] } as const
  const step = fc.tuple(fc.nat(2), fc.constantFrom(...(Object.keys(calls) as (keyof typeof calls)[])))
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
      await clear()
      const ids = [await tell(ME, '一'), await tell(ME, '二'), await tell(ME, '三')]
      await tell(THEM, '别人的')
      const model = [1, 1, 1]
      for (const [which, path] of steps) {
        const [from, to] = calls[path]
        const answer = await ask(path, { msg_id: ids[which] })
        expect(answer.code).toBe(model[which] === from ? 200 : 409)
        if (answer.code === 200) model[which] = to
        const count = (state: number) => model.filter((now) => now === state).length
        expect((await ask('/message/init')).data).toEqual({ unread: count(1), readed: count(2), trash: count(3) })
      }
      for (const state of [1, 2, 3]) {
        const expected = ids.filter((_, place) => model[place] === state).reverse()
        expect((await list(state)).map(({ msg_id }) => msg_id)).toEqual(expected)
      }
      expect((await ask('/message/init', {}, theirs)).data).toEqual({ unread: 1, readed: 0, trash: 0 })
    }),
    { numRuns: rounds(8, 15) },
  )
})

test('a message says which record it is about, and one that names half of it cannot be written', async () => {
  await clear()
  await tell(ME, '合同即将到期', { resource: 'contract', id: 7 })
  await tell(ME, '没有对象')
  const { data } = await server.call('/api/notice/index', { status: [1, 2], page: 1 }, mine)
  expect(data.list).toMatchObject([
    { title: '没有对象', resource: null, record_id: null },
    { title: '合同即将到期', resource: 'contract', record_id: 7 },
  ])
  await expect(sql`update message set record_id = null where resource is not null`.execute(server.db)).rejects.toThrow('message_about')
})

test('nobody reads, moves or finds another’s messages', async () => {
  await clear()
  const id = await tell(ME, '只给我')
  expect((await ask('/message/content', { msg_id: id })).data).toMatchObject({ title: '只给我', content: '只给我的内容', status: 1 })
  for (const path of ['/message/content', '/message/has_read', '/message/remove_readed', '/message/restore'])
    expect(await ask(path, { msg_id: id }, theirs)).toMatchObject({ code: 404 })
  expect(await list(1, theirs)).toEqual([])
  expect(await server.call('/api/notice/index', { account_id: ME }, theirs)).toMatchObject({ code: 400 })
  expect(await list(1, await tokenOf(server, 1))).toEqual([])
})

test('an account hears that its password, role or sessions were changed by someone, and of its own password', async () => {
  await clear()
  const by = (userId: number, text: string) =>
    inTransaction(server.db, { userId, path: '/api/x/y', label: '测试', address: '::1' }, (tx) => sql.raw(text).execute(tx))
  await by(1, `update account set password = 'x' where user_id = ${THEM}`)
  await by(1, `update account set role_id = 1 where user_id = ${THEM}`)
  await by(1, `delete from session where user_id = ${THEM}`)
  await sql`update account set password = 'y' where user_id = ${THEM}`.execute(server.db)
  theirs = await tokenOf(server, THEM)
  const told = await sql<{
    title: string
    content: string
  }>`select title, content from message where account_id = ${THEM} order by msg_id`.execute(server.db)
  expect(told.rows.map(({ title }) => title)).toEqual(['密码已被重置', '角色已变更', '登录已被结束'])
  expect(told.rows[1]?.content).toContain('由“财务”改为“管理员”')
  for (const { content } of told.rows) expect(content).toContain('系统管理员')
  const params = { raw_pwd: md5('anju2026'), new_pwd: md5('anju2027'), rep_pwd: md5('anju2027') }
  expect(await server.call('/api/admin/resetPassword', params, mine)).toMatchObject({ code: 200 })
  mine = await tokenOf(server, ME)
  expect((await list(1)).map(({ title }) => title)).toEqual(['密码已修改'])
})
