import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { addDays, today } from '../../../src/protocol/dates.ts'
import { adminServer } from '../../help/adminServer.ts'
import { emptyRoom, type LivedIn, letRoom } from '../../help/services.ts'
import { addAccount, addRow, addTenant, cardOf, tokenOf } from '../../help/store/ground.ts'

const at = adminServer()
const { ask } = at

type Params = Record<string, unknown>
interface Task extends Params {
  inspect_id: number
  org_id: number
}

let leased: LivedIn[]
let vacant: number[]
let community: number
beforeAll(async () => {
  leased = [await letRoom(at), await letRoom(at)]
  vacant = [await emptyRoom(at), await emptyRoom(at), await emptyRoom(at)]
  await ask('/api/org/disable', { ids: [vacant[2]] })
  // A flat that is let room by room is no room that stands empty.
  await sql`update org set status = 4 where org_id = ${await emptyRoom(at)}`.execute(at.server.db)
  // Another project has rooms, too.
  await letRoom(at, { p_id: 2 })
  community = (await ask('/api/org/detail', { org_id: vacant[0] })).data.community_id
})

const batch = (name: string, which: number, changes: Params = {}) => ({
  ...{ p_id: 1, batch: name, kind: 1, inspector: 1, planned_date: today(), which },
  ...(which === 3 ? { community_id: community } : {}),
  ...changes,
})
const generate = (asked: Params, token?: string) => ask('/api/inspect/generate', asked, token)
const tasksOf = async (name: string): Promise<Task[]> =>
  (await ask('/api/inspect/index', { batch: name, page: 1, page_rows: 100 })).data.list
const keysOf = (tasks: readonly Task[]): number[] => tasks.map(({ org_id }) => org_id).sort((a, b) => a - b)

test('a batch has a task for each room that is meant, with who lives there; a room that is disabled has none', async () => {
  expect(await generate(batch('在租', 1))).toMatchObject({ code: 200, data: { count: 2, said: '生成 2 个任务' } })
  const tasks = await tasksOf('在租')
  expect(keysOf(tasks)).toEqual(leased.map(({ org_id }) => org_id).sort((a, b) => a - b))
  for (const task of tasks) {
    const room = leased.find(({ org_id }) => org_id === task.org_id)
    expect(task).toMatchObject({ contract_id: room?.contract_id, custom_id: room?.custom_id, custom_name: room?.name, p_id: 1, status: 1 })
    expect(task.number).toMatch(/^XJ\d{6}\d{5}$/)
  }
  expect((await generate(batch('空置', 2))).data.count).toBe(2)
  expect(keysOf(await tasksOf('空置'))).toEqual(vacant.slice(0, 2))
  expect((await generate(batch('小区', 3))).data.count).toBe(4)
})

test('making it again makes only what is not there, and says so beforehand; also where two do it at once', async () => {
  const asked = batch('再来', 1)
  const both = await Promise.all([generate(asked), generate(asked)])
  expect(both.map(({ data }) => data.count).sort()).toEqual([0, 2])
  const foresee = async () => {
    const { p_id, batch: name, which } = asked
    const { data } = await ask('/api/inspect/foresee', { p_id, batch: name, which })
    return data.facts.map(({ value }: { value: string }) => value)
  }
  expect(await foresee()).toEqual(['2', '2', '0'])
  const another = await letRoom(at)
  expect(await foresee()).toEqual(['3', '2', '1'])
  expect((await generate(asked)).data.count).toBe(1)
  expect(keysOf(await tasksOf('再来'))).toContain(another.org_id)
  const again = await generate(asked)
  expect(again.data).toEqual({ count: 0, said: '没有要生成的：所选房间都已有任务，或没有符合的房间' })
  // One by one neither.
  const one = { batch: '再来', kind: 1, inspector: 1, planned_date: today(), org_id: another.org_id }
  expect(await ask('/api/inspect/add', one)).toMatchObject({ code: 409, msg: '这个批次里已有该房间的任务' })
  expect((await ask('/api/inspect/add', { ...one, batch: '另一批' })).code).toBe(200)
  // A room whose task was cancelled has none: it has one again, and only one.
  const task = (await tasksOf('再来')).find(({ org_id }) => org_id === another.org_id)
  expect((await ask('/api/inspect/cancel', { ids: [task?.inspect_id], reason: '日期填错' })).code).toBe(200)
  expect(await foresee()).toEqual(['3', '2', '1'])
  expect((await generate(asked)).data).toEqual({ count: 1, said: '生成 1 个任务' })
  expect(await ask('/api/inspect/add', one)).toMatchObject({ code: 409, msg: '这个批次里已有该房间的任务' })
})

