import { monthsBeginning } from '../../../src/protocol/dates.ts'
import { defineMeaning } from '../../store/reading/meanings.ts'

// By what the bill owes first: of one that is settled no month is reckoned. Said twice, for the index of bills that owe and for how many those are (bill_rest).
const OPEN = 't.bill_paid < t.bill_price and t.bill_price - t.bill_paid > 0 and t.received < t.due'

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
  defineMeaning({ of: 'ledger', column: 'month', beginning: monthsBeginning }),
]
