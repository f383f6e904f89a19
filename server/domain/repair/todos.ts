import { codesOf } from '../../../src/core/states.ts'
import { resourceNamed } from '../../../src/declared/declared.ts'
import { filterUntil } from '../../../src/derive/dayFilter.ts'
import { addDays } from '../../../src/protocol/dates.ts'
import repair from '../../../src/resources/repair/repair.ts'
import { defineTodos } from '../../calls/defineTodo.ts'

export default defineTodos({
  todos: [
    {
      name: 'repairs',
      label: '待派单的报修',
      of: 'repair',
      rank: 20,
      tone: 'bad',
      filters: () => ({ status: codesOf(repair, 'reported') }),
      sort: ['urgency', 'desc'],
      shows: ['region_name', 'org_id', 'urgency', 'kind', 'created_at'],
      deeds: ['dispatch'],
    },
    // Whoever was sent did not come, or has left: the tenant waits.
    {
      name: 'repairsLate',
      label: '过了约定时间未完工的报修',
      of: 'repair',
      rank: 21,
      tone: 'bad',
      filters: (today) => ({
        status: codesOf(repair, 'underWay'),
        ...filterUntil(resourceNamed('repair').column.visit_start, addDays(today, -1)),
      }),
      sort: ['visit_start', 'asc'],
      shows: ['region_name', 'org_id', 'handler', 'visit_start'],
      deeds: ['reassign'],
    },
    {
      name: 'repairReviews',
      label: '待回访的报修',
      of: 'repair',
      rank: 70,
      tone: 'soon',
      filters: () => ({ status: codesOf(repair, 'toReview') }),
      sort: ['done_at', 'asc'],
      shows: ['region_name', 'org_id', 'reporter', 'done_at'],
      deeds: ['review'],
    },
  ],
})
