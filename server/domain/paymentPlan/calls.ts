import { CallError } from '../../../src/core/errors.ts'
import { resourceNamed } from '../../../src/declared/declared.ts'
import { aboutSome, form } from '../../../src/derive/callParams.ts'
import { dateOf } from '../../../src/protocol/dates.ts'
import { fenToYuan } from '../../../src/protocol/fen.ts'
import type { Preview } from '../../../src/protocol/preview.ts'
import { planForm } from '../../../src/schemas/paymentPlan/paymentPlan.ts'
import { type Context, defineCall } from '../../calls/defineCall.ts'
import { overdueOf, whoseOf } from './overdue.ts'
import { type Planned, partsOf } from './plan.ts'
import { sumOf, sumsByContract } from './rules/whose.ts'

const { party, way, count, first_day, parts } = planForm.properties
const yuan = (fen: number): string => `¥${fenToYuan(fen)}`

interface About {
  bill_id?: number
  ids?: readonly number[]
}

/** Gives what a plan comes to: what is overdue of the bills, and the parts as far as they are said. */
const planning = async ({ tx, session, now }: Context, { bill_id, ids, ...planned }: About & Planned): Promise<Preview> => {
  const shares = await overdueOf(tx, ids ?? (bill_id === undefined ? [] : [bill_id]), planned.party, session.scope)
  const total = sumOf(shares)
  const sums = sumsByContract(shares)
  const facts = [
    { label: '逾期的账单', value: `${shares.length}` },
    { label: '未付合计', value: yuan(total) },
    ...(sums === null ? [] : [{ label: '各合同未付', value: sums }]),
  ]
  if (total === 0) return { facts }
  const isSaid = planned.way === 2 ? (planned.parts ?? []).length > 1 : planned.count !== undefined && planned.first_day !== undefined
  try {
    whoseOf(shares, planned.party)
    if (!isSaid) return { facts }
    const rows = partsOf(total, planned, dateOf(now)).map(({ due_day, price }, place) => [`${place + 1}`, due_day, yuan(price)])
    return { facts, table: { heads: ['第几期', '应付日', '应还'], rows, amounts: 1 } }
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    return { facts, said: error.message }
  }
}

export default [
  defineCall(
    {
      path: '/api/payment_plan/planning',
      label: '还款计划的各期',
      group: '还款计划',
      can: '/api/bill/plan',
      params: form('还款计划的各期', { ...aboutSome(resourceNamed('bill')), party, way, count, first_day, parts }, ['party', 'way']),
    },
    (context, asked) => planning(context, asked as never),
  ),
]
