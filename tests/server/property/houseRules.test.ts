import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { building, fillGround, flat, type Ground, rowCounts, tokenOf } from '../../help/store/ground.ts'
import { startTestServer, type TestServer } from '../../help/testServer.ts'

let server: TestServer
let ground: Ground
let admin: string

beforeAll(async () => {
  server = await startTestServer()
  ground = await fillGround(server)
  admin = await tokenOf(server)
})
afterAll(() => server.close())

type Params = Record<string, unknown>
const add = (params: Params, style: 'A' | 'B' = 'B') => server.call('/api/org/add', params, admin, style)
const roomOf = async (org_id: number): Promise<Params> => (await server.call('/api/org/detail', { org_id }, admin)).data

const twice = ({ simple }: Ground) => [100, 200].map((price) => ({ simple_id: simple, price }))

describe('what cannot be registered leaves nothing behind', () => {
  const floors = (...levels: number[]) => levels.map((level) => ({ level, total: 99 }))
  test.each<[string, (ground: Ground) => Params, string]>([
    ['a town of another county', (g) => flat(g, { town: 310104003 }), '所在位置须填写完整'],
    ['a county of another city', (g) => flat(g, { county: 110101 }), '所在位置须填写完整'],
    ['a province in the place of a city', (g) => flat(g, { city: 31 }), '所在位置须填写完整'],
    ['no town', (g) => flat(g, { town: undefined }), '所在位置须填写完整'],
    ['no road', (g) => flat(g, { address: '' }), '所在位置须填写完整'],
    ['a kind of another show_type', (g) => flat(g, { kind_id: g.kind[1] }), '房源类型必填'],
    ['a kind that is none', (g) => flat(g, { kind_id: 999 }), '房源类型必填'],
    ['a single room of nature 3', (g) => flat(g, { nature: 3, show_type: 3, kind_id: g.kind[3] }), '廉租房只能登记整栋或整套'],
    ['a nature that is none', (g) => flat(g, { nature: 4 }), '房源性质不在可选范围内'],
    ['the same level twice', (g) => building(g, { all_floor: floors(1, 2, 1) }), '楼层有重复'],
    ['more than 2000 rooms', (g) => building(g, { all_floor: floors(...Array.from({ length: 21 }, (_, n) => n)) }), '一栋楼最多2000户'],
    ['no floors', (g) => building(g, { all_floor: [] }), '楼层必填'],
    ['a floor without rooms', (g) => building(g, { all_floor: [{ level: 1, total: 0 }] }), '楼层必填'],
    ['a floor without its number', (g) => building(g, { all_floor: [{ total: 3 }] }), '楼层必填'],
    ['a floor that is a text', (g) => building(g, { all_floor: ['x'] }), '楼层填写有误'],
    ['a floor with a word too many', (g) => building(g, { all_floor: [{ level: 1, total: 1, rooms: 3 }] }), '未知参数：all_floor.0.rooms'],
    ['a building without a name', (g) => building(g, { name: '' }), '名称必填'],
    ['a flat without a floor', (g) => flat(g, { floor: undefined }), '楼号内容填写完整'],
    ['an area of 0', (g) => flat(g, { area: 0 }), '面积须大于0'],
    ['half a room', (g) => flat(g, { shi: 1.5 }), '户型必填'],
    ['no coordinates', (g) => flat(g, { longitude: undefined }), '经度必填'],
    ['a place outside the country', (g) => flat(g, { latitude: 90 }), '纬度不能大于54'],
    ['a picture never uploaded', (g) => flat(g, { imgs: [999] }), '图片不存在或已被删除，请重新上传'],
    ['ten pictures', (g) => flat(g, { imgs: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] }), '最多只能上传9张'],
    ['a project that is none', (g) => flat(g, { region_name: '新小区', p_id: 99 }), '请选择您负责的所属项目'],
    ['a meter price of half a fen', (g) => flat(g, { simple: [{ simple_id: 1, price: 0.5 }] }), '单价须为数字，最多两位小数'],
    ['a meter twice', (g) => flat(g, { simple: twice(g) }), '抄表项目有重复'],
    ['a meter item hidden in a prototype', (g) => ({ ...flat(g), simple: '[{"__proto__":{"simple_id":1,"price":1}}]' }), '项目必填'],
  ])('%s', async (_what, params, msg) => {
    const before = await rowCounts(server.db)
    expect(await add(params(ground), 'A')).toMatchObject({ code: 400, msg })
    expect(await add(params(ground), 'B')).toMatchObject({ code: 400, msg })
    expect(await rowCounts(server.db)).toEqual(before)
  })

  test('the same room, or the same system number, twice', async () => {
    expect(await add(flat(ground, { house: '0901', sn: 'SN-1' }))).toMatchObject({ code: 200 })
    const whole = building(ground, { name: '9号楼（东）' })
    expect(await add(whole)).toMatchObject({ code: 200 })
    const before = await rowCounts(server.db)
    for (const house of ['0901', '０９０１', ' 0901　'])
      expect(await add(flat(ground, { house }))).toMatchObject({ code: 409, msg: '该楼栋已登记过此房号' })
    expect(await add({ ...whole, name: ' ９号楼（东）' })).toMatchObject({ code: 409, msg: '该楼栋已登记过此房号' })
    expect(await add(flat(ground, { sn: 'SN-1', region_name: '另一小区' }))).toMatchObject({
      code: 409,
      msg: '系统编号已被使用，请重新打开对话框取号',
    })
    expect(await rowCounts(server.db)).toEqual(before)
  })
})

