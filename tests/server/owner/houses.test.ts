import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Jobs } from '../../../server/jobs/startJobs.ts'
import { addDays, today } from '../../../src/protocol/dates.ts'
import { adminServer } from '../../help/adminServer.ts'
import { startTestJobs } from '../../help/exports.ts'
import { imported, mistakes, tried, workbook } from '../../help/imports.ts'
import { addAccount, addRow, cardOf, flat, roomsInTwoProjects, tokenOf } from '../../help/store/ground.ts'

const at = adminServer()
const { ask } = at
let jobs: Jobs
/** Rooms of project 1 and of project 2. */
let near: number
let far: number
beforeAll(async () => {
  jobs = startTestJobs(at.server)
  ;[near, far] = await roomsInTwoProjects(at.server, at.ground)
})
afterAll(() => jobs.stop())

let serial = 100
const owner = (name = `业主${++serial}`): Promise<number> =>
  addRow(at.server, 'owner', { kind: 1, name, card: cardOf(++serial), phone: '13812345678' })
const room = async (p_id = 1): Promise<number> =>
  (await ask('/api/org/add', flat(at.ground, { p_id, region_name: p_id === 1 ? '张杨花苑' : '徐汇花苑' }))).data.org_id[0]
const house = (owner_id: number, org_id: number, changes: object = {}) => ({
  ...{ owner_id, org_id, share: 100, from_date: '2026-01-01' },
  ...changes,
})
const add = (params: object, token?: string) => ask('/api/owner_house/add', params as Record<string, unknown>, token)
const TOO_MUCH = { code: 409, msg: '此房间各业主的份额合计将超过 100%' }
const day = (after: number): string => addDays(today(), after)

test('a room is shared up to 100 percent, to the hundredth, on each day: what is passed on is free from the next day', async () => {
  const [one, two, three, org_id] = [await owner(), await owner(), await owner(), await room()]
  const first = await add(house(one, org_id, { share: 66.67 }))
  expect(first).toMatchObject({ code: 200 })
  expect(await add(house(two, org_id, { share: 33.34 }))).toMatchObject(TOO_MUCH)
  expect(await add(house(two, org_id, { share: 33.33 }))).toMatchObject({ code: 200 })
  expect(await add(house(three, org_id, { share: 0.01, from_date: day(30) }))).toMatchObject(TOO_MUCH)
  expect(await add(house(three, org_id, { share: 33.335 }))).toMatchObject({ code: 400, msg: '份额最多2位小数' })
  expect(await add(house(three, org_id, { share: 0 }))).toMatchObject({ code: 400, msg: '份额须大于 0', data: { field: 'share' } })
  const { owner_house_id } = first.data
  expect((await ask('/api/owner_house/detail', { owner_house_id })).data).toMatchObject({ p_id: 1, share: 66.67, state: 1, to_date: null })
  expect(await ask('/api/owner_house/edit', { owner_house_id, share: 66.68, from_date: '2026-01-01' })).toMatchObject(TOO_MUCH)
  expect(await ask('/api/owner_house/end', { owner_house_id, to_date: day(1) })).toMatchObject({
    code: 400,
    msg: '转出日期不能晚于今天',
    data: { field: 'to_date' },
  })
  expect((await ask('/api/owner_house/end', { owner_house_id, to_date: '2025-12-31' })).msg).toBe('转出日期不能早于取得日期（2026-01-01）')
  expect((await ask('/api/owner_house/end', { owner_house_id, to_date: day(-1) })).code).toBe(200)
  expect(await add(house(three, org_id, { share: 66.67, from_date: day(-1) }))).toMatchObject(TOO_MUCH)
  expect(await add(house(three, org_id, { share: 66.67, from_date: day(0) }))).toMatchObject({ code: 200 })
  expect(await ask('/api/owner_house/restore', { owner_house_id })).toMatchObject(TOO_MUCH)
  expect((await ask('/api/owner_house/detail', { owner_house_id })).data).toMatchObject({ state: 2, to_date: day(-1) })
})

test('who bought and sold before is told by date; one owner has a room once on a day; taken back it has no end', async () => {
  const [one, org_id] = [await owner(), await room()]
  const { owner_house_id } = (await add(house(one, org_id, { share: 20 }))).data
  expect(await add(house(one, org_id, { share: 10, from_date: day(0) }))).toMatchObject({
    code: 409,
    msg: '该业主在这些日子已登记过此房间',
  })
  expect((await ask('/api/owner_house/end', { owner_house_id, to_date: day(-2) })).code).toBe(200)
  expect((await ask('/api/owner_house/end', { owner_house_id, to_date: day(-1) })).code).toBe(409)
  expect((await ask('/api/owner_house/restore', { owner_house_id })).code).toBe(200)
  expect((await ask('/api/owner_house/detail', { owner_house_id })).data).toMatchObject({ state: 1, to_date: null })
  // The log calls an entry by its room, as its screen does.
  const { unit_floor } = (await ask('/api/org/detail', { org_id })).data
  const { rows } = await sql<{ record_title: string }>`
    select record_title from operation_log where resource = 'owner_house' and record_id = ${owner_house_id}
  `.execute(at.server.db)
  expect(rows).toEqual(Array(3).fill({ record_title: unit_floor }))
})

