import type { FormValue } from '../../../src/core/form.ts'
import { resourceNamed } from '../../../src/declared/declared.ts'
import { aboutSome, form } from '../../../src/derive/callParams.ts'
import { changePayerForm, reduceForm, writeOffForm } from '../../../src/schemas/bill/acts.ts'
import { billForm } from '../../../src/schemas/bill/bill.ts'
import { defineCall } from '../../calls/defineCall.ts'
import { foreseenTold } from '../journal/index.ts'
import { addBill, takeBackBills } from './addBill.ts'
import { payerChanging, reduction, writingOff } from './previews.ts'

const { how, party, amount, percent } = reduceForm.properties
/** When the tenant is said to have paid: typed only where he did. */
const { 'x-when': _clear, 'x-required': _too, ...paidAt } = billForm.properties.user_payment_time
const clearedForm = form('登记前核对', { user_payment_time: paidAt })

const some = aboutSome(resourceNamed('bill'))

export default [
  defineCall(
    {
      path: '/api/bill/create',
      label: '新增费用账单',
      group: '账单',
      can: 'key:bill_list',
      writes: true,
      params: billForm,
      adds: { makes: ['bill'], row: addBill, takesBack: { gone: { column: 'is_void', is: 1 }, take: takeBackBills } },
    },
    addBill,
  ),
  defineCall(
    { path: '/api/bill/clearing', label: '登记前核对', group: '账单', can: 'key:bill_list', params: clearedForm },
    (context, { user_payment_time: at }: FormValue<typeof clearedForm>) => foreseenTold(context, { at }),
  ),
  defineCall(
    {
      path: '/api/bill/reduction',
      label: '减免的金额',
      group: '账单',
      can: '/api/bill/reduce',
      params: form('减免的金额', { ...some, how, party, amount, percent }, ['how']),
    },
    reduction,
  ),
  defineCall(
    {
      path: '/api/bill/writing_off',
      label: '核销坏账的金额',
      group: '账单',
      can: '/api/bill/write_off',
      params: form('核销坏账的金额', { ...some, party: writeOffForm.properties.party }),
    },
    writingOff,
  ),
  defineCall(
    {
      path: '/api/bill/payer_changing',
      label: '改付款方的金额',
      group: '账单',
      can: '/api/bill/change_payer',
      params: form('改付款方的金额', { ...some, from_party: changePayerForm.properties.from_party }, ['from_party']),
    },
    payerChanging,
  ),
]
