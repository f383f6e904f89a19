import { codesOf } from '../../../src/core/states.ts'
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
