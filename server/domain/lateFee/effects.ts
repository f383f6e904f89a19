import bill from '../../../src/resources/bill/bill.ts'
import lateFee from '../../../src/resources/lateFee/lateFee.ts'
import { defineEffects } from '../../calls/defineEffects.ts'
import { charge, holdOverdue } from './charge.ts'
import { ofBills, ofFees } from './shares.ts'

export default [
  defineEffects(lateFee, {
    charge: {
      holds: holdOverdue,
      after: (acting, rows, { day }) => charge(acting, ofFees(rows.map(({ late_fee_id }) => late_fee_id)), day),
    },
  }),
  defineEffects(bill, {
    lateFee: {
      refusal: ({ sn }) => `账单 ${sn} 不是房租，或已作废，没有违约金`,
      after: (acting, rows, { day }) => charge(acting, ofBills(rows.map(({ bill_id }) => bill_id)), day),
    },
  }),
]
