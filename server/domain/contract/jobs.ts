import { addDays, dateOf } from '../../../src/protocol/dates.ts'
import contractSetting from '../../../src/resources/settings/contract.ts'
import { defineJob, type JobContext } from '../../jobs/defineJob.ts'
import { inOneCommit, systemAt } from '../../jobs/inOneCommit.ts'
import type { Tx } from '../../store/connection/database.ts'
import { inTransaction } from '../../store/connection/transaction.ts'
import { readSetting } from '../setting/index.ts'
import { billedUntil } from './contractBills.ts'
import { applyRents, endAllTerms } from './days.ts'
import { applyFees } from './feeTerms.ts'
import { billOccupation, overstayedAfter } from './occupation.ts'
import { type Billing, billRent } from './rentBilling.ts'

const nowSeconds = (): number => Math.floor(Date.now() / 1000)

/** One after the other, so many at a time: what is done stays done, and doing it again makes nothing twice. Gives how many bills were made. */
const inParts = async (context: JobContext, part: (tx: Tx, after: number) => Promise<Billing>): Promise<number> => {
  let [after, total] = [0 as number | null, 0]
  while (after !== null && !context.signal.aborted) {
    const from: number = after
    const done = await inTransaction(context.own.db, systemAt(context), (tx) => part(tx, from))
    after = done.after
    total += done.made
    context.tell(total, total)
  }
  return total
}

export default [
  defineJob({
    name: 'contract_days',
    label: '合同到期与调租',
    every: '00:10',
    run: async (context) => {
      const now = nowSeconds()
      const ended = await endAllTerms(
        (work) => {
          context.signal.throwIfAborted()
          return inTransaction(context.own.db, systemAt(context), work)
        },
        { now },
      )
      return inOneCommit(context, async (tx) => {
        const changed = await applyRents({ tx, session: { userId: null, scope: null }, now }, dateOf(now))
        const fees = await applyFees(tx, dateOf(now))
        const others = fees > 0 ? `，${fees} 份变更违约金` : ''
        const total = ended + changed + fees
        return { total, said: total > 0 ? `${ended} 份合同期满，${changed} 份调租${others}` : '没有期满或调租的' }
      })
    },
  }),
  defineJob({
    name: 'rent_bills',
    label: '生成房租账单',
    every: '01:10',
    run: async (context) => {
      const today = dateOf(nowSeconds())
      const { ahead } = await readSetting(context.db as never, contractSetting)
      const until = billedUntil(today, ahead)
      const total = await inParts(context, (tx, after) => billRent(tx, { today, until, after }))
      return { total, said: total > 0 ? `生成 ${total} 张房租账单` : '没有要生成的' }
    },
  }),
  defineJob({
    name: 'occupation_bills',
    label: '生成占用费账单',
    every: '01:30',
    run: async (context) => {
      const yesterday = addDays(dateOf(nowSeconds()), -1)
      const total = await inParts(context, async (tx, after) => {
        const keys = await overstayedAfter(tx, after)
        return { after: keys.at(-1) ?? null, made: await billOccupation(tx, keys, yesterday) }
      })
      return { total, said: total > 0 ? `生成 ${total} 张占用费账单` : '没有要生成的' }
    },
  }),
]
