import { countJob } from '../../jobs/countJob.ts'
import { warnGuessed } from './guesses.ts'

export default [
  countJob({
    name: 'warn_guessed',
    label: '多次输错密码的提醒',
    every: 60,
    does: warnGuessed,
    said: (total) => `提醒 ${total} 人`,
    none: '没有要提醒的',
  }),
]
