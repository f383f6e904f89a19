import { dateOf } from '../../../src/protocol/dates.ts'
import rentSetting from '../../../src/resources/settings/rent.ts'
import { countJob } from '../../jobs/countJob.ts'
import { readSetting } from '../setting/index.ts'
import { isSilentDay, remind } from './remind.ts'

export default [
  countJob({
    name: 'remind',
    label: '房态提醒',
    every: async (db) => `${(await readSetting(db, rentSetting)).hour}`.padStart(2, '0').concat(':00') as `${number}:${number}`,
    // Whoever moves the hour of a day that has had its reminders does not have them made again.
    once: ({ now }) => dateOf(now),
    does: async (tx, now, { job }) => {
      const today = dateOf(now)
      // Those of a day that has passed are in the next ones (windowsOf).
      const isPast = dateOf(job.due) !== today
      return isPast || (await isSilentDay(tx, today)) ? 0 : remind(tx, now)
    },
    said: (total) => `发出 ${total} 条提醒`,
    none: '没有要提醒的',
  }),
]
