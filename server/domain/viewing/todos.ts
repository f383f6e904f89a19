import { codesOf } from '../../../src/core/states.ts'
import { resourceNamed } from '../../../src/declared/declared.ts'
import { filterDay } from '../../../src/derive/dayFilter.ts'
import reserve from '../../../src/resources/viewing/reserve.ts'
import { defineTodos } from '../../calls/defineTodo.ts'

export default defineTodos({
  todos: [
    {
      name: 'viewings',
      label: '今日看房',
      of: 'reserve',
      rank: 30,
      tone: 'info',
      filters: (today) => ({
        status: codesOf(reserve, 'takesTime'),
        ...filterDay(resourceNamed('reserve').column.start_time, today, today),
      }),
      sort: ['start_time', 'asc'],
      shows: ['start_time', 'region_name', 'org_id', 'room_state', 'status'],
      deeds: ['confirm', 'done'],
    },
  ],
})
