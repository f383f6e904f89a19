import { codesOf } from '../../../src/core/states.ts'
import filing from '../../../src/resources/filing/filing.ts'
import { defineTodos } from '../../calls/defineTodo.ts'

export default defineTodos({
  todos: [
    {
      name: 'filings_overdue',
      label: '逾期未备案',
      of: 'filing',
      rank: 37,
      tone: 'bad',
      filters: () => ({ status: codesOf(filing, 'overdue') }),
      sort: ['due_on', 'asc'],
      shows: ['custom_name', 'org_id', 'signed_on', 'due_on'],
      deeds: ['file'],
    },
  ],
  endings: [{ name: 'filings', label: '备案期限', of: 'filing', day: 'due_on', filters: () => ({ status: codesOf(filing, 'toFile') }) }],
})
