import { dateOf } from '../../../src/protocol/dates.ts'
import rentSetting from '../../../src/resources/settings/rent.ts'
import { defineJob } from '../../jobs/defineJob.ts'
import { inOneCommit } from '../../jobs/inOneCommit.ts'
import { readSetting } from '../setting/index.ts'
import { isSilentDay, remind } from './remind.ts'

export default [
  defineJob({
    name: 'remind',
    label: '房态提醒',
    every: async (db) => `${(await readSetting(db, rentSetting)).hour}`.padStart(2, '0').concat(':00') as `${number}:${number}`,
    // Whoever moves the hour of a day that has had its reminders does not have them made again.
    once: ({ now }) => dateOf(now),
    run: (context) =>
      inOneCommit(context, async (tx) => {
        const now = Math.floor(Date.now() / 1000)
        const today = dateOf(now)
        // Those of a day that has passed are in the next ones (windowsOf).
        const isPast = dateOf(context.job.due) !== today
        const total = isPast || (await isSilentDay(tx, today)) ? 0 : await remind(tx, now)
        return { total, said: total > 0 ? `发出 ${total} 条提醒` : '没有要提醒的' }
      }),
  }),
]
