import { defineForm } from '../../core/form.ts'
import { choices } from '../common.ts'

/** How somebody is told that he owes. */
export const dunningWays = { 1: '短信', 2: '电话', 3: '上门', 4: '书面' } as const

const spoken = [2, 3, 4] as const

/** 催缴: what was done about bills that are overdue, one or many alike. */
export const remindForm = defineForm({
  title: '催缴',
  description: '每张账单记一条催缴记录，同一张账单一天至多一条。短信按付款方合并：一人几张账单只发一条，写入发件箱后发出。',
  'x-size': 'wide',
  type: 'object',
  properties: {
    way: {
      type: 'integer',
      title: '方式',
      'x-is': 'radio',
      'x-wide': true,
      oneOf: choices(dunningWays),
      default: 1,
      'x-msg': { required: '请选择方式' },
    },
    said: {
      type: 'string',
      title: '催缴记录',
      description: '说了什么，对方怎样答复',
      'x-is': 'note',
      'x-wide': true,
      maxLength: 500,
      'x-when': { way: spoken },
      'x-required': { way: spoken },
      'x-msg': { required: '催缴记录必填' },
    },
    promise_on: {
      type: 'string',
      title: '承诺付款日',
      format: 'date',
      maxLength: 10,
      'x-when': { way: spoken },
      'x-msg': { format: '承诺付款日格式不正确' },
    },
  },
  required: ['way'],
  additionalProperties: false,
  'x-preview': { call: '/api/bill/reminding', shows: '将催缴', of: ['way'], many: true },
})
