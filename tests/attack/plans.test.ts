import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { today } from '../../src/protocol/dates.ts'
import { adminServer } from '../help/adminServer.ts'
import { fetchFile } from '../help/exports.ts'
import { debtorsOn } from '../help/plans.ts'
import { wrongInBooks } from '../help/store/books.ts'
import { addAccount, permit, tokenOf } from '../help/store/ground.ts'
import { done } from '../help/tenancies.ts'

const at = adminServer()
const { ask } = at
const { debtor, plan, enforce } = debtorsOn(at)
const PLAN = ['/api/bill/index', '/api/bill/plan', '/api/payment_plan/index', '/api/plan_contract/index']
const PRINT = ['/api/payment_plan/index', '/api/payment_plan/agreement']
const LISTS = ['/api/plan_share/index', '/api/plan_part/index']

const staff = async (name: string, codes: readonly string[], projects: readonly number[]): Promise<[number, string]> => {
  const id = await addAccount(at.server, name, codes, [...projects])
  return [id, await tokenOf(at.server, id)]
}
const count = async (): Promise<unknown> => {
  const { rows } = await sql`
    select (select count(*)::integer from payment_plan) as plans, (select count(*)::integer from plan_share) as shares,
      (select count(*)::integer from plan_part) as parts
  `.execute(at.server.db)
  return rows[0]
}
const planning = (bills: readonly { bill_id: number }[], token?: string) =>
  ask('/api/payment_plan/planning', { ids: bills.map(({ bill_id }) => bill_id), party: 1, way: 1, count: 3, first_day: today() }, token)

afterEach(async () => {
  expect(await wrongInBooks(at.server.db)).toEqual([])
})

test('bills of another tenant, of another project, of nobody, or in a plan already are refused with what is wrong, and nothing is made', async () => {
  const [mine, other, both] = [await debtor(), await debtor(), await debtor(2)]
  const first = mine.bills.slice(0, 1)
  done(await plan(first))
  const before = await count()
  expect(await plan([...mine.bills.slice(1), ...other.bills.slice(0, 1)])).toMatchObject({
    ...{ code: 400, msg: '所选账单不是同一付款方的，请分付款方做', data: { field: 'party' } },
  })
  expect(await plan(both.bills)).toMatchObject({ code: 400, msg: '所选账单不在同一个项目，请分项目做', data: { field: 'party' } })
  expect(done(await planning(both.bills)).data).toMatchObject({ said: '所选账单不在同一个项目，请分项目做' })
  expect(await plan(mine.bills)).toMatchObject({ code: 409, msg: '所选账单里有已在还款计划中的，请先取消那个计划' })
  expect((await plan([...mine.bills.slice(1), { bill_id: 2_000_000_000 }])).code).toBe(404)
  for (const more of [{ contract_id: mine.contracts[0] }, { custom_id: other.custom_id }, { total: 1 }, { grace: 90 }])
    expect([more, (await plan(mine.bills.slice(1), more)).code]).toEqual([more, 400])
  expect(await count()).toEqual(before)
})

test('whoever sees one project takes, foresees and lists nothing of another', async () => {
  const both = await debtor(2)
  const [, near] = await staff('near', PLAN, [1])
  const own = both.bills.filter(({ contract_id }) => contract_id === both.contracts[0])
  const far = both.bills.filter(({ contract_id }) => contract_id === both.contracts[1])
  const before = await count()
  expect((await plan(both.bills, {}, near)).code).toBe(404)
  expect((await plan(far, {}, near)).code).toBe(404)
  expect(await count()).toEqual(before)
  expect(done(await planning(far, near)).data).not.toHaveProperty('table')
  const { facts } = done(await planning(both.bills, near)).data
  expect(facts).toContainEqual({ label: '逾期的账单', value: `${own.length}` })

  const { plan_id } = done(await plan(far)).data
  expect(done(await ask('/api/plan_contract/index', { contract_id: [both.contracts[1]] }, near)).data.list).toEqual([])
  expect(done(await ask('/api/plan_contract/index', { plan_id: [plan_id] }, near)).data.list).toEqual([])
  const [, none] = await staff('none', ['/api/bill/index'], [1, 2])
  expect((await plan(own, {}, none)).code).toBe(403)
  expect((await planning(own, none)).code).toBe(403)
  expect((await ask('/api/plan_contract/index', { plan_id: [plan_id] }, none)).code).toBe(403)
})

test('two who plan the same bills at once, in either order, make one plan; no bill is in two', async () => {
  const { bills } = await debtor()
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, place) => plan(place % 2 === 0 ? bills : bills.slice(place % bills.length).toReversed())),
  )
  const codes = answers.map(({ code }) => code)
  for (const code of codes) expect([200, 409]).toContain(code)
  expect(codes).toContain(200)
  const { rows } = await sql`select share_id from plan_share where is_open = 1 group by share_id having count(*) > 1`.execute(at.server.db)
  expect(rows).toEqual([])
})

test('an agreement is printed and opened by whoever may, of his projects; past the calls no share is in two plans', async () => {
  const { bills, card } = await debtor()
  const { plan_id } = done(await plan(bills)).data
  const print = (token?: string) => ask('/api/payment_plan/agreement', { plan_id }, token)
  const [, reader] = await staff('reader', ['/api/payment_plan/index', ...LISTS], [1])
  const [, blind] = await staff('blind', PRINT, [1])
  const [, far] = await staff('far', [...PRINT, ...LISTS], [2])
  const [clerk, token] = await staff('clerk', [...PRINT, ...LISTS], [1])
  expect((await print(reader)).code).toBe(403)
  expect(await print(blind)).toMatchObject({ code: 403, msg: expect.stringContaining('没有查看的权限，不能打印还款协议') })
  expect((await print(far)).code).toBe(404)
  expect((await ask('/api/payment_plan/agreement', { plan_id: 2_000_000_000 }, token)).code).toBe(404)
  const { rows: papers } = await sql`select from print where name = 'plan_agreement' and record_id = ${plan_id}`.execute(at.server.db)
  expect(papers).toHaveLength(0)

  const { handle } = done(await print(token)).data
  const opened = async (by: string): Promise<number> => (await fetchFile(at.server, handle, by)).status
  expect(await opened(token)).toBe(200)
  for (const by of [reader, blind, far]) expect(await opened(by)).not.toBe(200)
  await permit(at.server, clerk, ['/api/payment_plan/index'])
  expect((await print(token)).code).toBe(403)
  expect(await opened(token)).not.toBe(200)
  // What is kept of it says the tenant's number nowhere.
  const { rows } = await sql<{ said: string }>`select content::text as said from print where record_id = ${plan_id}`.execute(at.server.db)
  expect(rows.map(({ said }) => said).join('')).not.toContain(card)

  done(await enforce(plan_id))
  const again = sql`insert into plan_share (plan_id, bill_id, share_id, owed, is_open, p_id)
    select plan_id, bill_id, share_id, owed, 1, p_id from plan_share where plan_id = ${plan_id}`
  await expect(again.execute(at.server.db)).rejects.toThrow()
})