test('of ten that claim a room at once as many have it as there is share for', async () => {
  const org_id = await room()
  const owners = await Promise.all(Array.from({ length: 10 }, () => owner()))
  const answers = await Promise.all(owners.map((one) => add(house(one, org_id, { share: 30 }))))
  expect(answers.map(({ code }) => code).sort()).toEqual([200, 200, 200, ...Array(7).fill(409)])
  expect(new Set(answers.filter(({ code }) => code === 409).map(({ msg }) => msg))).toEqual(new Set([TOO_MUCH.msg]))
})

test('an entry is of its room’s project: whoever does not see that sees no entry; the owner is of no project, his rooms are counted by it', async () => {
  const one = await owner()
  const mine = (await add(house(one, near))).data.owner_house_id
  const theirs = (await add(house(one, far))).data.owner_house_id
  const codes = ['owner/detail', 'owner_house/index', 'owner_house/detail', 'owner_house/add', 'owner_house/end'].map(
    (code) => `/api/${code}`,
  )
  const keeper = await tokenOf(at.server, await addAccount(at.server, 'keeper', codes, [1]))
  const seen = await ask('/api/owner_house/index', { owner_id: [one] }, keeper)
  expect(seen.data.list).toMatchObject([{ owner_house_id: mine, p_id: 1 }])
  expect((await ask('/api/owner_house/end', { owner_house_id: theirs, to_date: today() }, keeper)).code).toBe(404)
  expect(await add(house(await owner(), far), keeper)).toMatchObject({ code: 400, data: { field: 'org_id' } })
  expect((await ask('/api/owner/detail', { owner_id: one }, keeper)).data).toMatchObject({ houses: 1 })
  expect((await ask('/api/owner/detail', { owner_id: one })).data).toMatchObject({ houses: 2 })
  expect((await ask('/api/owner_house/end', { owner_house_id: mine, to_date: today() })).code).toBe(200)
  expect((await ask('/api/owner/detail', { owner_id: one })).data).toMatchObject({ houses: 1 })
  // Who may not read whose rooms are whose is not told how many.
  const other = await tokenOf(at.server, await addAccount(at.server, 'other', ['/api/owner/detail']))
  expect((await ask('/api/owner/detail', { owner_id: one }, other)).data).not.toHaveProperty('houses')
  expect((await ask('/api/owner_house/index', { org_id: [far] })).data.list).toMatchObject([{ owner_id: one, state: 1 }])
})

test('an owner with rooms is not deleted, and one that is retired is given none', async () => {
  const [one, org_id] = [await owner(), await room()]
  expect((await ask('/api/owner/retire', { owner_id: one })).code).toBe(200)
  expect(await add(house(one, org_id))).toMatchObject({ code: 409 })
  expect((await ask('/api/owner/restore', { owner_id: one })).code).toBe(200)
  expect((await add(house(one, org_id))).code).toBe(200)
  expect(await ask('/api/owner/del', { owner_id: one })).toMatchObject({ code: 409, msg: '该记录已被使用，不能删除' })
})

const HEADS = ['业主*', '房间*', '份额（%）*', '产权证号', '取得日期*']

test('a file finds rooms by community and number and owners by name; the trial finds what the shares of several lines come to', async () => {
  const [one, org_id] = [await owner('沪房业主'), await room()]
  await owner('同名')
  await owner('同名')
  const { region_name, unit_floor } = (await ask('/api/org/detail', { org_id })).data
  const line = (name: string, share: string, where = `${region_name} ${unit_floor}`) => [
    name,
    where,
    share,
    '沪（2020）浦字 1 号',
    '2026-03-01',
  ]
  const other = await owner('另一业主')
  const wrong = [
    line('沪房业主', '60'),
    line('另一业主', '50'),
    line('同名', '10'),
    line('没有的人', '10'),
    line('另一业主', '101', '没有的房间'),
  ]
  const trial = await tried(at.server, '/api/owner_house/import', workbook([HEADS, ...wrong]), at.admin)
  const told = mistakes(trial)
  expect(told).toHaveLength(5)
  expect(told[0]).toContain(TOO_MUCH.msg)
  expect(told[1]).toMatch(/^A4：业主“同名”有 2 个，请写全：/)
  expect(told[2]).toMatch(/^A5：业主“没有的人”不存在/)
  expect(told[3]).toMatch(/^B6：房间“没有的房间”不存在/)
  expect(told[4]).toBe('C6：份额不能超过 100%')
  const right = await tried(
    at.server,
    '/api/owner_house/import',
    workbook([HEADS, line('沪房业主', '60'), line('另一业主', '40')]),
    at.admin,
  )
  expect([right.state, (await imported(at.server, at.admin, right.import_id)).state]).toEqual(['right', 'done'])
  const { data } = await ask('/api/owner_house/index', { org_id: [org_id], order: 'from_date' })
  expect(data.list.map((row: Record<string, unknown>) => [row.owner_id, row.share, row.p_id])).toEqual(
    expect.arrayContaining([
      [one, 60, 1],
      [other, 40, 1],
    ]),
  )
})
