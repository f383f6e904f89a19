import { mergeForm } from '../../../src/schemas/company/merge.ts'
import { mergingCall } from '../../calls/mergingCall.ts'
import { debtsOf } from '../bill/index.ts'
import { sharedBillOf } from './merging.ts'

export default [
  mergingCall({
    of: 'company',
    field: mergeForm.properties.merged_into,
    told: ['name', 'code', 'phone'],
    conflictOf: sharedBillOf,
    debts: debtsOf('company'),
  }),
]
