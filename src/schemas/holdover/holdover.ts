import { defineForm } from '../../core/form.ts'
import { anId } from '../../core/ids.ts'
import { aDate } from '../contract/terms.ts'

export const servedWays = { 1: '当面送达', 2: '邮寄', 3: '张贴', 4: '公告' } as const

/** 发通知: whoever stays is told until when to leave. */
export const noticeForm = defineForm({
  title: '发限期搬离通知',
  type: 'object',
  properties: {
    deadline: aDate('限期', '限期必填'),
    served: {
      type: 'integer',
      title: '怎样送达',
      oneOf: Object.entries(servedWays).map(([value, title]) => ({ const: Number(value) as keyof typeof servedWays, title })),
      'x-msg': { required: '怎样送达必填' },
    },
    proofs: {
      type: 'array',
      title: '送达凭证',
      'x-is': 'files',
      'x-wide': true,
      maxItems: 6,
      uniqueItems: true,
      items: anId,
    },
  },
  required: ['deadline', 'served'],
  additionalProperties: false,
})

/** 起诉: it goes to court. */
export const suitForm = defineForm({
  title: '起诉',
  type: 'object',
  properties: {
    court: { type: 'string', title: '法院', maxLength: 60, 'x-msg': { required: '法院必填' } },
    case_no: { type: 'string', title: '案号', 'x-is': 'code', maxLength: 60 },
    filed_on: { ...aDate('起诉日期', '起诉日期必填'), default: '$today' },
  },
  required: ['court', 'filed_on'],
  additionalProperties: false,
})
