import { defineMeaning } from '../../store/reading/meanings.ts'

export default [
  defineMeaning({
    of: 'ledger',
    column: 'state',
    means: {
      1: 't.received < t.receivable and t.bill_date >= as_of_day()',
      2: 't.received < t.receivable and t.bill_date < as_of_day()',
      3: 't.received >= t.receivable',
    },
  }),
]
