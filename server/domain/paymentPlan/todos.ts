import { codesOf } from '../../../src/core/states.ts'
import paymentPlan from '../../../src/resources/paymentPlan/paymentPlan.ts'
import { defineTodos } from '../../calls/defineTodo.ts'

export default defineTodos({
  todos: [
    {
      name: 'plans',
      label: '履行中的还款计划',
      of: 'payment_plan',
      rank: 12,
      tone: 'soon',
      filters: () => ({ status: codesOf(paymentPlan, 'active') }),
      sort: ['first_day', 'asc'],
      shows: ['custom_name', 'next_due', 'late_owed', 'rest'],
      deeds: [],
    },
  ],
})
