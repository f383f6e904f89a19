import { codesOf } from '../../../src/core/states.ts'
import { resourceNamed } from '../../../src/declared/declared.ts'
import { filterDay } from '../../../src/derive/dayFilter.ts'
import inspect from '../../../src/resources/inspect/inspect.ts'
import { defineTodos } from '../../calls/defineTodo.ts'

/** Before any inspection of this operator. */
const EVER = '2000-01-01'

export default defineTodos({
  todos: [
    {
      name: 'inspections',
      label: '到期的巡检',
      of: 'inspect',
      rank: 35,
      tone: 'soon',
      filters: (today) => ({
        status: codesOf(inspect, 'planned'),
        ...filterDay(resourceNamed('inspect').column.planned_date, EVER, today),
      }),
      sort: ['planned_date', 'asc'],
      shows: ['region_name', 'org_id', 'inspector', 'planned_date'],
      deeds: ['pass'],
    },
  ],
})
