import { defineMeaning } from '../../store/reading/meanings.ts'

// By what the bill owes first: of one that is settled no month is reckoned.
const OPEN = 't.bill_paid < t.bill_price and t.received < t.due'

export default [
  defineMeaning({
    of: 'ledger',
    column: 'state',
    means: {
      1: `${OPEN} and t.bill_date >= as_of_day()`,
      2: `${OPEN} and t.bill_date < as_of_day()`,
      3: '(t.bill_paid >= t.bill_price or t.received >= t.due)',
    },
  }),
]
