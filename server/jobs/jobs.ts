import { KEEPS_FACTS } from '../store/facts/facts.ts'
import { foldTallies, keepTimedFacts } from '../store/facts/keepFacts.ts'
import { watchClock } from './clockJump.ts'
import { defineJob } from './defineJob.ts'

/** What the store itself has to have done. */
export default [
  watchClock,
  defineJob({
    name: KEEPS_FACTS,
    label: '按日更新房态与区间',
    every: '00:01',
    async run({ own }) {
      const total = await keepTimedFacts(own.db)
      return { total, said: total > 0 ? `更新 ${total} 条记录` : '没有变化' }
    },
  }),
  defineJob({
    name: 'fold_tallies',
    label: '合并合计的明细',
    every: 60,
    async run({ own }) {
      const total = await foldTallies(own.db)
      return { total, said: total > 0 ? `合并 ${total} 行` : '没有要合并的' }
    },
  }),
]
