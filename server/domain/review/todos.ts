import { codesOf } from '../../../src/core/states.ts'
import review from '../../../src/resources/review/review.ts'
import { defineTodos } from '../../calls/defineTodo.ts'

export default defineTodos({
  todos: [
    {
      name: 'reviews',
      label: '待审核的年审',
      of: 'review',
      rank: 36,
      tone: 'soon',
      filters: () => ({ status: codesOf(review, 'declared') }),
      sort: ['due_on', 'asc'],
      shows: ['custom_name', 'org_id', 'due_on', 'verdict'],
      deeds: ['pass'],
    },
  ],
  endings: [
    { name: 'reviews', label: '年审申报期限', of: 'review', day: 'due_on', filters: () => ({ status: codesOf(review, 'awaited') }) },
  ],
})
