import { codesOf } from '../../../src/core/states.ts'
import receipt from '../../../src/resources/invoice/receipt.ts'
import { defineTodos } from '../../calls/defineTodo.ts'

export default defineTodos({
  todos: [
    {
      name: 'receipts_to_void',
      label: '收款红冲或换了人、收据待作废',
      of: 'receipt',
      rank: 45,
      tone: 'bad',
      filters: () => ({ status: codesOf(receipt, 'stands'), is_reversed: [1] }),
      sort: ['created_at', 'asc'],
      shows: ['payer', 'price'],
      deeds: ['void'],
    },
  ],
})
