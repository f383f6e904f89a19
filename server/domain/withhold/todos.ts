import { codesOf } from '../../../src/core/states.ts'
import { addDays } from '../../../src/protocol/dates.ts'
import withhold from '../../../src/resources/withhold/withhold.ts'
import { defineTodos } from '../../calls/defineTodo.ts'

/** A bank answers within so many days; after them it is asked. */
const DAYS = 3

export default defineTodos({
  todos: [
    {
      name: 'withholdings_unanswered',
      label: '代扣没有回盘',
      of: 'withhold',
      rank: 40,
      tone: 'soon',
      filters: (today) => ({ status: codesOf(withhold, 'exported'), exported_on_end: addDays(today, -DAYS) }),
      sort: ['exported_on', 'asc'],
      shows: ['bank', 'price', 'exported_on'],
      deeds: ['result'],
    },
  ],
})
