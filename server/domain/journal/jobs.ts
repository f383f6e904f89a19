import { defineJob } from '../../jobs/defineJob.ts'
import { inOneCommit } from '../../jobs/inOneCommit.ts'
import { keepChecks } from './keepChecks.ts'

/** What has the books checked, by the clock or by an accountant. */
export const checkJob = defineJob({
  name: 'check_books',
  label: '账务自检',
  every: '02:40',
  run: (context) =>
    inOneCommit(context, async (tx) => {
      const { checks, wrong } = await keepChecks(tx)
      return { total: checks, said: wrong === 0 ? `${checks} 项都相符` : `${checks} 项中有 ${wrong} 处不符` }
    }),
})

export default [checkJob]
