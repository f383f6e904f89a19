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
