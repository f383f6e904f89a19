import { CallError } from '../../../src/core/errors.ts'
import { resourceNamed } from '../../../src/declared/declared.ts'
import { dateOf } from '../../../src/protocol/dates.ts'
import { fenToYuan } from '../../../src/protocol/fen.ts'
import bill from '../../../src/resources/bill/bill.ts'
import { type Acting, defineEffects } from '../../calls/defineEffects.ts'
import { addOutbound } from '../../outbox/addOutbound.ts'
import { insertRows } from '../../store/writing/write.ts'
import { type Dunned, keyOf, type Plan, plannedOf, planOf, SMS_TITLE, type Sms, unheardOf } from './plan.ts'

/** Throws 409 where a bill is being paid by a plan, where somebody was told of one today, and of an SMS where one has nobody whom it reaches. */
const checkPlan = ({ bills }: Plan, isSms: boolean): void => {
  const planned = plannedOf(bills)
  if (planned[0]) throw new CallError(409, `有 ${planned.length} 张在还款计划中，不催缴（${planned[0].sn}）`)
  const today = bills.filter(({ isToday }) => isToday)
  if (today[0]) throw new CallError(409, `有 ${today.length} 张今天已经催过（${today[0].sn}），同一张账单一天至多催缴一次`)
  const unheard = isSms ? unheardOf(bills) : []
  if (unheard[0])
    throw new CallError(409, `有 ${unheard.length} 张的付款方没有登记手机号（${unheard[0].sn}），请改用其他方式`, { field: 'way' })
}

/** Has the messages leave; each tells one person of all that he owes of these bills. */
const send = async ({ tx, now }: Acting, messages: readonly Sms[], today: string): Promise<void> => {
  await addOutbound(
    tx,
    messages.map(({ debtor, bills, text }) => ({
      channel: 2,
      receiver: null,
      subject: SMS_TITLE,
      content: JSON.stringify({
        type: 'bill.dunning',
        timestamp: new Date(now * 1000).toISOString(),
        data: { title: SMS_TITLE, content: text, resource: debtor.resource, ...keyOf(debtor) },
      }),
      once: `dunning.${debtor.resource}.${debtor.record_id}.${bills[0]?.bill_id}.${today}`,
      resource: debtor.resource,
      recordId: debtor.record_id,
      dials: 'phone',
    })),
  )
}

const companyOf = ({ debtors }: Dunned): number | undefined =>
  debtors.find(({ resource }) => resource === 'company')?.record_id ?? undefined

/** What is said of a bill by SMS: the message of the first whom it reaches. */
const textOf = ({ bill_id }: Dunned, messages: readonly Sms[]): string =>
  messages.find(({ bills }) => bills.some((one) => one.bill_id === bill_id))?.text ?? ''

/** What staff do about an overdue bill: a record each time, and an SMS where it is one. */
export default defineEffects(bill, {
  remind: {
    refusal: ({ sn }) => `账单 ${sn} 没有逾期未付的金额，不用催缴`,
    after: async (acting, rows, { way, said, promise_on }) => {
      const { tx, session, now } = acting
      const today = dateOf(now)
      const keys = rows.map(({ bill_id }) => bill_id)
      const plan = await planOf(tx, keys, today, session.scope)
      const isSms = way === 1
      checkPlan(plan, isSms)
      await insertRows(
        tx,
        resourceNamed('dunning'),
        plan.bills.map((one) => ({
          ...{ bill_id: one.bill_id, contract_id: one.contract_id, custom_id: one.custom_id, company_id: companyOf(one), p_id: one.p_id },
          ...{ custom_name: one.custom_name, stage: one.stage, way, day: today, owed: one.owed, days_late: one.days_late },
          ...{ said: isSms ? textOf(one, plan.messages) : said, promise_on },
        })),
        session.userId,
      )
      if (!isSms) return { count: rows.length, said: `已记录 ${rows.length} 张账单的催缴` }
      await send(acting, plan.messages, today)
      return { count: rows.length, said: `已催缴 ${rows.length} 张账单，短信 ${plan.messages.length} 条，约 ¥${fenToYuan(plan.cost)}` }
    },
  },
})