describe('what is registered', () => {
  test('nature 3 needs no layout, lane choice or coordinates', async () => {
    const { shi, ting, wei, choice_get_number, longitude, latitude, ...rest } = flat(ground, { nature: 3, region_number: '7弄' })
    expect(await add(rest)).toMatchObject({ code: 200 })
    expect([shi, ting, wei, choice_get_number, longitude, latitude]).not.toContain(undefined)
  })

  test('two registrations of a new community at once make one community', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => add(flat(ground, { region_name: '同时新建' }))))
    expect(answers.map((answer) => answer.code)).toEqual(Array(6).fill(200))
    const { rows } = await sql<{ n: number; rooms: number }>`
      select count(distinct community_id) as n, count(*) as rooms from org where region_name = '同时新建'
    `.execute(server.db)
    expect(rows).toEqual([{ n: 1, rooms: 6 }])
  })

  test('of two registrations of one room at once one is done', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, (_, n) => add(flat(ground, { house: '同一间', request_id: String(n) }))))
    expect(answers.map((answer) => answer.code).sort()).toEqual([200, 409, 409, 409, 409, 409])
  })
})

describe('editing', () => {
  test('a stale version is 409 and changes nothing; the newest is done', async () => {
    const { data } = await add(flat(ground))
    const org_id = data.org_id[0]
    const edit = (changes: Params) => server.call('/api/org/edit', { org_id, number: 'E1', floor: 6, ...changes }, admin)
    expect(await edit({ version: 1, note: '甲改' })).toMatchObject({ code: 200 })
    const before = await roomOf(org_id)
    // Its new number is what it is called everywhere.
    expect(before).toMatchObject({ version: 2, note: '甲改', floor: 6, unit_floor: '12号2单元-E1' })
    expect((await server.call('/api/unit/find', { unit_number: 'E1' }, admin)).data).toMatchObject([{ full_name: '12号2单元-E1' }])
    expect(await edit({ version: 1, note: '乙改' })).toMatchObject({ code: 409, msg: '该记录已被他人修改，请刷新后重试' })
    expect(await roomOf(org_id)).toEqual(before)
    const rivals = await Promise.all(Array.from({ length: 5 }, (_, n) => edit({ version: 2, note: `第${n}` })))
    expect(rivals.map((answer) => answer.code).sort()).toEqual([200, 409, 409, 409, 409])
    expect(await server.call('/api/org/edit', { org_id: 999_999, number: '1', floor: 1, version: 1 }, admin)).toMatchObject({ code: 404 })
    // However it is typed, it is not called as another is.
    const taken = (await add(flat(ground))).data.org_id[0]
    const again = (number: string) => server.call('/api/org/edit', { org_id: taken, number, floor: 6 }, admin)
    for (const number of ['Ｅ１', ' E1　']) expect(await again(number)).toMatchObject({ code: 409, msg: '该楼栋已登记过此房号' })
    expect(await again('　')).toMatchObject({ code: 400, data: { field: 'number' } })
    expect(await edit({ p_id: 2 })).toMatchObject({ code: 400, msg: expect.stringContaining('未知参数：p_id') })
    expect(await edit({ status: 3 })).toMatchObject({ code: 400 })
    expect(await edit({ simple: twice(ground) })).toMatchObject({ code: 400, msg: '抄表项目有重复', data: { field: 'simple' } })
  })
})

