import { defineForm } from '../../core/form.ts'
import { reason } from '../common.ts'

/** 驳回: an application goes back with a reason that the applicant is told. */
export const rejectForm = defineForm({
  title: '驳回',
  type: 'object',
  properties: { reason: reason('驳回原因', '驳回原因必填') },
  required: ['reason'],
  additionalProperties: false,
})
