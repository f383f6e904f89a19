import type { runStates } from '../../../src/schemas/jobs/run.ts'
import { defineTodos } from '../../calls/defineTodo.ts'

/** As the list calls it (src/schemas/jobs/run.ts). */
const FAILED: keyof typeof runStates = 4

export default defineTodos({
  todos: [
    {
      name: 'jobFailed',
      label: '失败的后台任务',
      of: 'job_kind',
      rank: 5,
      tone: 'bad',
      filters: () => ({ state: [FAILED] }),
      sort: ['job_kind_id', 'asc'],
      shows: ['last_at', 'error'],
      deeds: ['run'],
    },
  ],
})
