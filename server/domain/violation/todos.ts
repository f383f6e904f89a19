import { codesOf } from '../../../src/core/states.ts'
import violation from '../../../src/resources/violation/violation.ts'
import { defineTodos } from '../../calls/defineTodo.ts'

export default defineTodos({
  todos: [
    {
      name: 'violations',
      label: '逾期未整改的违规',
      of: 'violation',
      rank: 25,
      tone: 'bad',
      filters: () => ({ status: codesOf(violation, 'overdue') }),
      sort: ['deadline', 'asc'],
      shows: ['custom_name', 'org_id', 'kind', 'deadline'],
      deeds: ['correct', 'close'],
    },
  ],
  endings: [
    {
      name: 'corrections',
      label: '整改到期',
      of: 'violation',
      day: 'deadline',
      shows: 'custom_name',
      filters: () => ({ status: codesOf(violation, 'toCorrect') }),
    },
  ],
})
