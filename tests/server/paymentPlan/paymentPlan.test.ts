import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { watchPlans } from '../../../server/domain/paymentPlan/watch.ts'
import { addDays, today } from '../../../src/protocol/dates.ts'
import { adminServer } from '../../help/adminServer.ts'
import { bySystem, nightWork } from '../../help/nightWork.ts'
import { wrongInBooks } from '../../help/store/books.ts'
import { addAccount, flowOf } from '../../help/store/ground.ts'
import { done, scan, tenanciesOn } from '../../help/tenancies.ts'

const at = adminServer()
const { ask } = at
const { signed } = tenanciesOn(at)
const ago = (days: number): string => addDays(today(), -days)

interface Bill {
  bill_id: number
  owed: number
  custom_name: string
  org_id: number
}

const inArrears = async (): Promise<Bill[]> => {
  const contract_id = await signed({ start_date: ago(95), signed_on: ago(95), months: 12, mode: 2 })
  return done(await ask('/api/bill/index', { contract_id: [contract_id], from: [1], state: [4], order: 'bill_date' })).data.list
}
const plan = (bills: readonly Bill[], more: Record<string, unknown> = {}) =>
  ask('/api/bill/plan', { ids: bills.map(({ bill_id }) => bill_id), party: 1, way: 1, count: 3, first_day: today(), fees: 1, ...more })
const sumOf = (bills: readonly Bill[]): number => bills.reduce((sum, { owed }) => sum + owed, 0)
const read = async (plan_id: number) => done(await ask('/api/payment_plan/detail', { plan_id })).data
const partsOf = async (plan_id: number) => done(await ask('/api/plan_part/index', { plan_id: [plan_id], order: 'due_day' })).data.list
const enforce = async (plan_id: number) => ask('/api/payment_plan/enforce', { plan_id, papers: [await scan(at)] })
const pay = async ({ bill_id, org_id, custom_name }: Bill, price: number) =>
  done(await ask('/api/flow/add', flowOf(at.ground, { price, org_id, bill_id, custom_name })))
const night = () => nightWork(at.server, (tx) => watchPlans(bySystem(tx)))
/** As if it had been made so many days ago. */
const age = (plan_id: number, days: number) =>
  sql`update plan_part set due_day = due_day - ${days}::integer where plan_id = ${plan_id}`.execute(at.server.db)

test('parts of one contract’s arrears, the sum of which is what is overdue; in force they are told by what is paid', async () => {
  const bills = await inArrears()
  const total = sumOf(bills)
  const preview = done(
    await ask('/api/payment_plan/planning', { ids: bills.map(({ bill_id }) => bill_id), party: 1, way: 1, count: 3, first_day: today() }),
  ).data
  expect(preview.table.rows).toHaveLength(3)
  const { plan_id } = done(await plan(bills)).data
  const parts = await partsOf(plan_id)
  expect(parts.reduce((sum: number, { price }: { price: number }) => sum + price, 0)).toBe(total)
  expect(await read(plan_id)).toMatchObject({ status: 1, total, settled: 0 })
  expect(done(await ask('/api/bill/detail', { bill_id: bills[0]?.bill_id })).data.next_step).not.toContain('还款计划')
  expect(await ask('/api/payment_plan/enforce', { plan_id })).toMatchObject({ code: 400, msg: '请上传签字的还款协议' })
  done(await enforce(plan_id))
  expect(done(await ask('/api/bill/detail', { bill_id: bills[0]?.bill_id })).data.next_step).toBe('在还款计划中，不催缴')
  const refused = { code: 409, msg: expect.stringMatching(/^有 1 张在还款计划中，不催缴（ZD\d+）$/) }
  expect(await ask('/api/bill/remind', { bill_id: bills[0]?.bill_id, way: 2, said: '说' })).toMatchObject(refused)
  expect(await ask('/api/bill/letter', { bill_id: bills[0]?.bill_id })).toMatchObject(refused)
  const told = done(await ask('/api/bill/reminding', { bill_id: bills[0]?.bill_id, way: 1 })).data
  expect(told).toMatchObject({ said: '有 1 张在还款计划中，不催缴' })
  await pay(bills[0] as Bill, (bills[0] as Bill).owed)
  expect(await read(plan_id)).toMatchObject({ status: 3, settled: bills[0]?.owed, rest: total - (bills[0]?.owed ?? 0) })
  const [first] = await partsOf(plan_id)
  expect(first).toMatchObject({ paid: Math.min(first.price, bills[0]?.owed ?? 0) })
  for (const bill of bills.slice(1)) await pay(bill, bill.owed)
  expect(await night()).toMatchObject({ done: 1, broken: 0 })
  expect(await read(plan_id)).toMatchObject({ status: 4, rest: 0, ended_on: today() })
  expect((await partsOf(plan_id)).map(({ state }: { state: number }) => state)).toEqual([3, 3, 3])
  // What paid it off comes back: it is not paid, and its bills are in a plan again.
  const [last] = done(await ask('/api/flow/index', { org_id: [bills[0]?.org_id], order: '-flow_id' })).data.list
  done(await ask('/api/flow/reverse', { flow_id: last.flow_id, note: '退票' }))
  expect(await night()).toEqual({ done: 0, broken: 0, resumed: 1 })
  expect(await read(plan_id)).toMatchObject({ status: 3, rest: last.price, ended_on: null })
  expect(await plan(bills.slice(-1))).toMatchObject({ code: 409 })
  expect(await wrongInBooks(at.server.db)).toEqual([])
})

