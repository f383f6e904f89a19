import { defineJob } from '../../jobs/defineJob.ts'
import { cleanUp } from './cleanUp.ts'

export default [
  defineJob({
    name: 'clean_up',
    label: '清理过期的数据',
    every: 3600,
    async run({ own, config }) {
      const total = await cleanUp(own.db, config)
      return { total, said: total > 0 ? `清理 ${total} 项` : '没有要清理的' }
    },
  }),
]
