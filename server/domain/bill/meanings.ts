import { defineMeaning } from '../../store/reading/meanings.ts'

const OPEN = 't.is_void = 0 and t.paid < t.price'

export default [
  defineMeaning({
    of: 'bill',
    column: 'state',
    means: {
      1: `${OPEN} and t.paid <= 0 and t.bill_date >= as_of_day()`,
      2: `${OPEN} and t.paid > 0 and t.bill_date >= as_of_day()`,
      3: 't.is_void = 0 and t.paid >= t.price and coalesce(t.bad, 0) = 0',
      4: `${OPEN} and t.bill_date < as_of_day()`,
      5: 't.is_void = 1',
      6: 't.is_void = 0 and t.paid >= t.price and t.bad > 0',
    },
  }),
  defineMeaning({ of: 'bill', column: 'is_reduced', means: { 0: 'coalesce(t.reduced, 0) = 0', 1: 't.reduced > 0' } }),
  defineMeaning({ of: 'bill', column: 'is_bad', means: { 0: 'coalesce(t.bad, 0) = 0', 1: 't.bad > 0' } }),
  defineMeaning({ of: 'deposit', column: 'custom_name', titleOf: ['custom_id', 'company_id'] }),
  ...(['arrears_share', 'open_share'] as const).flatMap((of) => [
    defineMeaning({ of, column: 'custom_id', isRef: 'billed_id', when: 't.party = 1' }),
    defineMeaning({ of, column: 'company_id', isRef: 'sharer_id', when: 't.party > 1' }),
  ]),
]
