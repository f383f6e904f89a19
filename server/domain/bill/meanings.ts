import { codesOf } from '../../../src/core/states.ts'
import { monthsBeginning } from '../../../src/protocol/dates.ts'
import contract from '../../../src/resources/contract/contract.ts'
import { defineMeaning } from '../../store/reading/meanings.ts'

const OPEN = 't.is_void = 0 and t.paid < t.price'

/** Asked of each bill's own contract, so that nobody goes through all contracts for it. */
const hasEnded = `(select c.status from contract c where c.contract_id = t.contract_id) in (${codesOf(contract, 'closed').join(', ')})`

/** What has been overdue for so many days at the least, and at the most. */
const late = (least: number, most?: number): string =>
  `t.bill_date <= as_of_day() - ${least}${most === undefined ? '' : ` and t.bill_date >= as_of_day() - ${most}`}`

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
  // As age_of has the days.
  defineMeaning({
    of: 'arrears_share',
    column: 'age',
    means: { 1: late(1, 30), 2: late(31, 60), 3: late(61, 90), 4: late(91, 180), 5: late(181, 365), 6: late(366) },
  }),
  defineMeaning({
    of: 'arrears_share',
    column: 'ended',
    means: { 1: `t.contract_id is not null and (${hasEnded}) is not true`, 2: hasEnded, 3: 't.contract_id is null' },
  }),
  defineMeaning({ of: 'deposit', column: 'custom_name', titleOf: ['custom_id', 'company_id'] }),
  ...(['arrears_share', 'open_share'] as const).flatMap((of) => [
    defineMeaning({ of, column: 'custom_id', isRef: 'billed_id', when: 't.party = 1' }),
    defineMeaning({ of, column: 'company_id', isRef: 'sharer_id', when: 't.party > 1' }),
  ]),
  defineMeaning({ of: 'bill_line', column: 'month', beginning: monthsBeginning }),
]