test('a project that is not the caller’s is refused, and nothing is made', async () => {
  const codes = ['/api/inspect/generate', '/api/inspect/index']
  const away = await tokenOf(at.server, await addAccount(at.server, 'away', codes, [2]))
  expect(await generate(batch('别人', 1), away)).toMatchObject({ code: 400, data: { field: 'p_id' } })
  expect(await generate(batch('别人', 3, { p_id: 2 }), away)).toMatchObject({ code: 400, data: { field: 'community_id' } })
  expect(await generate(batch('别人', 1, { inspector: 99_999 }))).toMatchObject({ code: 400, data: { field: 'inspector' } })
  expect(await tasksOf('别人')).toEqual([])
})

const items = (result: number) => [
  { item: '门窗', result: 1 },
  { item: '消防设施', result, note: '灭火器' },
]
const one = async (name: string): Promise<number> => {
  const org_id = await emptyRoom(at)
  return (await ask('/api/inspect/add', { batch: name, kind: 3, inspector: 1, planned_date: today(), org_id })).data.inspect_id
}
const detail = async (inspect_id: number): Promise<Params> => (await ask('/api/inspect/detail', { inspect_id })).data

test('what is found says which way it ends: all in order, or something is wrong and is dealt with', async () => {
  const [fine, wrong] = [await one('结果一'), await one('结果二')]
  const pass = (asked: Params) => ask('/api/inspect/pass', { inspect_id: fine, ...asked })
  expect(await pass({ items: items(2), occupied: 1 })).toMatchObject({ code: 400, data: { field: 'items' } })
  expect(await pass({ items: items(1), occupied: 2 })).toMatchObject({ code: 400, data: { field: 'occupied' } })
  expect((await pass({ items: items(1), occupied: 3, met: '无' })).code).toBe(200)
  expect(await detail(fine)).toMatchObject({ status: 2, occupied: 3, items: items(1), checked_at: expect.any(Number) })
  await ask('/api/inspect/fail', { inspect_id: wrong, items: items(2), occupied: 3, problem: '灭火器过期' })
  expect(await detail(wrong)).toMatchObject({ status: 3, problem: '灭火器过期', items: items(2) })
  const findings = async () =>
    (await ask('/api/workbench/todos')).data.find(({ name }: { name: string }) => name === 'inspectFindings')?.rows ?? []
  expect(await findings()).toMatchObject([{ inspect_id: wrong, problem: '灭火器过期' }])
  await ask('/api/inspect/handle', { inspect_id: wrong, handled: '已更换' })
  expect(await detail(wrong)).toMatchObject({ status: 4, handled: '已更换' })
  expect(await findings()).toEqual([])
})

test('what is found is found of whoever has the room on that day, not of whoever had it when the task was made', async () => {
  const { org_id, contract_id: before } = await letRoom(at)
  const task = { batch: '换了人', kind: 2, inspector: 1, planned_date: today(), org_id }
  const { inspect_id } = (await ask('/api/inspect/add', task)).data
  expect(await detail(inspect_id)).toMatchObject({ contract_id: before })
  const [yesterday, custom_id] = [addDays(today(), -1), await addTenant(at.server, { name: '新来的', card: cardOf(902) })]
  await sql`update contract set status = 7, end_date = ${yesterday}, left_on = ${yesterday} where contract_id = ${before}`.execute(
    at.server.db,
  )
  const terms = { sn: 'HTX1', start_date: today(), end_date: '2099-12-31', rent: 100, deposit: 100, status: 4 }
  const contract_id = await addRow(at.server, 'contract', { ...terms, org_id, custom_id, p_id: 1 })
  await ask('/api/inspect/fail', { inspect_id, items: items(2), occupied: 2, problem: '转租' })
  expect(await detail(inspect_id)).toMatchObject({ status: 3, contract_id, custom_id, custom_name: '新来的' })
})

