import { billForm } from '../../../src/schemas/bill/bill.ts'
import { defineCall } from '../../calls/defineCall.ts'
import { addBill } from './addBill.ts'

export default [
  defineCall(
    { path: '/api/bill/create', label: '新增费用账单', group: '账单', can: 'key:bill_list', writes: true, params: billForm },
    addBill,
  ),
]
