import { codesOf } from '../../../src/core/states.ts'
import qualification from '../../../src/resources/application/qualification.ts'
import { defineTodos } from '../../calls/defineTodo.ts'

export default defineTodos({
  todos: [
    {
      name: 'applications',
      label: '待审核的准入申请',
      of: 'qualification',
      rank: 70,
      tone: 'soon',
      filters: () => ({ status: codesOf(qualification, 'submitted') }),
      sort: ['created_at', 'asc'],
      shows: ['p_id', 'priority', 'created_at'],
      deeds: ['pass'],
    },
  ],
})
