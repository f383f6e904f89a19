import { parts } from '../../approvals/audits.ts'
import { defineTodos } from '../../calls/defineTodo.ts'

export default defineTodos({
  todos: [
    {
      name: 'audits',
      label: '待我审批',
      of: 'my_audit',
      rank: 20,
      tone: 'soon',
      filters: () => ({ part: [parts.asked] }),
      sort: ['since', 'asc'],
      shows: ['applicant_id', 'amount', 'due_at'],
      deeds: ['agree'],
    },
  ],
})
