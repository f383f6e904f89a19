import { shuffle } from 'es-toolkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { building, fillGround, tokenOf } from '../../help/store/ground.ts'
import { startTestServer, type TestServer } from '../../help/testServer.ts'

/** As staff would put them in order. */
const NAMES = ['1号楼', '2号楼', '3号楼', '5号1单元', '5号2单元', '5号10单元', '10号楼', '11号楼', '100号楼']

let server: TestServer
let admin: string

beforeAll(async () => {
  server = await startTestServer()
  const ground = await fillGround(server)
  admin = await tokenOf(server)
  for (const name of shuffle(NAMES)) {
    const made = await server.call('/api/unit/add', building(ground, { name }), admin)
    expect(made.msg).toBe('')
  }
})
afterAll(() => server.close())

const named = async (path: string, params: object, names: (data: never) => string[]): Promise<string[]> =>
  names((await server.call(path, { ...params }, admin)).data as never)

test('房态图 has buildings by the numbers in their names', async () => {
  expect(await named('/api/org/map', {}, ({ buildings }: { buildings: { name: string }[] }) => buildings.map(({ name }) => name))).toEqual(
    NAMES,
  )
})

test('so has a community its buildings', async () => {
  const { data } = await server.call('/api/org/map', {}, admin)
  const { community_id } = data.buildings[0]
  expect(
    await named('/api/community/home', { community_id }, ({ buildings }: { buildings: { building: string }[] }) =>
      buildings.map((one) => one.building),
    ),
  ).toEqual(NAMES)
})

test('so are houses and rooms found to choose from', async () => {
  const houses = await named('/api/unit/find', {}, (found: { full_name: string }[]) => found.map((one) => one.full_name))
  expect(houses).toEqual(NAMES)
  const rooms = await named('/api/org/find', {}, (found: { unit_floor: string }[]) => found.map((one) => one.unit_floor))
  const order = new Intl.Collator('zh', { numeric: true })
  expect(rooms).toEqual([...rooms].sort(order.compare))
  expect(rooms.length).toBe(3 * NAMES.length)
})

test('so are the houses of a centre', async () => {
  const { data } = await server.call('/api/ProjectStructure/unitList', { node_id: 1, whose: 2 }, admin)
  expect(data.list.map(({ name }: { name: string }) => name)).toEqual(NAMES)
})
