import { resourceNamed } from '../../../src/declared/declared.ts'
import { aboutSome, form, id } from '../../../src/derive/callParams.ts'
import { chargeForm } from '../../../src/schemas/lateFee/lateFee.ts'
import { defineCall } from '../../calls/defineCall.ts'
import { charging, working } from './previews.ts'

const group = '违约金'
const { day } = chargeForm.properties

export default [
  defineCall(
    {
      path: '/api/late_fee/charging',
      label: '要出的违约金',
      group,
      can: '/api/late_fee/charge',
      params: form('要出的违约金', { ...aboutSome(resourceNamed('late_fee')), day }, ['day']),
    },
    (context, asked) => charging(context, { ...(asked as { day: string }), isOfBills: false }),
  ),
  defineCall(
    {
      path: '/api/bill/late_fees',
      label: '账单要出的违约金',
      group,
      can: '/api/bill/late_fee',
      params: form('账单要出的违约金', { ...aboutSome(resourceNamed('bill')), day }, ['day']),
    },
    (context, asked) => charging(context, { ...(asked as { day: string }), isOfBills: true }),
  ),
  defineCall(
    {
      path: '/api/late_fee/working',
      label: '违约金怎样算出',
      group,
      can: '/api/late_fee/detail',
      params: form('违约金怎样算出', { late_fee_id: id('违约金') }, ['late_fee_id']),
    },
    (context, asked) => working(context, { ...asked, isOfBills: false }),
  ),
  defineCall(
    {
      path: '/api/bill/late_working',
      label: '账单的违约金怎样算出',
      group,
      can: '/api/bill/detail',
      params: form('账单的违约金怎样算出', { bill_id: id('账单') }, ['bill_id']),
    },
    (context, asked) => working(context, { ...asked, isOfBills: true }),
  ),
]
