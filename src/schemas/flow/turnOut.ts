import { defineForm } from '../../core/form.ts'
import { MAX_FEN } from '../../protocol/fen.ts'
import { choices } from '../common.ts'

/** Why input VAT that was deducted is not deducted after all (增值税法 第二十二条; 财税〔2016〕36号 附件1 第二十七条至第三十一条). */
export const outReasons = { 1: '用于简易计税、免税项目', 2: '用于集体福利、个人消费', 3: '非正常损失', 4: '其他' } as const

/** 转出进项税: what was deducted of an expense is turned out again, in part or in whole. No field is named like a column of the flow: nothing of a flow is ever changed. */
export const turnOutForm = defineForm({
  title: '转出进项税',
  description: '转出的税额回到这笔支出的费用里，当月少抵这么多；可以分几次转出，转错了在“进项税额转出”里撤销。',
  type: 'object',
  properties: {
    amount: {
      type: 'integer',
      title: '转出税额',
      'x-is': 'fen',
      minimum: 1,
      maximum: MAX_FEN,
      'x-msg': { required: '转出税额必填', minimum: '转出税额须大于0' },
    },
    out_day: {
      type: 'string',
      title: '转出日',
      description: '改变用途、发生损失的那一天；须在没有结账的月份',
      format: 'date',
      'x-happened': true,
      maxLength: 10,
      default: '$today',
      'x-msg': { required: '转出日必填', format: '转出日格式不正确' },
    },
    reason: {
      type: 'integer',
      title: '转出原因',
      oneOf: choices(outReasons),
      'x-msg': { required: '请选择转出原因' },
    },
    remark: {
      type: 'string',
      title: '说明',
      'x-is': 'note',
      maxLength: 200,
      'x-wide': true,
      'x-required': { reason: 4 },
      'x-msg': { required: '其他原因须说明' },
    },
  },
  'x-preview': { call: '/api/flow/turning_out', shows: '转出后', of: [], also: ['amount'] },
  required: ['amount', 'out_day', 'reason'],
  additionalProperties: false,
})
