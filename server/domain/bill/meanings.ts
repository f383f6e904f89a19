import { defineMeaning } from '../../store/reading/meanings.ts'

const OPEN = 't.is_void = 0 and t.paid < t.price'

export default [
  defineMeaning({
    of: 'bill',
    column: 'state',
    means: {
      1: `${OPEN} and t.paid <= 0 and t.bill_date >= as_of_day()`,
      2: `${OPEN} and t.paid > 0 and t.bill_date >= as_of_day()`,
      3: 't.is_void = 0 and t.paid >= t.price',
      4: `${OPEN} and t.bill_date < as_of_day()`,
      5: 't.is_void = 1',
    },
  }),
]
