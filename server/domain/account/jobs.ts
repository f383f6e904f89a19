import { defineJob } from '../../jobs/defineJob.ts'
import { inOneCommit } from '../../jobs/inOneCommit.ts'
import { warnGuessed } from './guesses.ts'

export default [
  defineJob({
    name: 'warn_guessed',
    label: '多次输错密码的提醒',
    every: 60,
    run: (context) =>
      inOneCommit(context, async (tx) => {
        const total = await warnGuessed(tx)
        return { total, said: total > 0 ? `提醒 ${total} 人` : '没有要提醒的' }
      }),
  }),
]
