import { dateOf } from '../../../src/protocol/dates.ts'
import contractSetting from '../../../src/resources/settings/contract.ts'
import { defineJob } from '../../jobs/defineJob.ts'
import { inOneCommit, systemAt } from '../../jobs/inOneCommit.ts'
import { inTransaction } from '../../store/connection/transaction.ts'
import { readSetting } from '../setting/index.ts'
import { applyRents, endTerms } from './days.ts'
import { billedUntil, billRent } from './rentBilling.ts'

const nowSeconds = (): number => Math.floor(Date.now() / 1000)

export default [
  defineJob({
    name: 'contract_days',
    label: '合同到期与调租',
    every: '00:10',
    run: (context) =>
      inOneCommit(context, async (tx) => {
        const now = nowSeconds()
        const acting = { tx, session: { userId: null, scope: null }, now }
        const [ended, changed] = [await endTerms(acting, dateOf(now)), await applyRents(acting, dateOf(now))]
        const said = ended + changed > 0 ? `${ended} 份合同期满，${changed} 份调租` : '没有期满或调租的'
        return { total: ended + changed, said }
      }),
  }),
  defineJob({
    name: 'rent_bills',
    label: '生成房租账单',
    every: '01:10',
    run: async (context) => {
      const today = dateOf(nowSeconds())
      const { ahead } = await readSetting(context.db as never, contractSetting)
      const until = billedUntil(today, ahead)
      let [after, total] = [0 as number | null, 0]
      // Each part by itself: what is done stays done, and doing it again makes nothing twice.
      while (after !== null && !context.signal.aborted) {
        const from: number = after
        const part = await inTransaction(context.own.db, systemAt(context), (tx) => billRent(tx, { today, until, after: from }))
        after = part.after
        total += part.made
        context.tell(total, total)
      }
      return { total, said: total > 0 ? `生成 ${total} 张房租账单` : '没有要生成的' }
    },
  }),
]
