import { dateOf } from '../../../src/protocol/dates.ts'
import { defineJob } from '../../jobs/defineJob.ts'
import { inOneCommit } from '../../jobs/inOneCommit.ts'
import { expireFilings } from './filings.ts'

export default [
  defineJob({
    name: 'filing_days',
    label: '备案期满',
    every: '00:20',
    run: (context) =>
      inOneCommit(context, async (tx) => {
        const now = Math.floor(Date.now() / 1000)
        const total = await expireFilings({ tx, session: { userId: null, scope: null }, now }, dateOf(now))
        return { total, said: total > 0 ? `${total} 份合同逾期未备案` : '没有逾期的' }
      }),
  }),
]
