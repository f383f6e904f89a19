import { defineJob } from '../../jobs/defineJob.ts'
import { inOneCommit } from '../../jobs/inOneCommit.ts'
import { watchPlans } from './watch.ts'

export default [
  defineJob({
    name: 'watch_plans',
    label: '还款计划的履行',
    every: '00:30',
    run: (context) =>
      inOneCommit(context, async (tx) => {
        const { done, broken, resumed } = await watchPlans({
          tx,
          session: { userId: null, scope: null },
          now: Math.floor(Date.now() / 1000),
        })
        const total = done + broken + resumed
        return { total, said: total === 0 ? '没有还清、违约或恢复的计划' : `还清 ${done} 个，违约 ${broken} 个，恢复履行 ${resumed} 个` }
      }),
  }),
]
