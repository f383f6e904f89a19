import { dateOf } from '../../../src/protocol/dates.ts'
import bill from '../../../src/resources/bill/bill.ts'
import paymentPlan from '../../../src/resources/paymentPlan/paymentPlan.ts'
import { type Acting, defineEffects } from '../../calls/defineEffects.ts'
import { whoDealsWith } from '../account/index.ts'
import { notify } from '../message/index.ts'
import { addPlan, beginWith, checkStillOwed, contractsOf, holdBillsOf, letGo, takeUp } from './plan.ts'

interface Plan {
  plan_id: number
  number: string | null
  custom_name: string
  created_by: number | null
  p_id: number | null
}

const keysOf = (rows: readonly Plan[]): number[] => rows.map(({ plan_id }) => plan_id)
const today = ({ now }: Acting): string => dateOf(now)

/** Tells whoever made a plan what became of it; where he has left, those who may make another. */
const tell = async ({ tx }: Acting, rows: readonly Plan[], title: string, saidOf: (plan: Plan) => string): Promise<void> => {
  for (const plan of rows) {
    const concerned = await whoDealsWith(tx, plan.created_by, '/api/bill/plan', plan.p_id)
    await notify(tx, concerned, title, saidOf(plan), { resource: 'payment_plan', id: plan.plan_id })
  }
}

/** A plan that is over. */
const over = async (acting: Acting, rows: readonly Plan[]) => {
  await letGo(acting, keysOf(rows))
  return { count: rows.length }
}

export default [
  defineEffects(bill, {
    plan: {
      refusal: ({ sn }) => `账单 ${sn} 没有逾期未付的金额，或是押金，不能拟还款计划`,
      after: (acting, rows, asked) =>
        addPlan(
          acting,
          rows.map(({ bill_id }) => bill_id),
          asked,
        ),
    },
  }),
  defineEffects(paymentPlan, {
    enforce: {
      holds: holdBillsOf,
      tells: ({ tx }, { plan_id }) => contractsOf(tx, plan_id),
      check: (acting, [{ plan_id }]) => checkStillOwed(acting, plan_id),
      sets: { begun_on: today },
      after: async (acting, [{ plan_id }]) => {
        await beginWith(acting, plan_id)
        return { count: 1 }
      },
    },
    cancel: { sets: { ended_on: today }, after: over },
    finish: { sets: { ended_on: today }, after: over },
    breach: {
      sets: { ended_on: today },
      after: async (acting, rows) => {
        await tell(
          acting,
          rows,
          '还款计划违约',
          ({ custom_name, number }) => `${custom_name} 的还款计划 ${number} 逾期未还，已转为违约，账单恢复催缴。`,
        )
        return over(acting, rows)
      },
    },
    resume: {
      sets: { ended_on: () => null },
      after: async (acting, rows) => {
        await takeUp(acting, keysOf(rows))
        await tell(
          acting,
          rows,
          '还款计划恢复履行',
          ({ custom_name, number }) =>
            `${custom_name} 的还款计划 ${number} 恢复履行：还清的收款红冲、撤销了核销，或违约以后查明是按期付的。`,
        )
        return { count: rows.length }
      },
    },
  }),
]