describe('states', () => {
  test('who names the version that he has seen does nothing to a row that another has changed since', async () => {
    const rooms = (await Promise.all([1, 2].map(() => add(flat(ground))))).map(({ data }) => data.org_id[0] as number)
    const [a = 0, b = 0] = rooms
    let sent = 0
    const act = (name: string, params: Params) => server.call(`/api/org/${name}`, { ...params, request_id: `v${++sent}` }, admin)
    const versions = await Promise.all(rooms.map(async (room) => (await roomOf(room)).version as number))
    expect(await act('edit', { org_id: a, version: versions[0], number: '9', floor: 9 })).toMatchObject({ code: 200 })
    expect(await act('repair', { org_id: a, version: versions[0] })).toMatchObject({ code: 409, msg: '该记录已被他人修改，请刷新后重试' })
    expect(await act('repair', { ids: rooms, versions })).toMatchObject({
      code: 409,
      msg: '有 1 条已被他人修改（12号2单元-9），请刷新后重试',
    })
    expect(await act('repair', { ids: rooms, versions: [1] })).toMatchObject({ code: 400, data: { field: 'versions' } })
    expect([(await roomOf(a)).status, (await roomOf(b)).status]).toEqual([1, 1])
    const seen = await Promise.all(rooms.map(async (room) => (await roomOf(room)).version as number))
    expect(await act('repair', { ids: [b, a], versions: [seen[1], seen[0]] })).toMatchObject({ code: 200, data: { count: 2 } })
  })

  test('each change needs its state; of several rooms all change or none', async () => {
    const rooms: number[] = []
    for (let n = 0; n < 3; n++) rooms.push((await add(flat(ground))).data.org_id[0])
    const [a, b, c] = rooms
    // Each is a request of its own: the same one twice in a second would be answered once.
    let sent = 0
    const act = (name: string, params: Params) => server.call(`/api/org/${name}`, { ...params, request_id: `r${++sent}` }, admin)
    expect(await act('enable', { org_id: a })).toMatchObject({ code: 409, msg: '当前状态不能启用，请刷新后重试' })
    expect(await act('repair', { org_id: a })).toMatchObject({ code: 200, data: { count: 1 } })
    expect(await act('repair', { org_id: a })).toMatchObject({ code: 409, msg: '当前状态不能维修，请刷新后重试' })
    expect(await act('disable', { ids: [a, b] })).toMatchObject({ code: 200, data: { count: 2 } })
    // Which of the many are in the way is said.
    const names = await Promise.all([a, b].map(async (room) => (await roomOf(room ?? 0)).unit_floor))
    const refused = { code: 409, msg: `有 2 条当前状态不能停用（${names.join('、')}），请刷新后重试` }
    expect(await act('disable', { ids: [a, b, c] })).toMatchObject(refused)
    const more = [...rooms, ...(await Promise.all([1, 2].map(async () => (await add(flat(ground))).data.org_id[0] as number)))]
    expect(await act('enable', { ids: more })).toMatchObject({
      code: 409,
      msg: expect.stringMatching(/^有 3 条当前状态不能启用（.+、.+、.+），/),
    })
    await sql`update org set area = null where org_id = ${b}`.execute(server.db)
    expect(await act('price', { ids: rooms, by: 2, price: 3000 })).toMatchObject({
      code: 400,
      msg: `有 1 间没有登记面积（${names[1]}），不能按面积定租`,
    })
    expect((await roomOf(c ?? 0)).status).toBe(1)
    expect((await roomOf(a ?? 0)).state).toBe(9)
    expect(await act('enable', { ids: [a, b, 999_999] })).toMatchObject({ code: 404 })
    expect((await roomOf(a ?? 0)).status).toBe(3)
    expect(await act('enable', { ids: [a, a] })).toMatchObject({ code: 400 })
    expect(await act('enable', {})).toMatchObject({ code: 400, msg: '请在 org_id 与 ids 中给出一个' })
    expect(await act('enable', { org_id: a, ids: [b] })).toMatchObject({ code: 400 })
    const rivals = await Promise.all(Array.from({ length: 6 }, () => act('enable', { org_id: a })))
    expect(rivals.map((answer) => answer.code).sort()).toEqual([200, 409, 409, 409, 409, 409])
  })
})

