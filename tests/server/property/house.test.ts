import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../help/testServer.ts'

let server: TestServer
let admin: string
let kinds: { id: number; name: string; show_type: number }[]

/** A flat in 张杨路, as staff would type it. */
const flat = (changes: Record<string, unknown> = {}) => ({
  nature: 1,
  province: 31,
  city: 3101,
  county: 310115,
  town: 310115005,
  address: '张杨路',
  region_number: '500',
  choice_get_number: 1,
  region_name: '张杨花苑',
  kind_id: kinds.find((kind) => kind.show_type === 2)?.id,
  show_type: 2,
  block_unit: '12',
  cell: '2',
  floor: 5,
  house: '502',
  area: 48.5,
  shi: 1,
  ting: 1,
  wei: 1,
  longitude: 121.518,
  latitude: 31.2304,
  late: 0,
  ...changes,
})

beforeAll(async () => {
  server = await startTestServer()
  await sql`insert into project (name) values ('浦东一期')`.execute(server.db)
  await sql`insert into kind (name, show_type) values ('整栋', 1), ('一居室', 2), ('单间', 3)`.execute(server.db)
  admin = await server.login()
  kinds = (await server.call('/api/kind/index', { page: 1, page_rows: 100 }, admin)).data.list
})
afterAll(() => server.close())

test('a flat is registered and is in the list, in both styles', async () => {
  const added = await server.call('/api/org/add', flat(), admin)
  expect(added).toMatchObject({ code: 200, data: { org_id: [expect.any(Number)] } })
  const list = await server.call('/api/org/list', { region_name: '张杨', page: 1, page_rows: 20 }, admin, 'B')
  expect(list.data).toMatchObject({
    count: 1,
    list: [{ unit_floor: '12号2单元-502', region_name: '张杨花苑', state: 1, p_id_title: '浦东一期' }],
  })
  expect(list.data.list[0].address).toBe('上海市浦东新区陆家嘴街道张杨路500弄')
})

test('a building lays out its rooms floor by floor', async () => {
  const building = flat({
    show_type: 1,
    kind_id: kinds.find((kind) => kind.show_type === 1)?.id,
    name: '1号楼',
    all_floor: [
      { level: 1, total: 2 },
      { level: 2, total: 3 },
    ],
  })
  const added = await server.call('/api/org/add', building, admin)
  expect(added.data.org_id).toHaveLength(5)
  const { rows } = await sql<{ number: string }>`select number from org where unit_id = ${added.data.unit_id} order by org_id`.execute(
    server.db,
  )
  expect(rows.map((row) => row.number)).toEqual(['101', '102', '201', '202', '203'])
})

test('what a second house of a community says of itself is kept with it, and what nobody has said completes the community', async () => {
  const place = { region_name: '双座苑', region_number: '88' }
  const first = await server.call(
    '/api/org/add',
    flat({
      ...place,
      nature: 3,
      house: '101',
      longitude: '',
      latitude: '',
      choice_get_number: '',
      kind_id: kinds.find((kind) => kind.show_type === 2)?.id,
    }),
    admin,
  )
  const second = await server.call(
    '/api/org/add',
    flat({ ...place, house: '102', longitude: 121.4, latitude: 31.1, choice_get_number: 2 }),
    admin,
  )
  const third = await server.call(
    '/api/org/add',
    flat({
      ...place,
      show_type: 1,
      kind_id: kinds.find((kind) => kind.show_type === 1)?.id,
      name: '3号楼',
      all_floor: [{ level: 1, total: 1 }],
      longitude: 121.45,
      latitude: 31.15,
      choice_get_number: 1,
      choice_unit_number: 3,
    }),
    admin,
  )
  const unit = async ({ data }: typeof first) => (await server.call('/api/unit/detail', { unit_id: data.unit_id }, admin)).data
  expect(await unit(second)).toMatchObject({ longitude: 121.4, latitude: 31.1, choice_get_number: 2 })
  expect(await unit(third)).toMatchObject({ longitude: 121.45, latitude: 31.15, choice_get_number: 1, choice_unit_number: 3 })
  const { community_id } = await unit(first)
  expect((await server.call('/api/community/detail', { community_id }, admin)).data).toMatchObject({
    longitude: 121.4,
    latitude: 31.1,
    choice_get_number: 2,
  })
  expect((await server.call('/api/org/detail', { org_id: third.data.org_id[0] }, admin)).data).toMatchObject({
    longitude: 121.45,
    latitude: 31.15,
  })
  const found = (await server.call('/api/unit/find', { region_name: '双座' }, admin)).data
  expect(found.map(({ unit_id }: { unit_id: number }) => unit_id)).toEqual([third, first, second].map(({ data }) => data.unit_id))
  expect((await server.call('/api/unit/find', { region_name: '双座', unit_number: '3号楼' }, admin)).data).toMatchObject([
    { unit_id: third.data.unit_id, name: '3号楼', number: '666', show_type: 1, region_name: '双座苑' },
  ])
})

test('the same room twice is refused in words', async () => {
  await server.call('/api/org/add', flat({ house: '901' }), admin)
  expect(await server.call('/api/org/add', flat({ house: '901', note: 'again' }), admin)).toMatchObject({
    code: 409,
    msg: '该楼栋已登记过此房号',
  })
})

test('system numbers are unique under concurrency', async () => {
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, index) => server.call('/api/unit/sn', { page: 1, page_rows: index + 1 }, admin)),
  )
  expect(new Set(answers.map((answer) => answer.data.sn)).size).toBe(60)
})

test('项目设置 adds and corrects communities; the rooms follow, and a community with houses stays in its project', async () => {
  const { province, city, county, town } = flat()
  const values = { name: '新苑', p_id: 1, province, city, county, town, address: '新路', region_number: '9' }
  const { data } = await server.call('/api/community/add', values, admin)
  const house = await server.call('/api/org/add', flat({ region_name: '新苑', address: '新路', region_number: '9', house: '101' }), admin)
  expect((await server.call('/api/unit/detail', { unit_id: house.data.unit_id }, admin)).data.community_id).toBe(data.community_id)
  const edit = (changes: object) => server.call('/api/community/edit', { ...values, community_id: data.community_id, ...changes }, admin)
  const versions = async () => (await sql`select org_id, version from org order by org_id`.execute(server.db)).rows
  // Rooms whose name and address stay are left alone: what is open of them, or can be taken back, stays so.
  const before = await versions()
  expect(await edit({ longitude: 121.5 })).toMatchObject({ code: 200 })
  expect(await versions()).toEqual(before)
  expect(await edit({ name: '新苑二期', region_number: '10' })).toMatchObject({ code: 200 })
  const [org_id] = house.data.org_id
  expect((await server.call('/api/org/detail', { org_id }, admin)).data).toMatchObject({
    region_name: '新苑二期',
    address: '上海市浦东新区陆家嘴街道新路10弄',
  })
  await sql`insert into project (name) values ('另一项目')`.execute(server.db)
  const { rows } = await sql<{ p_id: number }>`select max(p_id) as p_id from project`.execute(server.db)
  expect(await edit({ p_id: rows[0]?.p_id })).toMatchObject({ code: 409, msg: '该小区已有房源，不能改到另一个项目' })
  expect(await edit({ county: 310101 })).toMatchObject({ code: 400, msg: '所在位置须填写完整' })
  expect(await server.call('/api/community/add', { ...values, name: '新苑二期', region_number: '10' }, admin)).toMatchObject({ code: 409 })
})
