import { defineForm } from '../../core/form.ts'
import { idRange } from '../../core/ids.ts'
import { reason } from '../common.ts'

const opinion = { type: 'string', title: '意见', 'x-is': 'note', maxLength: 200, 'x-wide': true } as const

const person = (title: string) =>
  ({
    type: 'integer',
    title,
    'x-is': 'ref',
    ...idRange,
    'x-lookup': { call: '/api/admin/find', value: 'user_id', label: 'name', search: 'keyword' },
  }) as const

/** 同意, which may say something. */
export const agreeForm = defineForm({
  title: '同意',
  description: '最后一步同意后，所申请的立即办理。',
  type: 'object',
  properties: { opinion },
  required: [],
  additionalProperties: false,
})

/** 不同意 ends it, so it says why. */
export const refuseForm = defineForm({
  title: '不同意',
  description: '驳回后即办结；要申请人修改的请用退回。',
  type: 'object',
  properties: { opinion: reason('不同意的原因', '请写明不同意的原因') },
  required: ['opinion'],
  additionalProperties: false,
})

/** 退回: to the applicant, or to a step before, which is asked anew. */
export const backForm = defineForm({
  title: '退回',
  type: 'object',
  properties: {
    to: {
      type: 'integer',
      title: '退回给',
      'x-is': 'radio',
      oneOf: [
        { const: 1, title: '申请人' },
        { const: 2, title: '前面的步骤' },
      ],
      default: 1,
    },
    step: { type: 'integer', title: '第几步', minimum: 1, maximum: 20, 'x-when': { to: 2 }, 'x-msg': { required: '请写明退回到第几步' } },
    opinion: reason('退回的原因', '请写明退回的原因'),
  },
  required: ['to', 'step', 'opinion'],
  additionalProperties: false,
})

/** 退回 where no step comes before: to the applicant, and to nobody else. */
export const backToApplicantForm = defineForm({
  title: '退回',
  description: '退回给申请人，修改后可重新提交。',
  type: 'object',
  properties: {
    to: { type: 'integer', title: '退回给', const: 1, 'x-hidden': true },
    opinion: backForm.properties.opinion,
  },
  required: ['to', 'opinion'],
  additionalProperties: false,
})

/** A dialog that names one person. */
export const personForm = (title: string, description: string, label: string) =>
  defineForm({
    title,
    description,
    type: 'object',
    properties: { user_id: person(label), opinion },
    required: ['user_id'],
    additionalProperties: false,
  })

export const handForm = personForm('转办', '由此人代替您决定；申请人本人不能审批。', '转给')
export const inviteForm = personForm('加签', '此人也须同意，这一步才通过；您自己仍要决定。', '加签人')
