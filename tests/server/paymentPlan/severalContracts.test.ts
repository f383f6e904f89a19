import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { watchPlans } from '../../../server/domain/paymentPlan/watch.ts'
import { today } from '../../../src/protocol/dates.ts'
import { fenToYuan } from '../../../src/protocol/fen.ts'
import { adminServer } from '../../help/adminServer.ts'
import { bySystem, nightWork } from '../../help/nightWork.ts'
import { type Debtor, debtorsOn } from '../../help/plans.ts'
import { wrongInBooks } from '../../help/store/books.ts'
import { done } from '../../help/tenancies.ts'

const at = adminServer()
const { ask } = at
const { debtor, plan, enforce, pay } = debtorsOn(at)

const night = () => nightWork(at.server, (tx) => watchPlans(bySystem(tx)))
const read = async (plan_id: number) => done(await ask('/api/payment_plan/detail', { plan_id })).data
const ofContract = async (contract_id: number) => done(await ask('/api/plan_contract/index', { contract_id: [contract_id] })).data.list
const nextStep = async (bill_id: number): Promise<string> => done(await ask('/api/bill/detail', { bill_id })).data.next_step
const age = (plan_id: number, days: number) =>
  sql`update plan_part set due_day = due_day - ${days}::integer where plan_id = ${plan_id}`.execute(at.server.db)
const sumOf = (bills: Debtor['bills']): number => bills.reduce((sum, { owed }) => sum + owed, 0)
/** The late fee of a bill, as its detail tells it. */
const feeOf = async (bill_id: number): Promise<string> =>
  done(await ask('/api/bill/late_working', { bill_id })).data.facts.find(({ label }: { label: string }) => label === '违约金').value
/** One bill of each contract. */
const oneOfEach = ({ bills, contracts }: Debtor): number[] =>
  contracts.map((contract_id) => bills.find((bill) => bill.contract_id === contract_id)?.bill_id ?? 0)
const setting = async (name: string, changes: Record<string, unknown>) => {
  const { values, version } = done(await ask(`/api/${name}/detail`)).data
  done(await ask(`/api/${name}/save`, { ...values, ...changes, version }))
}

beforeAll(() => setting('lateFeeSetting', { enabled: 1, since: '2020-01-01', ended: 1 }))

test('one plan of what a tenant owes on an ended and a running contract: both show it, its bills say whose they are', async () => {
  const who = await debtor()
  const preview = done(
    await ask('/api/payment_plan/planning', {
      ids: who.bills.map(({ bill_id }) => bill_id),
      ...{ party: 1, way: 1, count: 3, first_day: today() },
    }),
  ).data
  const byContract = who.contracts.map((contract_id) => sumOf(who.bills.filter((bill) => bill.contract_id === contract_id)))
  const told = preview.facts.find(({ label }: { label: string }) => label === '各合同未付').value
  expect(byContract.every((sum) => sum > 0 && told.includes(fenToYuan(sum)))).toBe(true)

  const { plan_id } = done(await plan(who.bills)).data
  expect(await read(plan_id)).toMatchObject({ contract_id: null, org_id: null, custom_id: who.custom_id, total: sumOf(who.bills) })
  const shares = done(await ask('/api/plan_share/index', { plan_id: [plan_id] })).data.list
  expect(new Set(shares.map(({ contract_id }: { contract_id: number }) => contract_id))).toEqual(new Set(who.contracts))
  for (const share of shares) expect(share).toMatchObject({ contract_id_title: expect.any(String), org_id_title: expect.any(String) })
  for (const [place, contract_id] of who.contracts.entries())
    expect(await ofContract(contract_id)).toEqual([
      expect.objectContaining({
        plan_id,
        contract_id,
        owed: byContract[place],
        left: byContract[place],
        total: sumOf(who.bills),
        status: 1,
      }),
    ])

  done(await enforce(plan_id))
  for (const bill_id of oneOfEach(who)) expect(await nextStep(bill_id)).toBe('在还款计划中，不催缴')
  const last = who.bills.at(-1)
  if (!last) throw new Error('nothing is owed')
  await pay(last)
  const [row] = await ofContract(last.contract_id)
  expect(row).toMatchObject({ left: row.owed - last.owed, rest: row.total - last.owed, status: 3 })
  for (const bill of who.bills.slice(0, -1)) await pay(bill)
  expect(await night()).toMatchObject({ done: 1 })
  for (const contract_id of who.contracts) expect(await ofContract(contract_id)).toMatchObject([{ left: 0, status: 4 }])
  expect(await wrongInBooks(at.server.db)).toEqual([])
})

