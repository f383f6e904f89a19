import { codesOf } from '../../../src/core/states.ts'
import holdover from '../../../src/resources/holdover/holdover.ts'
import { defineTodos } from '../../calls/defineTodo.ts'

export default defineTodos({
  todos: [
    {
      name: 'overstayed',
      label: '超期占用',
      of: 'holdover',
      rank: 15,
      tone: 'bad',
      filters: () => ({ status: codesOf(holdover, 'open') }),
      sort: ['since', 'asc'],
      shows: ['region_name', 'org_id', 'since', 'status'],
      deeds: ['notice'],
    },
  ],
  endings: [
    { name: 'deadlines', label: '限期搬离', of: 'holdover', day: 'deadline', filters: () => ({ status: codesOf(holdover, 'noticed') }) },
  ],
})
