import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { movePast } from '../../../server/calls/lapse.ts'
import { agreementTerm } from '../../../server/domain/owner/jobs.ts'
import { inTransaction } from '../../../server/store/connection/transaction.ts'
import { addDays, secondsOf, today } from '../../../src/protocol/dates.ts'
import type { EndingDays, TodoRows } from '../../../src/protocol/workbench.ts'
import { adminServer } from '../../help/adminServer.ts'
import { attach, pdf } from '../../help/attachments.ts'
import { addAccount, addRow, cardOf, roomsInTwoProjects, tokenOf } from '../../help/store/ground.ts'

const at = adminServer()
const { ask } = at
const day = (after: number): string => addDays(today(), after)

let rooms: [number, number]
beforeAll(async () => {
  rooms = await roomsInTwoProjects(at.server, at.ground)
})

let serial = 200
const owner = (): Promise<number> =>
  addRow(at.server, 'owner', { kind: 1, name: `业主${++serial}`, card: cardOf(serial), phone: '13812345678' })
/** An owner with a hundredth of a room in project 1, and of one in project 2. */
const ownerOfBoth = async (): Promise<number> => {
  const owner_id = await owner()
  for (const org_id of rooms)
    expect((await ask('/api/owner_house/add', { owner_id, org_id, share: 0.01, from_date: '2026-01-01' })).code).toBe(200)
  return owner_id
}
const terms = (owner_id: number, changes: object = {}) => ({
  ...{ owner_id, p_id: 1, start_date: day(-100), end_date: day(100), book: 1, fee_way: 1, fee_percent: 8.25, settle_day: 10 },
  ...changes,
})
const add = (params: object, token?: string) => ask('/api/entrust_agreement/add', params as Record<string, unknown>, token)
const draft = async (owner_id: number, changes: object = {}): Promise<number> => {
  const { code, msg, data } = await add(terms(owner_id, changes))
  expect([code, msg]).toEqual([200, ''])
  return data.agreement_id
}
const enforce = (agreement_id: number) => ask('/api/entrust_agreement/enforce', { agreement_id })
const inForce = async (owner_id: number, changes: object = {}): Promise<number> => {
  const agreement_id = await draft(owner_id, changes)
  expect(await enforce(agreement_id)).toMatchObject({ code: 200 })
  return agreement_id
}
const detail = async (agreement_id: number) => (await ask('/api/entrust_agreement/detail', { agreement_id })).data

test('on a day one agreement holds, also beside one that was ended or has run out: the rent of a day is not owed twice', async () => {
  const owner_id = await ownerOfBoth()
  const former = await inForce(owner_id)
  const next = await draft(owner_id, { start_date: day(-30) })
  const ended_date = day(-10)
  expect(await ask('/api/entrust_agreement/terminate', { agreement_id: former, ended_date, reason: '改代理费' })).toMatchObject({
    code: 200,
  })
  const { sn } = await detail(former)
  expect(await enforce(next)).toMatchObject({ code: 409, msg: `委托协议 ${sn} 到 ${ended_date} 为止，这份须从以后的日子开始` })
  expect((await ask('/api/entrust_agreement/edit', { agreement_id: next, ...terms(owner_id, { start_date: day(-9) }) })).code).toBe(200)
  expect(await enforce(next)).toMatchObject({ code: 200 })
})

test('an agreement has a number, and the terms of its kind and no others', async () => {
  const one = await ownerOfBoth()
  for (const [changes, msg] of [
    [{ fee_percent: undefined }, '代理费比例必填'],
    [{ fee_way: 2 }, '月代理费必填'],
    [{ book: 2 }, '保底月租必填'],
    [{ fee_percent: 100.5 }, '代理费比例不能超过 100%'],
    [{ settle_day: 29 }, '每月结算日不能大于28'],
    [{ end_date: day(-101) }, '结束日期不能早于开始'],
    [{ owner_id: undefined }, '请选择业主'],
  ] as const)
    expect([changes, await add(terms(one, changes))]).toMatchObject([changes, { code: 400, msg }])
  const { data } = await attach(at.server, at.admin, pdf('委托协议'), '协议.pdf')
  const agreement_id = await draft(one, { rent: 1, papers: [data.file_id] })
  const read = await detail(agreement_id)
  expect(read).toMatchObject({ status: 1, book: 1, fee_percent: 8.25, fee_monthly: null, rent: null, rooms: 1 })
  expect(read.papers_files).toMatchObject([{ name: '协议.pdf' }])
  expect(read.sn).toMatch(new RegExp(`^WT${today().slice(0, 7).replace('-', '')}\\d{4}$`))
})

