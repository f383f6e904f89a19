import { codesOf } from '../../../src/core/states.ts'
import { resourceNamed } from '../../../src/declared/declared.ts'
import { filterUntil } from '../../../src/derive/dayFilter.ts'
import { addDays } from '../../../src/protocol/dates.ts'
import doubt from '../../../src/resources/comparison/doubt.ts'
import homeVisit from '../../../src/resources/comparison/homeVisit.ts'
import { defineTodos } from '../../calls/defineTodo.ts'

export default defineTodos({
  todos: [
    {
      name: 'doubts',
      label: '待核实疑点',
      of: 'doubt',
      rank: 72,
      tone: 'soon',
      filters: () => ({ status: codesOf(doubt, 'toDecide') }),
      sort: ['created_at', 'asc'],
      shows: ['apply_id', 'rule', 'bureau'],
      deeds: ['send'],
    },
    {
      name: 'visits',
      label: '我的入户核查',
      of: 'home_visit',
      rank: 36,
      tone: 'soon',
      filters: (_today, me) => ({ status: codesOf(homeVisit, 'planned'), visitor: [me] }),
      sort: ['planned_date', 'asc'],
      shows: ['apply_id', 'address', 'planned_date'],
      deeds: ['finish'],
    },
    // Also whose visitor has left: nobody else would find them among their own.
    {
      name: 'visitsLate',
      label: '过期未核查的入户核查',
      of: 'home_visit',
      rank: 37,
      tone: 'bad',
      filters: (today) => ({
        status: codesOf(homeVisit, 'planned'),
        ...filterUntil(resourceNamed('home_visit').column.planned_date, addDays(today, -1)),
      }),
      sort: ['planned_date', 'asc'],
      shows: ['visitor', 'apply_id', 'planned_date'],
      deeds: ['resend'],
    },
  ],
})
