import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { watchPlans } from '../../../server/domain/paymentPlan/watch.ts'
import { today } from '../../../src/protocol/dates.ts'
import { adminServer } from '../../help/adminServer.ts'
import { bySystem, nightWork } from '../../help/nightWork.ts'
import { debtorsOn } from '../../help/plans.ts'
import { wrongInBooks } from '../../help/store/books.ts'
import { done } from '../../help/tenancies.ts'

const at = adminServer()
const { ask } = at
const { debtor, plan, enforce, pay } = debtorsOn(at)
const read = async (plan_id: number) => done(await ask('/api/payment_plan/detail', { plan_id })).data
const night = () => nightWork(at.server, (tx) => watchPlans(bySystem(tx)))

test('what becomes owed of a plan’s bill beside the plan takes nothing off what is paid of the plan', async () => {
  const { bills } = await debtor()
  const [bill] = bills
  if (!bill) throw new Error('no bill')
  done(await ask('/api/bill/reduce', { ids: [bill.bill_id], how: 1, amount: 20_000, why: '困难' }))
  const { plan_id } = done(await plan([{ bill_id: bill.bill_id }], { count: 2 })).data
  done(await enforce(plan_id))
  const { total } = await read(plan_id)
  expect(total).toBe(bill.owed - 20_000)
  done(await ask('/api/bill/restore', { bill_id: bill.bill_id, why: '材料不实' }))
  const [first] = done(await ask('/api/plan_part/index', { plan_id: [plan_id], order: 'due_day' })).data.list
  await pay(bill, first.price)
  expect(await read(plan_id)).toMatchObject({ settled: first.price, rest: total - first.price })
  await sql`update plan_part set due_day = due_day - 20 where plan_id = ${plan_id} and place = 1`.execute(at.server.db)
  expect(await night()).toMatchObject({ done: 0, broken: 0 })
  await pay(bill, total - first.price)
  expect(await night()).toMatchObject({ done: 1, broken: 0 })
  expect(await read(plan_id)).toMatchObject({ status: 4, ended_on: today() })
  expect(await wrongInBooks(at.server.db)).toEqual([])
})
