import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addAccount, fillGround, tokenOf } from '../../help/store/ground.ts'
import { startTestServer, type TestServer } from '../../help/testServer.ts'

let server: TestServer

const broker = (params: Record<string, unknown>) => server.call('/broker/getAgentsByPhone', params)

beforeAll(async () => {
  server = await startTestServer({ BROKER_AUTH_TOKEN: 'open-sesame' })
  await fillGround(server)
  const user_id = await addAccount(server, 'agents', ['/api/org/list'])
  await server.call('/api/broker/add', { name: '赵中介', phone: '13900001111', level: 2, user_id }, await tokenOf(server))
})
afterAll(() => server.close())

test('a registered phone with the operator’s AuthToken gives a session with the rights of the account behind it', async () => {
  const { code, data } = await broker({ phone: '13900001111', AuthToken: 'open-sesame' })
  expect(code).toBe(200)
  expect(data).toEqual({ id: 1, name: '赵中介', level: 2, phone: '13900001111', token: expect.stringMatching(/^[0-9a-f]{64}$/) })
  expect((await server.call('/api/org/list', {}, data.token)).code).toBe(200)
  expect((await server.call('/api/flow/index', {}, data.token)).code).toBe(403)
})

test('it ends when the broker is stopped, or works for another account', async () => {
  const admin = await tokenOf(server)
  const came = async (): Promise<string> => (await broker({ phone: '13900001111', AuthToken: 'open-sesame' })).data.token
  const code = async (token: string): Promise<number> => (await server.call('/api/org/list', {}, token)).code
  const [first, own] = [await came(), await tokenOf(server, 2)]
  expect(await code(first)).toBe(200)
  expect((await server.call('/api/broker/stop', { id: 1 }, admin)).code).toBe(200)
  expect(await code(first)).toBe(302)
  expect((await server.call('/api/broker/start', { id: 1 }, admin)).code).toBe(200)
  const second = await came()
  const { name, level, phone, user_id } = (await server.call('/api/broker/detail', { id: 1 }, admin)).data
  const other = await addAccount(server, 'others', ['/api/org/list'])
  expect((await server.call('/api/broker/edit', { id: 1, name, level, phone, user_id: other }, admin)).code).toBe(200)
  expect(await code(second)).toBe(302)
  const third = await came()
  expect((await server.call('/api/broker/edit', { id: 1, name, level, user_id: other, phone: '13900001112' }, admin)).code).toBe(200)
  expect(await code(third)).toBe(302)
  expect((await server.call('/api/broker/edit', { id: 1, name, level, user_id, phone: '13900001111' }, admin)).code).toBe(200)
  // Whoever works there himself goes on.
  expect((await server.call('/get_info', {}, own)).data.user_id).toBe(2)
})

test('a wrong token, an unknown phone and a stopped broker are refused alike', async () => {
  const refused = '手机号未登记或授权码错误'
  expect((await broker({ phone: '13900001111', AuthToken: 'guess' })).msg).toBe(refused)
  expect((await broker({ phone: '13900002222', AuthToken: 'open-sesame' })).msg).toBe(refused)
  await sql`update broker set status = 2`.execute(server.db)
  expect((await broker({ phone: '13900001111', AuthToken: 'open-sesame' })).msg).toBe(refused)
  expect((await broker({ phone: '139', AuthToken: 'x' })).msg).toBe('手机号须为11位且以1开头')
})

test('tries are limited', async () => {
  for (let index = 0; index < 12; index++) await broker({ phone: '13900003333', AuthToken: `guess${index}` })
  expect((await broker({ phone: '13900003333', AuthToken: 'open-sesame' })).code).toBe(429)
})
