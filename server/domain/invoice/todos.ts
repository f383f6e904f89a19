import { codesOf } from '../../../src/core/states.ts'
import invoice from '../../../src/resources/invoice/invoice.ts'
import { defineTodos } from '../../calls/defineTodo.ts'

export default defineTodos({
  todos: [
    {
      name: 'invoices_over',
      label: '发票需红冲',
      of: invoice.name,
      rank: 44,
      tone: 'bad',
      filters: () => ({ kind: [1], is_over: [1] }),
      sort: ['created_at', 'asc'],
      shows: ['buyer', 'price', 'number'],
      deeds: ['red', 'withdraw'],
    },
    {
      name: 'invoices_failed',
      label: '开票失败',
      of: invoice.name,
      rank: 46,
      tone: 'bad',
      filters: () => ({ status: codesOf(invoice, 'failed') }),
      sort: ['created_at', 'asc'],
      shows: ['buyer', 'price', 'fail_reason'],
      deeds: ['retry'],
    },
  ],
})