describe('divisions', () => {
  const read = async (path: string, params: Params = {}) => (await server.call(path, params, admin)).data as { name: string }[]
  test('31 provinces, and from each level the one below', async () => {
    const provinces = await read('/api/local/index')
    expect(provinces).toHaveLength(31)
    expect(provinces).toContainEqual({ province_id: 31, name: '上海市' })
    expect(await read('/api/local/city', { province_id: 31 })).toEqual([{ city_id: 3101, name: '市辖区' }])
    expect(await read('/api/local/city', { province_id: 33 })).toContainEqual({ city_id: 3301, name: '杭州市' })
    const counties = await read('/api/local/county', { city_id: 3101 })
    expect(counties).toHaveLength(16)
    expect(counties).toContainEqual({ county_id: 310115, name: '浦东新区' })
    const towns = await read('/api/local/town', { county_id: 310115 })
    expect(towns).toContainEqual({ town_id: 310115005, name: '陆家嘴街道' })
    expect(await read('/api/region/getTown', { county_id: 310115 })).toEqual(towns)
    expect(await read('/api/local/city', { province_id: 99 })).toEqual([])
    expect(await server.call('/api/local/city', {}, admin)).toMatchObject({ code: 400, msg: '上级必填' })
  })
})

describe('search', () => {
  test('two characters, rare ones and parts of a number find the room; what only looks like a pattern does not', async () => {
    const names = ['𠮷祥里', '龘靐花园', '百%苑_一', "O'Neil 公寓"]
    for (const region_name of names) await add(flat(ground, { region_name, house: 'A701', sn: `RARE-${region_name}` }))
    const find = async (params: Params, path = '/api/unit/find') =>
      (await server.call(path, params, admin)).data.map((room: { region_name: string }) => room.region_name) as string[]
    for (const [typed, found] of [
      ['𠮷祥', '𠮷祥里'],
      ['𠮷', '𠮷祥里'],
      ['龘靐', '龘靐花园'],
      ['靐花', '龘靐花园'],
      ['%苑', '百%苑_一'],
      ["o'n", "O'Neil 公寓"],
    ] as const)
      for (const path of ['/api/unit/find', '/api/unit/findUnit', '/api/org/find'])
        expect(await find({ region_name: typed }, path)).toEqual([found])
    for (const typed of ['花%园', '靐龘', '里𠮷', '%%', '__']) expect(await find({ region_name: typed })).toEqual([])
    expect(await find({ region_name: '𠮷祥', unit_number: '701' })).toEqual(['𠮷祥里'])
    expect(await find({ region_name: '𠮷祥', unit_number: '702' })).toEqual([])
    expect((await find({ unit_number: 'a7' }, '/api/org/find')).sort()).toEqual([...names].sort())
    expect(await find({ unit_sn: 'RARE-龘' }, '/api/org/find')).toEqual(['龘靐花园'])
    expect(await find({ unit_sn: 'ARE' }, '/api/org/find')).toEqual([])
    expect((await server.call('/api/org/list', { region_name: '𠮷祥' }, admin)).data).toMatchObject({
      count: 1,
      list: [{ region_name: '𠮷祥里' }],
    })
  })

  test('lookups give pages of 100', async () => {
    await sql`insert into tags (name) select '标签' || n from generate_series(1, 150) n`.execute(server.db)
    const page = async (number: number) => (await server.call('/api/tags/index', { page_rows: 100, page: number }, admin)).data
    expect([(await page(1)).list.length, (await page(1)).count, (await page(2)).list.length, (await page(3)).list.length]).toEqual([
      100, 151, 51, 0,
    ])
    for (const path of ['simple', 'kind', 'cost', 'pledge', 'project'])
      expect((await server.call(`/api/${path}/index`, { page_rows: 100, page: 1 }, admin)).data.list[0]).toMatchObject({
        name: expect.any(String),
      })
    expect(await server.call('/api/tags/index', { page_rows: 1001 }, admin)).toMatchObject({ code: 400, msg: '每页条数不能大于1000' })
    expect(await server.call('/api/tags/index', { page_rows: 0 }, admin)).toMatchObject({ code: 400 })
  })
})
