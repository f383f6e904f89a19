import { defineMeaning } from '../../store/reading/meanings.ts'

// Of bills that owe alone: no other is there.
export default [
  defineMeaning({
    of: 'billWithhold',
    column: 'state',
    means: {
      1: 't.paid <= 0 and t.bill_date >= as_of_day()',
      2: 't.paid > 0 and t.bill_date >= as_of_day()',
      3: 'false',
      4: 't.bill_date < as_of_day()',
      5: 'false',
      6: 'false',
    },
  }),
]
