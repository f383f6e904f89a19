import { defineMeaning } from '../../store/reading/meanings.ts'

const IS_OVER = `t.billed > t.total and t.total < (
  select sum(b.price) from late_fee_bill l join bill b on b.bill_id = l.fee_bill_id where l.late_fee_id = t.late_fee_id and b.is_void = 0)`

export default [
  defineMeaning({
    of: 'late_fee',
    column: 'has_rest',
    means: { 0: `t.total <= t.billed and (${IS_OVER}) is not true`, 1: 't.total > t.billed', 2: IS_OVER },
  }),
]