test('a draft is corrected, terms of another kind go; it comes into force, and from then on is neither changed nor deleted', async () => {
  const one = await ownerOfBoth()
  const agreement_id = await draft(one)
  const edited = { agreement_id, ...terms(one, { book: 2, fee_way: undefined, fee_percent: undefined, rent: 300_000 }) }
  expect(await ask('/api/entrust_agreement/edit', edited)).toMatchObject({ code: 200 })
  expect(await detail(agreement_id)).toMatchObject({ book: 2, fee_way: null, fee_percent: null, rent: 300_000 })
  expect(await enforce(agreement_id)).toMatchObject({ code: 200 })
  expect(await ask('/api/entrust_agreement/edit', { ...edited, rent: 400_000 })).toMatchObject({ code: 409, msg: '只有草稿可以编辑' })
  expect(await ask('/api/entrust_agreement/del', { agreement_id })).toMatchObject({ code: 409, msg: '只有草稿可以删除' })
  expect(await detail(agreement_id)).toMatchObject({ status: 2, rent: 300_000 })
  const other = await draft(one)
  expect((await ask('/api/entrust_agreement/del', { ids: [other, agreement_id] })).code).toBe(409)
  expect(await ask('/api/entrust_agreement/del', { agreement_id: other })).toMatchObject({ code: 200 })
  expect((await ask('/api/entrust_agreement/detail', { agreement_id: other })).code).toBe(404)
})

test('it comes into force only for an owner who has a room in the project, and before its end', async () => {
  const none = await draft(await owner())
  expect(await enforce(none)).toMatchObject({ code: 409, msg: '该业主在此项目还没有登记房产，协议不能生效' })
  const over = await draft(await ownerOfBoth(), { end_date: day(-1) })
  expect(await enforce(over)).toMatchObject({ code: 409, msg: '协议的结束日期已过，不能生效' })
  expect([(await detail(none)).status, (await detail(over)).status]).toEqual([1, 1])
})

test('of one owner and project no two are in force on one day, also of those that come into force at once', async () => {
  const one = await ownerOfBoth()
  const CLASH = { code: 409, msg: '该业主在此项目这段时间已有生效的委托协议' }
  await inForce(one)
  expect(await enforce(await draft(one, { start_date: day(100), end_date: day(200) }))).toMatchObject(CLASH)
  await inForce(one, { p_id: 2 })
  await inForce(one, { start_date: day(101), end_date: day(200) })
  const rival = await ownerOfBoth()
  const drafts = [await draft(rival), await draft(rival), await draft(rival)]
  const answers = await Promise.all(drafts.map(enforce))
  expect(answers.map(({ code }) => code).sort()).toEqual([200, 409, 409])
})

test('one that is terminated says when and why, and frees its days; a day to come, or before it began, is refused', async () => {
  const one = await ownerOfBoth()
  const agreement_id = await inForce(one)
  const terminate = (params: object) => ask('/api/entrust_agreement/terminate', { agreement_id, ...params })
  expect(await terminate({ ended_date: day(0) })).toMatchObject({ code: 400, msg: '终止原因必填' })
  expect((await terminate({ ended_date: day(1), reason: '收回自住' })).msg).toBe('终止日期不能晚于今天')
  expect((await terminate({ ended_date: day(-101), reason: '收回自住' })).msg).toBe('终止日期不能早于协议开始')
  expect((await ask('/api/owner/detail', { owner_id: one })).data).toMatchObject({ entrusted_until: day(100) })
  expect(await terminate({ ended_date: day(-1), reason: '收回自住' })).toMatchObject({ code: 200 })
  expect(await detail(agreement_id)).toMatchObject({ status: 4, ended_date: day(-1), reason: '收回自住' })
  expect((await terminate({ ended_date: day(-1), reason: '再次' })).code).toBe(409)
  expect((await ask('/api/owner/detail', { owner_id: one })).data.entrusted_until ?? null).toBe(null)
  await inForce(one, { start_date: day(0) })
  const { events } = (await ask('/api/life/timeline', { resource: 'owner', id: one })).data
  expect(events.map(({ date, says }: { date: string; says: string }) => [date, says])).toEqual(
    expect.arrayContaining([
      [day(100), '委托到期'],
      [day(0), '委托开始'],
      [day(-1), '委托终止'],
      [day(-100), '委托开始'],
    ]),
  )
})

