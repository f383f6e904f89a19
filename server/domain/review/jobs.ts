import { defineJob } from '../../jobs/defineJob.ts'
import { inOneCommit } from '../../jobs/inOneCommit.ts'
import { dropEnded } from './ended.ts'

export default [
  defineJob({
    name: 'end_reviews',
    label: '年审随合同结束',
    every: '00:30',
    run: (context) =>
      inOneCommit(context, async (tx) => {
        const total = await dropEnded({ tx, session: { userId: null, scope: null }, now: Math.floor(Date.now() / 1000) })
        return { total, said: total > 0 ? `${total} 份年审的合同已结束，不再审` : '没有要结束的' }
      }),
  }),
]