test('several are given to another, or put off, at once; what is due stands in 今日待办', async () => {
  const keys = [await one('改派一'), await one('改派二')]
  const [other, gone] = [await addAccount(at.server, 'inspector', []), await addAccount(at.server, 'gone', [])]
  await sql`update account set is_active = false where user_id = ${gone}`.execute(at.server.db)
  expect(await ask('/api/inspect/reassign', { ids: keys, inspector: gone, planned_date: today() })).toMatchObject({
    code: 400,
    msg: expect.stringMatching(/的账号已停用$/),
    data: { field: 'inspector' },
  })
  // Nor is it given to somebody who does not see the project: nothing of it would reach him.
  const away = { inspector: await addAccount(at.server, 'elsewhere', ['/api/inspect/index'], [2]) }
  const unseen = { code: 400, msg: 'elsewhere不负责这个项目，看不到', data: { field: 'inspector' } }
  expect(await ask('/api/inspect/reassign', { ids: keys, ...away, planned_date: today() })).toMatchObject(unseen)
  expect(await generate(batch('看不到', 1, away))).toMatchObject(unseen)
  const task = { batch: '看不到', kind: 3, planned_date: today(), org_id: vacant[0] }
  expect(await ask('/api/inspect/add', { ...task, ...away })).toMatchObject(unseen)
  await ask('/api/inspect/reassign', { ids: keys, inspector: other, planned_date: addDays(today(), 1) })
  for (const key of keys) expect(await detail(key)).toMatchObject({ status: 1, inspector: other, planned_date: addDays(today(), 1) })
  const due = async (): Promise<Params[]> => {
    const { data } = await ask('/api/workbench/todos')
    return data.find(({ name }: { name: string }) => name === 'inspections')?.rows ?? []
  }
  await ask('/api/inspect/reassign', { ids: [keys[0]], inspector: other, planned_date: addDays(today(), -30) })
  const rows = await due()
  expect(rows[0]).toMatchObject({ inspect_id: keys[0] })
  expect(rows.map(({ inspect_id }) => inspect_id)).not.toContain(keys[1])
  await ask('/api/inspect/cancel', { ids: keys, reason: '并入下一批' })
  expect((await due()).map(({ inspect_id }) => inspect_id)).not.toContain(keys[0])
})

test('a repair and a violation that begin from it are listed with it', async () => {
  const { org_id, custom_id } = await letRoom(at)
  const task = { batch: '开始', kind: 2, org_id, p_id: 1, inspector: 1, planned_date: today(), status: 3, problem: '转租' }
  const inspect_id = await addRow(at.server, 'inspect', { ...task, items: [] })
  const broken = { kind: 1, urgency: 1, description: '漏水', reporter: '检查人', phone: '13812345678' }
  const made = await ask('/api/repair/add', { org_id, inspect_id, ...broken })
  const found = await ask('/api/violation/add', { org_id, inspect_id, kind: 1, found_on: today(), found_by: 1, facts: '转租' })
  expect([made.code, found.code]).toEqual([200, 200])
  const of = async (name: string): Promise<Params[]> => (await ask(`/api/${name}/index`, { inspect_id: [inspect_id], page: 1 })).data.list
  expect((await of('repair')).map((row) => row.custom_id)).toEqual([custom_id])
  expect((await of('violation')).map((row) => row.custom_id)).toEqual([custom_id])
})

test('what begins from an inspection is of its project: a room of another one is refused, where the room was chosen', async () => {
  const inspect_id = await one('换项目')
  const elsewhere = await emptyRoom(at, 2)
  const refused = { code: 400, msg: '房间不在巡检任务的项目里，请重新选择', data: { field: 'org_id' } }
  const violation = { kind: 1, found_on: today(), found_by: 1, facts: '转租', inspect_id }
  expect(await ask('/api/violation/add', { ...violation, org_id: elsewhere })).toMatchObject(refused)
  const repair = { kind: 1, urgency: 2, description: '漏水', reporter: '检查人', phone: '13812345678', inspect_id }
  expect(await ask('/api/repair/add', { ...repair, org_id: elsewhere })).toMatchObject(refused)
  // Another room of the project may be the one to mend: the water comes from above.
  expect(await ask('/api/repair/add', { ...repair, org_id: await emptyRoom(at) })).toMatchObject({ code: 200 })
})
