import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillGround, flat, type Ground, tokenOf } from '../../help/store/ground.ts'
import { startTestServer, type TestServer } from '../../help/testServer.ts'

let server: TestServer
let ground: Ground
let admin: string

const call = (path: string, params: Record<string, unknown> = {}) => server.call(path, params, admin)

beforeAll(async () => {
  server = await startTestServer()
  ground = await fillGround(server)
  admin = await tokenOf(server)
})
afterAll(() => server.close())

test('reckons usage and amount, never goes down unless the meter is new, once a day', async () => {
  const room = (await call('/api/org/add', flat(ground, { p_id: 1, simple: [{ simple_id: ground.simple, price: 345 }] }))).data.org_id[0]
  const other = (await call('/api/org/add', flat(ground, { p_id: 1 }))).data.org_id[0]
  const read = (read_date: string, current: number, more = {}) =>
    call('/api/meter/add', { org_id: room, simple_id: ground.simple, read_date, current, ...more })
  expect((await read('2026-10-01', 12.34)).data).toMatchObject({ usage: 12.34, amount: 4257 })
  expect((await read('2026-10-01', 13)).msg).toBe('抄表日期须晚于上次抄表（2026-10-01）')
  expect((await read('2026-11-01', 12.33)).msg).toBe('本次读数不能小于上次读数 12.34，换过表请选“是”')
  expect((await read('2026-11-01', 2, { is_new: 1 })).data).toMatchObject({ usage: 2, amount: 690 })
  expect((await read('2026-12-01', 2.005)).msg).toBe('本次读数最多2位小数')
  expect((await call('/api/meter/add', { org_id: other, simple_id: ground.simple, read_date: '2026-10-01', current: 1 })).msg).toBe(
    '该房间没有这个抄表项，请先在房源中登记',
  )
})
