import { codesOf } from '../../../src/core/states.ts'
import { resourceNamed } from '../../../src/declared/declared.ts'
import { filterUntil } from '../../../src/derive/dayFilter.ts'
import inspect from '../../../src/resources/inspect/inspect.ts'
import { defineTodos } from '../../calls/defineTodo.ts'

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
        ...filterUntil(resourceNamed('inspect').column.planned_date, today),
      }),
      sort: ['planned_date', 'asc'],
      shows: ['region_name', 'org_id', 'inspector', 'planned_date'],
      deeds: ['pass'],
    },
    // What is wrong is dealt with by another than who found it: nobody else hears of it.
    {
      name: 'inspectFindings',
      label: '有异常待处理的巡检',
      of: 'inspect',
      rank: 36,
      tone: 'bad',
      filters: () => ({ status: codesOf(inspect, 'abnormal') }),
      sort: ['planned_date', 'asc'],
      shows: ['region_name', 'org_id', 'inspector', 'problem'],
      deeds: ['handle'],
    },
  ],
})
