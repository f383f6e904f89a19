import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { headsOf } from '../../../server/domain/structure/index.ts'
import type { CentreUnit, StructureNode } from '../../../src/protocol/structure.ts'
import { rounds } from '../../help/depth.ts'
import { addAccount, fillGround, flat, type Ground, tokenOf } from '../../help/store/ground.ts'
import { startTestServer, type TestServer } from '../../help/testServer.ts'

let server: TestServer
let ground: Ground
let admin: string
/** Two centres; the first has a department with a department in it, which has two posts. */
let ids: { east: number; west: number; assets: number; field: number; keeper: number; clerk: number }

const inOffice = sql`a.is_active`

let asked = 0
/** Every deed is one of its own, even where the same is asked again within the second. */
const call = (path: string, params: object = {}, token = admin) => server.call(path, { ...params, request_id: String(++asked) }, token)
const add = async (kind: number, name: string, parent_id?: number): Promise<number> => {
  const { code, msg, data } = await call('/api/structure/add', { kind, name, ...(parent_id ? { parent_id } : {}) })
  if (code !== 200) throw new Error(msg)
  return data.node_id
}
const tree = async (): Promise<StructureNode[]> => (await call('/api/structure/tree')).data
const below = async (parent: number | null): Promise<string[]> =>
  (await tree()).filter(({ parent_id }) => parent_id === parent).map(({ name }) => name)

beforeAll(async () => {
  server = await startTestServer()
  ground = await fillGround(server)
  admin = await tokenOf(server)
})
afterAll(() => server.close())
beforeEach(async () => {
  await sql`update unit set center_id = null`.execute(server.db)
  await sql`delete from post_holder`.execute(server.db)
  await sql`delete from structure`.execute(server.db)
  const east = await add(1, '东中心')
  const assets = await add(2, '资产部', east)
  const field = await add(2, '外勤组', assets)
  ids = {
    ...{ east, assets, field },
    west: await add(1, '西中心'),
    keeper: await add(3, '管家', field),
    clerk: await add(3, '内勤', field),
  }
})

test('what stands where it may not is refused with the reason', async () => {
  const refused = async (kind: number, parent_id?: number) => (await call('/api/structure/add', { kind, name: '新', parent_id })).msg
  const level = '中心在最上一级，部门和岗位在中心或部门之下'
  expect(await refused(2)).toBe(level)
  expect(await refused(1, ids.east)).toBe(level)
  expect(await refused(3, ids.keeper)).toBe(level)
  expect(await call('/api/structure/add', { kind: 2, name: '资产部', parent_id: ids.east })).toMatchObject({
    code: 409,
    msg: '同一级已有这个名称',
  })
  expect(await call('/api/structure/move', { node_id: ids.assets, parent_id: ids.field })).toMatchObject({
    code: 400,
    msg: '不能移到它自己的下面',
  })
  expect(await call('/api/structure/move', { node_id: ids.assets })).toMatchObject({ code: 400, msg: level })
  expect(await call('/api/structure/head', { node_id: ids.keeper, head_id: 1 })).toMatchObject({ code: 400, msg: '只有中心和部门有负责人' })
  expect(await call('/api/post_holder/add', { node_id: ids.field, user_id: 1 })).toMatchObject({ code: 400, msg: '人员只能任职于岗位' })
  expect(await call('/api/structure/del', { node_id: ids.field })).toMatchObject({ code: 409 })
  expect(await below(ids.field)).toEqual(['管家', '内勤'])
})

test('a node moves with all below it, before another or to the end; one that someone else changed does not', async () => {
  expect(await call('/api/structure/move', { node_id: ids.clerk, parent_id: ids.field, before: ids.keeper })).toMatchObject({ code: 200 })
  expect(await below(ids.field)).toEqual(['内勤', '管家'])
  expect(await call('/api/structure/move', { node_id: ids.field, parent_id: ids.west })).toMatchObject({ code: 200 })
  expect(await below(ids.assets)).toEqual([])
  expect(await below(ids.west)).toEqual(['外勤组'])
  expect(await below(ids.field)).toEqual(['内勤', '管家'])
  expect(await call('/api/structure/move', { node_id: ids.field, parent_id: ids.east, version: 1 })).toMatchObject({ code: 409 })
  expect(await call('/api/structure/move', { node_id: ids.field, parent_id: ids.east, before: ids.keeper })).toMatchObject({ code: 404 })
  expect(await call('/api/structure/move', { node_id: 999_999 })).toMatchObject({ code: 404 })
})

test('moves at the same time, each right alone, never make a circle', async () => {
  const other = await add(2, '财务部', ids.east)
  for (let round = 0; round < 8; round++) {
    await call('/api/structure/move', { node_id: ids.assets, parent_id: ids.east })
    await call('/api/structure/move', { node_id: other, parent_id: ids.east })
    const answers = await Promise.all([
      call('/api/structure/move', { node_id: ids.assets, parent_id: other }),
      call('/api/structure/move', { node_id: other, parent_id: ids.assets }),
    ])
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 400])
    expect(await tree()).toHaveLength(7)
  }
  // Nor past the call, by whoever writes to the table.
  await call('/api/structure/move', { node_id: ids.assets, parent_id: ids.east })
  await expect(sql`update structure set parent_id = ${ids.field} where node_id = ${ids.assets}`.execute(server.db)).rejects.toThrow(
    /below itself/,
  )
})

