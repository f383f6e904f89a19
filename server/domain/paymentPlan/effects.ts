import { dateOf } from '../../../src/protocol/dates.ts'
import bill from '../../../src/resources/bill/bill.ts'
import paymentPlan from '../../../src/resources/paymentPlan/paymentPlan.ts'
import { type Acting, defineEffects } from '../../calls/defineEffects.ts'
import { notify } from '../message/index.ts'
import { addPlan, beginWith, checkStillOwed, holdBillsOf, letGo } from './plan.ts'

interface Plan {
  plan_id: number
  number: string | null
  custom_name: string
  created_by: number | null
}

const keysOf = (rows: readonly Plan[]): number[] => rows.map(({ plan_id }) => plan_id)
const today = ({ now }: Acting): string => dateOf(now)

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
        for (const { plan_id, number, custom_name, created_by } of rows)
          if (created_by !== null)
            await notify(
              acting.tx,
              [created_by],
              '还款计划违约',
              `${custom_name} 的还款计划 ${number} 逾期未还，已转为违约，账单恢复催缴。`,
              {
                resource: 'payment_plan',
                id: plan_id,
              },
            )
        return over(acting, rows)
      },
    },
  }),
]