test('the night after its last day it has expired, once, by the system; one that ends today has not', async () => {
  const ends = async (end: number): Promise<number> => {
    const agreement_id = await inForce(await ownerOfBoth())
    await sql`update entrust_agreement set end_date = ${day(end)} where agreement_id = ${agreement_id}`.execute(at.server.db)
    return agreement_id
  }
  const [over, last] = [await ends(-1), await ends(0)]
  const night = (): Promise<number> =>
    inTransaction(at.server.db, { userId: null, path: 'job:expire_agreements', label: '委托协议到期', address: '' }, (tx) =>
      movePast(tx, secondsOf(today()) ?? 0, agreementTerm),
    )
  expect((await Promise.all([night(), night()])).sort()).toEqual([0, 1])
  expect([(await detail(over)).status, (await detail(last)).status]).toEqual([3, 2])
  const { rows } = await sql<{ created_by: number | null; path: string }>`
    select created_by, path from operation_log where resource = 'entrust_agreement' and record_id = ${over} order by log_id desc limit 1
  `.execute(at.server.db)
  expect(rows).toEqual([{ created_by: null, path: 'job:expire_agreements' }])
})

test('those that end within 60 days stand on the workbench, soonest first, and in the calendar of endings', async () => {
  const soon = await inForce(await ownerOfBoth(), { end_date: day(59) })
  const sooner = await inForce(await ownerOfBoth(), { end_date: day(20), p_id: 2 })
  const todosOf = async (token?: string): Promise<TodoRows | undefined> =>
    (await ask('/api/workbench/todos', {}, token)).data.find(({ name }: TodoRows) => name === 'agreements')
  const keys = (todo: TodoRows | undefined) =>
    todo?.rows.map(({ agreement_id }) => agreement_id).filter((key) => key === soon || key === sooner)
  expect(keys(await todosOf())).toEqual([sooner, soon])
  const codes = ['/api/workbench/index', '/api/entrust_agreement/index']
  expect(keys(await todosOf(await tokenOf(at.server, await addAccount(at.server, 'near', codes, [1]))))).toEqual([soon])
  const { data } = await ask('/api/workbench/endings', { month: day(59).slice(0, 7) })
  const days = data.find(({ name }: EndingDays) => name === 'agreements')?.days
  expect(days).toContainEqual({ date: day(59), count: 1, first: [{ key: soon, name: `业主${serial - 1}` }] })
})

test('an agreement of another project is there for nobody who does not see that', async () => {
  const one = await ownerOfBoth()
  const agreement_id = await inForce(one, { p_id: 2 })
  const codes = ['index', 'detail', 'add', 'edit', 'del', 'enforce', 'terminate'].map((call) => `/api/entrust_agreement/${call}`)
  const keeper = await tokenOf(at.server, await addAccount(at.server, 'keeper', [...codes, '/api/owner/detail'], [1]))
  expect((await ask('/api/entrust_agreement/detail', { agreement_id }, keeper)).code).toBe(404)
  expect((await ask('/api/entrust_agreement/terminate', { agreement_id, ended_date: today(), reason: '试' }, keeper)).code).toBe(404)
  expect(await add(terms(one, { p_id: 2 }), keeper)).toMatchObject({ code: 400, data: { field: 'p_id' } })
  const theirs = await draft(one, { p_id: 2, start_date: day(101), end_date: day(102) })
  for (const call of ['edit', 'del'])
    expect([
      call,
      (await ask(`/api/entrust_agreement/${call}`, { agreement_id: theirs, ...(call === 'edit' ? terms(one) : {}) }, keeper)).code,
    ]).toEqual([call, 404])
  expect((await ask('/api/owner/detail', { owner_id: one }, keeper)).data.entrusted_until ?? null).toBe(null)
})