test('any run of moves leaves every node in the tree, once', async () => {
  const all = Object.values(ids)
  await fc.assert(
    fc.asyncProperty(fc.array(fc.record({ node: fc.nat(5), to: fc.nat(6), before: fc.nat(6) }), { maxLength: 6 }), async (moves) => {
      for (const { node, to, before } of moves)
        await call('/api/structure/move', {
          node_id: all[node],
          ...(all[to] ? { parent_id: all[to] } : {}),
          ...(all[before] ? { before: all[before] } : {}),
        })
      const nodes = await tree()
      expect(nodes.map(({ node_id }) => node_id).sort()).toEqual([...all].sort())
      for (const { kind, parent_id } of nodes) expect(kind === 1).toBe(parent_id === null)
    }),
    { numRuns: rounds(6, 12), seed: 20_261_121 },
  )
})

test('one person holds several posts, a post once; the head of the department is found through them', async () => {
  const keeper = await addAccount(server, 'keeper', [])
  const [boss, chief] = [await addAccount(server, 'boss', []), await addAccount(server, 'chief', [])]
  const other = await add(3, '会计', ids.west)
  for (const node_id of [ids.keeper, other])
    expect(await call('/api/post_holder/add', { node_id, user_id: keeper })).toMatchObject({ code: 200 })
  expect(await call('/api/post_holder/add', { node_id: other, user_id: keeper })).toMatchObject({ code: 409, msg: '此人已任这个岗位' })
  expect((await tree()).filter(({ holders }) => holders.some(({ user_id }) => user_id === keeper)).map(({ name }) => name)).toEqual([
    '管家',
    '会计',
  ])

  expect(await headsOf(server.db, keeper, inOffice)).toEqual([])
  await call('/api/structure/head', { node_id: ids.east, head_id: chief })
  expect(await headsOf(server.db, keeper, inOffice)).toEqual([chief])
  // The nearest comes before those above it, and nobody is their own.
  await call('/api/structure/head', { node_id: ids.field, head_id: keeper })
  expect(await headsOf(server.db, keeper, inOffice)).toEqual([chief])
  await call('/api/structure/head', { node_id: ids.assets, head_id: boss })
  await call('/api/structure/head', { node_id: ids.west, head_id: chief })
  expect(await headsOf(server.db, keeper, inOffice)).toEqual([boss, chief])
  // Who cannot be asked is passed over for whoever heads what is above.
  expect(await headsOf(server.db, keeper, sql`a.user_id <> ${boss}`)).toEqual([chief])
  await sql`update account set is_active = false where user_id = ${boss}`.execute(server.db)
  expect(await headsOf(server.db, keeper, inOffice)).toEqual([chief])
  await call('/api/structure/head', { node_id: ids.east })
  await call('/api/structure/head', { node_id: ids.west })
  expect(await headsOf(server.db, keeper, inOffice)).toEqual([])
  expect(await headsOf(server.db, chief, inOffice)).toEqual([])
})

test('a retired post takes nobody new, and a retired centre is not named', async () => {
  expect((await call('/api/ProjectStructure/getCenterStringArray')).data).toEqual(['东中心', '西中心'])
  await call('/api/structure/retire', { node_id: ids.keeper })
  await call('/api/structure/retire', { node_id: ids.west })
  expect(await call('/api/post_holder/add', { node_id: ids.keeper, user_id: 1 })).toMatchObject({ code: 409, msg: '所选的已停用，请另选' })
  expect((await call('/api/ProjectStructure/getCenterStringArray')).data).toEqual(['东中心'])
})

test('units are given to a centre, move to another and are taken back, within the caller’s projects', async () => {
  const units: number[] = []
  for (const p_id of [1, 1, 2]) units.push((await call('/api/org/add', flat(ground, { p_id, region_name: `小区${p_id}` }))).data.unit_id)
  const [first = 0, second = 0, theirs = 0] = units
  const listed = async (whose: number, node_id = ids.east, token = admin): Promise<number[]> =>
    ((await call('/api/ProjectStructure/unitList', { node_id, whose }, token)).data.list as CentreUnit[])
      .map(({ unit_id }) => unit_id)
      .sort()
  expect(await call('/api/ProjectStructure/addUnitIds', { node_id: ids.east, unit_ids: [first, theirs] })).toMatchObject({
    code: 200,
    data: { count: 2 },
  })
  expect(await listed(1)).toEqual([first, theirs].sort())
  expect(await listed(2)).toEqual([second])
  expect(await listed(3, ids.west)).toEqual([first, theirs].sort())
  const ofCenter = async (center: string): Promise<number> =>
    (await call('/api/ProjectStructure/unitList', { node_id: ids.west, whose: 3, center })).data.count
  expect([await ofCenter('东中心'), await ofCenter('没有的中心')]).toEqual([2, 0])
  expect((await tree()).find(({ node_id }) => node_id === ids.east)?.units).toBe(2)
  expect(await call('/api/ProjectStructure/addUnitIds', { node_id: ids.assets, unit_ids: [first] })).toMatchObject({
    code: 400,
    msg: '房源只能分配给中心',
  })
  expect((await call('/api/ProjectStructure/unitList', { node_id: ids.east, keyword: '小区2' })).data).toMatchObject({
    count: 1,
    list: [{ unit_id: theirs, rooms: 1 }],
  })

  const codes = ['/api/structure/index', '/api/ProjectStructure/addUnitIds']
  const mine = await tokenOf(server, await addAccount(server, 'eastern', codes, [1]))
  expect(await listed(1, ids.east, mine)).toEqual([first])
  expect(await call('/api/ProjectStructure/addUnitIds', { node_id: ids.west, unit_ids: [first, theirs] }, mine)).toMatchObject({
    code: 404,
  })
  expect(await call('/api/ProjectStructure/removeUnitIds', { unit_ids: [first] }, mine)).toMatchObject({ code: 200 })
  expect(await listed(1)).toEqual([theirs])
})
