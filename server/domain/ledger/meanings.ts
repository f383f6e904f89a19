import { defineMeaning } from '../../store/reading/meanings.ts'

export default [
  defineMeaning({
    of: 'ledger',
    column: 'state',
    means: {
      1: 't.received < t.receivable and t.bill_date >= current_date',
      2: 't.received < t.receivable and t.bill_date < current_date',
      3: 't.received >= t.receivable',
    },
  }),
]
