import { codesOf } from '../../../src/core/states.ts'
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
  ],
})
