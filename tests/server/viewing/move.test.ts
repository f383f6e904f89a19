import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, secondsOf, today } from '../../../src/protocol/dates.ts'
import { addAccount, addRow, fillGround, roomsInTwoProjects, tokenOf } from '../../help/store/ground.ts'
import { startTestServer, type TestServer } from '../../help/testServer.ts'

const NINE = 1_795_050_000
const HALF = 1800

let server: TestServer
let admin: string
let room: number
let early: number
let seen: number

const viewing = (start: number, status: number): Promise<number> =>
  addRow(server, 'reserve', {
    custom_name: '看房人',
    phone: '13812345678',
    org_id: room,
    p_id: 1,
    status,
    start_time: start,
    end_time: start + HALF,
  })

beforeAll(async () => {
  server = await startTestServer()
  admin = await tokenOf(server)
  ;[room = 0] = await roomsInTwoProjects(server, await fillGround(server))
  early = await viewing(NINE, 2)
  await viewing(NINE + 2 * HALF, 1)
  seen = await viewing(NINE + 6 * HALF, 3)
})
afterAll(() => server.close())

const move = (reserve_id: number, start_time: number, token = admin, end_time = start_time + HALF) =>
  server.call('/api/reserve/move', { reserve_id, start_time, end_time, request_id: `${reserve_id} ${start_time} ${token}` }, token)
const standing = async (reserve_id: number) => {
  const { data } = await server.call('/api/reserve/detail', { reserve_id }, admin)
  return [data.start_time, data.end_time, data.status]
}

test('改期 gives a viewing another time, and leaves it in its state', async () => {
  expect((await move(early, NINE - HALF)).code).toBe(200)
  expect(await standing(early)).toEqual([NINE - HALF, NINE, 2])
})

test('at a time that its room has for another, or that ends before it begins, it stays where it was, and is told why', async () => {
  const before = await standing(early)
  const clash = await move(early, NINE + 2 * HALF)
  expect([clash.code, clash.msg]).toEqual([409, '该房间这个时段已有看房预约，请换个时间'])
  expect((await move(early, NINE + 20 * HALF, admin, NINE)).msg).toBe('结束时间须晚于开始时间，且不超过一天')
  expect(await standing(early)).toEqual(before)
})

test('one that is over, or of another project, or for whom it is not allowed, is refused', async () => {
  const only = ['/api/reserve/move']
  const away = await tokenOf(server, await addAccount(server, 'away', only, [2]))
  const reader = await tokenOf(server, await addAccount(server, 'reader', ['/api/reserve/index']))
  const answers = await Promise.all([move(seen, NINE), move(early, NINE, away), move(early, NINE, reader)])
  expect(answers.map(({ code }) => code)).toEqual([409, 404, 403])
})

test('nobody has seen a room on a day to come, nor stayed away before the time; who came somewhat early has seen it', async () => {
  const call = (path: string, reserve_id: number) => server.call(path, { reserve_id, request_id: `${path} ${reserve_id}` }, admin)
  const midnight = secondsOf(addDays(today(), 1)) ?? 0
  const [tomorrow, tonight] = [await viewing(midnight + 20 * HALF, 2), await viewing(midnight - 2, 2)]
  const refused = { code: 409, msg: expect.stringMatching(/^看房人约的是 .*还没有到/) }
  for (const path of ['/api/reserve/done', '/api/reserve/missed']) expect(await call(path, tomorrow)).toMatchObject(refused)
  expect(await call('/api/reserve/missed', tonight)).toMatchObject(refused)
  expect(await call('/api/reserve/done', tonight)).toMatchObject({ code: 200 })
  expect(await call('/api/reserve/missed', await viewing(midnight - 5 * 86_400, 2))).toMatchObject({ code: 200 })
})

test('of a room that is out of use, or let room by room, is not entered: the visitor would stand before what nobody lets to him', async () => {
  const call = (path: string, params: object) =>
    server.call(path, { ...params, request_id: `off ${path} ${JSON.stringify(params)}` }, admin)
  const viewed = { org_id: room, custom_name: '看房人', phone: '13812345678', start_time: NINE + 40 * HALF, end_time: NINE + 41 * HALF }
  expect(await call('/api/org/disable', { ids: [room] })).toMatchObject({ code: 200 })
  expect(await call('/api/reserve/add', viewed)).toMatchObject({ code: 409, data: { field: 'org_id' } })
  expect(await call('/api/org/enable', { ids: [room] })).toMatchObject({ code: 200 })
  expect(await call('/api/reserve/add', { ...viewed, note: '启用以后' })).toMatchObject({ code: 200 })
})
