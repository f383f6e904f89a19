import { defineForm } from '../../core/form.ts'
import { reason } from '../common.ts'

/** 驳回: an application goes back with a reason that the applicant is told. */
export const rejectForm = defineForm({
  title: '驳回',
  description: '驳回后即办结；缺材料、填错的请用退回补正。',
  type: 'object',
  properties: { reason: reason('驳回原因', '驳回原因必填') },
  required: ['reason'],
  additionalProperties: false,
})

/** 退回补正: something is missing or wrong; it comes back when it is mended. */
export const returnForm = defineForm({
  title: '退回补正',
  description: '写明要补什么、改什么；补正后重新提交，申请时间不变。',
  type: 'object',
  properties: { reason: reason('要补正的', '请写明要补正什么') },
  required: ['reason'],
  additionalProperties: false,
})

/** 通过: what was judged stands beneath; what does not fit needs a reason. */
export const passForm = defineForm({
  title: '通过',
  description: '审核通过后可转入轮候。有不符合的、重复的、材料不齐的、有疑点的，须写明为什么仍然通过。',
  type: 'object',
  properties: {
    exception: { type: 'string', title: '例外理由', 'x-is': 'note', maxLength: 200, 'x-wide': true },
  },
  'x-preview': { call: '/api/qualification/judging', shows: '审核', of: [] },
  required: [],
  additionalProperties: false,
})
