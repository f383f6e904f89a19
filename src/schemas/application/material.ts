import { defineForm } from '../../core/form.ts'
import { anId } from '../../core/ids.ts'
import { reason } from '../common.ts'
import { aDate } from '../contract/terms.ts'

export const needWords = { 1: '必交', 2: '可选' } as const

/** 交件: a paper has been handed in. */
export const handForm = defineForm({
  title: '交件',
  type: 'object',
  properties: {
    files: {
      type: 'array',
      title: '材料',
      'x-is': 'files',
      'x-wide': true,
      minItems: 1,
      maxItems: 9,
      uniqueItems: true,
      items: anId,
      'x-msg': { required: '请上传材料', minItems: '请上传材料' },
    },
    issued_on: { ...aDate('出具日期', '出具日期必填'), 'x-happened': true, description: '有有效期的材料从这一天算起，不填从今天算' },
  },
  required: ['files'],
  additionalProperties: false,
})

/** 容缺受理: a paper may come later, until a day. */
export const deferForm = defineForm({
  title: '容缺受理',
  type: 'object',
  properties: {
    due_on: aDate('补交期限', '补交期限必填'),
    reason: reason('容缺原因', '容缺原因必填'),
  },
  required: ['due_on', 'reason'],
  additionalProperties: false,
})

/** 退件: what was handed in does not do. */
export const refuseMaterialForm = defineForm({
  title: '退件',
  type: 'object',
  properties: { reason: reason('退件原因', '退件原因必填') },
  required: ['reason'],
  additionalProperties: false,
})
