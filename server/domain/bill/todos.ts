import type { billStates } from '../../../src/schemas/common.ts'
import { defineTodos } from '../../calls/defineTodo.ts'

/** As the list calls it (src/schemas/common.ts, `billStates`). */
const OVERDUE: keyof typeof billStates = 4

export default defineTodos({
  todos: [
    {
      name: 'overdue',
      label: '逾期最久的账单',
      of: 'bill',
      rank: 10,
      tone: 'bad',
      filters: () => ({ state: [OVERDUE] }),
      sort: ['bill_date', 'asc'],
      shows: ['custom_name', 'org_id', 'owed', 'days_late'],
      deeds: ['flow.add'],
    },
  ],
})
