import { defineForm } from '../../core/form.ts'
import { reason } from '../common.ts'

/** 作废收据: its number stays used, and the money that it is of can have another. */
export const voidReceiptForm = defineForm({
  title: '作废收据',
  description: '票号保留，不再给别的收据；已给出的纸质收据请收回。作废以后，这些收款可以另开收据。',
  type: 'object',
  properties: { void_why: reason('作废原因', '作废原因必填') },
  required: ['void_why'],
  additionalProperties: false,
})