test('what does not sum up, is of two payers or in an open plan already is refused, and nothing is made', async () => {
  const [bills, others] = [await inArrears(), await inArrears()]
  const plans = async () => done(await ask('/api/payment_plan/index')).data.total
  const before = await plans()
  const typed = (first: number) => ({
    way: 2,
    parts: [
      { due_day: today(), price: first },
      { due_day: addDays(today(), 9), price: 100 },
    ],
  })
  expect(await plan(bills, typed(sumOf(bills)))).toMatchObject({ code: 400, data: { field: 'parts' } })
  expect(await plan([...bills, ...others])).toMatchObject({ code: 400, data: { field: 'party' } })
  expect(await plan(bills, { party: 2 })).toMatchObject({ code: 400, msg: '所选账单里没有这一方逾期未付的金额' })
  expect(await plan(bills, { first_day: ago(1) })).toMatchObject({ code: 400, data: { field: 'first_day' } })
  expect(await plans()).toBe(before)
  const sums = async () => done(await ask('/api/payment_plan/index')).data.sums
  const summed = await sums()
  const { plan_id } = done(await plan(bills, typed(sumOf(bills) - 100))).data
  expect(await plan(bills.slice(0, 1))).toMatchObject({ code: 409, msg: '所选账单里有已在还款计划中的，请先取消那个计划' })
  await pay(bills[0] as Bill, 100)
  expect(await enforce(plan_id)).toMatchObject({ code: 409, msg: expect.stringContaining('欠款与拟定时不同了') })
  done(await ask('/api/payment_plan/cancel', { plan_id, reason: '重拟' }))
  expect(await sums()).toEqual(summed)
  const both = await Promise.all([plan(bills), plan(bills)])
  expect(both.map(({ code }) => code).toSorted()).toEqual([200, 409])
})

test('a part that is overdue for longer than the setting says breaks the plan: whoever made it is told, dunning goes on', async () => {
  const bills = await inArrears()
  const { plan_id } = done(await plan(bills)).data
  done(await enforce(plan_id))
  await age(plan_id, 7)
  expect(await night()).toMatchObject({ done: 0, broken: 0 })
  expect(await read(plan_id)).toMatchObject({ status: 3, next_due: ago(7) })
  await age(plan_id, 1)
  // He has paid, and nobody has matched it yet.
  const { price } = (await partsOf(plan_id))[0]
  const money = flowOf(at.ground, { price, p_id: 1, custom_name: bills[0]?.custom_name })
  const { flow_id } = done(await ask('/api/flow/add', money)).data
  expect(await night()).toMatchObject({ done: 0, broken: 0 })
  done(await ask('/api/flow/reverse', { flow_id, note: '退票' }))
  // Who made it has left: those who may make another hear of it.
  const left = await addAccount(at.server, 'left', [])
  await sql`update account set is_active = false where user_id = ${left}`.execute(at.server.db)
  await sql`update payment_plan set created_by = ${left} where plan_id = ${plan_id}`.execute(at.server.db)
  const [first, second] = await Promise.all([night(), night()])
  expect(first.broken + second.broken).toBe(1)
  expect(await read(plan_id)).toMatchObject({ status: 5 })
  expect(done(await ask('/api/bill/detail', { bill_id: bills[0]?.bill_id })).data.next_step).not.toContain('还款计划')
  const { rows } = await sql<{ content: string }>`select distinct content from message where title = '还款计划违约'`.execute(at.server.db)
  expect(rows).toHaveLength(1)
  // Paid a day late it stays broken; what turns out to have come in time mends it, until it comes back.
  const paidOn = async (day: string): Promise<number> => {
    const moment = Math.floor(Date.parse(`${day}T10:00:00+08:00`) / 1000)
    return done(await ask('/api/flow/add', { ...money, bill_id: bills[0]?.bill_id, org_id: bills[0]?.org_id, deal_time: moment })).data
      .flow_id
  }
  const late = await paidOn(today())
  expect(await night()).toMatchObject({ resumed: 0 })
  done(await ask('/api/flow/reverse', { flow_id: late, note: '记错' }))
  const early = await paidOn(ago(2))
  expect(await night()).toEqual({ done: 0, broken: 0, resumed: 1 })
  expect(await read(plan_id)).toMatchObject({ status: 3, ended_on: null })
  expect(await plan(bills)).toMatchObject({ code: 409 })
  done(await ask('/api/flow/reverse', { flow_id: early, note: '退票' }))
  expect(await night()).toMatchObject({ broken: 1, resumed: 0 })
  done(await plan(bills))
})

test('late fees rest while a plan that says so is kept, and are charged for these days when it is broken', async () => {
  const { values, version } = done(await ask('/api/lateFeeSetting/detail')).data
  done(await ask('/api/lateFeeSetting/save', { ...values, enabled: 1, since: '2020-01-01', version }))
  const bills = await inArrears()
  const [bill] = bills as [Bill]
  const fee = async (): Promise<string> =>
    done(await ask('/api/bill/late_working', { bill_id: bill.bill_id })).data.facts.find(
      ({ label }: { label: string }) => label === '违约金',
    ).value
  const before = await fee()
  const { plan_id } = done(await plan(bills, { fees: 2 })).data
  done(await enforce(plan_id))
  await sql`update payment_plan set begun_on = begun_on - 10 where plan_id = ${plan_id}`.execute(at.server.db)
  expect(await fee()).not.toBe(before)
  await age(plan_id, 30)
  expect(await night()).toMatchObject({ broken: 1 })
  expect(await fee()).toBe(before)
})
