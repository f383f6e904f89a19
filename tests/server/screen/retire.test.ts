import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { resources } from '../../../src/declared/declared.ts'
import { fillGround, flat, flowOf, type Ground, tokenOf } from '../../help/store/ground.ts'
import { startTestServer, type TestServer } from '../../help/testServer.ts'

const NAMES = ['kind', 'tags', 'simple', 'cost', 'pledge'] as const
const USED = '该记录已被使用，不能删除；不再用时请停用'

let server: TestServer
let ground: Ground
let admin: string
let room: number
const call = (path: string, params: object) => server.call(path, params as Record<string, unknown>, admin)
const ids = () => ({ kind: ground.kind[2], tags: ground.tag, simple: ground.simple, cost: ground.cost, pledge: ground.pledge })
const turn = async (way: 'retire' | 'restore'): Promise<void> => {
  for (const name of NAMES) expect(await call(`/api/${name}/${way}`, { id: ids()[name] })).toMatchObject({ code: 200 })
}

beforeAll(async () => {
  server = await startTestServer()
  ground = await fillGround(server)
  admin = await tokenOf(server)
  const { data } = await call('/api/org/add', flat(ground, { tag: [ground.tag], simple: [{ simple_id: ground.simple, price: 345 }] }))
  room = data.org_id[0]
  await call('/api/flow/add', flowOf(ground, { org_id: room }))
  await call('/api/flow/add', flowOf(ground, { org_id: room, from: 3, from_id: ground.pledge }))
})
afterAll(() => server.close())

test('what staff choose from can be retired', () => {
  expect(
    resources
      .filter(({ column, isLookup }) => column.retired && isLookup)
      .map(({ name }) => name)
      .sort(),
  ).toEqual([...NAMES].sort())
})

test('in use it cannot be deleted; unused it can', async () => {
  for (const name of NAMES.slice(1)) expect(await call(`/api/${name}/del`, { id: ids()[name] })).toMatchObject({ code: 409, msg: USED })
  expect(await call('/api/kind/del', { id: ids().kind })).toMatchObject({ code: 409 })
  const { data } = await call('/api/tags/add', { name: '没有用过' })
  expect(await call('/api/tags/del', { id: data.id })).toMatchObject({ code: 200 })
})

test('retired it is accepted for nothing new, stays on what has it, and comes back', async () => {
  await turn('retire')
  const refused = { code: 409, msg: '所选的已停用，请另选' }
  expect(await call('/api/org/add', flat(ground))).toMatchObject(refused)
  expect(await call('/api/org/add', flat(ground, { kind_id: ground.kind[3], show_type: 3, tag: [ground.tag] }))).toMatchObject(refused)
  expect(await call('/api/flow/add', flowOf(ground))).toMatchObject(refused)
  expect(await call('/api/flow/add', flowOf(ground, { from: 3, from_id: ground.pledge }))).toMatchObject(refused)
  expect(await call('/api/meter/add', { org_id: room, simple_id: ground.simple, read_date: '2026-11-01', current: 1 })).toMatchObject({
    code: 409,
  })

  const { data } = await call('/api/org/detail', { org_id: room })
  expect(data).toMatchObject({ kind_id_title: '一居室', tag: [ground.tag] })
  await sql`update org set note = '改了别的', kind_id = kind_id, tag = tag where org_id = ${room}`.execute(server.db)
  expect((await call('/api/kind/index', { retired: [1] })).data.list).toMatchObject([{ id: ground.kind[2], retired: 1 }])

  await turn('restore')
  expect(await call('/api/flow/add', flowOf(ground))).toMatchObject({ code: 200 })
  expect(await call('/api/org/add', flat(ground, { tag: [ground.tag] }))).toMatchObject({ code: 200 })
})