test('late fees rest on both contracts, and a breach charges them and goes on with dunning on both', async () => {
  const who = await debtor()
  const some = oneOfEach(who)
  const before = await Promise.all(some.map(feeOf))
  const { plan_id } = done(await plan(who.bills, { fees: 2 })).data
  done(await enforce(plan_id))
  await sql`update payment_plan set begun_on = begun_on - 10 where plan_id = ${plan_id}`.execute(at.server.db)
  for (const [place, bill_id] of some.entries()) expect(await feeOf(bill_id)).not.toBe(before[place])
  await age(plan_id, 30)
  expect(await night()).toMatchObject({ broken: 1 })
  for (const [place, bill_id] of some.entries()) {
    expect(await feeOf(bill_id)).toBe(before[place])
    expect(await nextStep(bill_id)).not.toContain('还款计划')
  }
  // The bills of both are let go: they may be in another.
  done(await plan(who.bills))
  expect(await wrongInBooks(at.server.db)).toEqual([])
})

test('a cancelled plan lets the bills of both go; of one contract alone the plan names it and its room', async () => {
  const who = await debtor()
  const { plan_id } = done(await plan(who.bills)).data
  expect(await plan(who.bills.slice(-1))).toMatchObject({ code: 409 })
  done(await enforce(plan_id))
  done(await ask('/api/payment_plan/cancel', { plan_id, reason: '重拟' }))
  for (const bill_id of oneOfEach(who)) expect(await nextStep(bill_id)).not.toContain('还款计划')
  for (const contract_id of who.contracts) {
    const own = who.bills.filter((bill) => bill.contract_id === contract_id)
    const other = done(await plan(own)).data.plan_id
    expect(await read(other)).toMatchObject({ contract_id, org_id: own[0]?.org_id })
  }
})

test('the days after which a plan is broken are those of its day: what the setting says later is of later plans', async () => {
  const who = await debtor()
  const { plan_id } = done(await plan(who.bills)).data
  done(await enforce(plan_id))
  await setting('dunningSetting', { plan_days: 0 })
  await age(plan_id, 7)
  expect(await night()).toMatchObject({ broken: 0 })
  expect(await read(plan_id)).toMatchObject({ grace: 7, status: 3 })
  done(await ask('/api/payment_plan/cancel', { plan_id, reason: '重拟' }))
  expect(await read(done(await plan(who.bills)).data.plan_id)).toMatchObject({ grace: 0 })
  await setting('dunningSetting', { plan_days: 7 })
})

test('who approves a plan of several contracts is told which, and what is unpaid of each; of one the submission names it', async () => {
  await setting('checkSetting', { payment_plan: [{ way: 1, who: 1, role_id: 1, all: 1 }] })
  const who = await debtor()
  const [former, present] = who.contracts
  const of = (contract_id: number) => who.bills.filter((bill) => bill.contract_id === contract_id)
  const submitted = async (bills: Debtor['bills']) => {
    const { plan_id } = done(await plan(bills)).data
    const [audit_id] = done(await enforce(plan_id)).data.audit_ids
    return done(await ask('/api/audit/detail', { audit_id })).data
  }
  const sns = await Promise.all(who.contracts.map(async (contract_id) => done(await ask('/api/contract/detail', { contract_id })).data.sn))
  expect(await submitted([...of(former).slice(0, 1), ...of(present).slice(0, 1)])).toMatchObject({
    contract_id: null,
    reason: `各合同未付：${[former, present].map((id, place) => `${sns[place]} ¥${fenToYuan(of(id)[0]?.owed ?? 0)}`).join('；')}`,
  })
  expect(await submitted(of(present).slice(1))).toMatchObject({ contract_id: present, reason: null })
})
