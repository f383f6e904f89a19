import { defineForm } from '../../core/form.ts'
import { reason } from '../common.ts'

/** Said of a reversal whose money moved: what it takes back was no mistake. */
export const returneds = { 1: '是' } as const

/** 银行退回: money that went and came back, or came and was taken back. No field is named like a column of the entry: nothing of it is written but by the reversal. */
export const bounceForm = defineForm({
  title: '银行退回',
  description:
    '付出去的被银行退回（退汇），或收到的被银行划走（冲正、退票）：按退回的那一天、原来的账户记一笔红字流水，原来的与退回的各有各的对账单行；核销过的账单恢复未付，付的退款、结算可以再付。银行没有收付过、只是登记错了的，用“红冲”。不可撤销。',
  type: 'object',
  properties: {
    returned_at: {
      type: 'integer',
      title: '退回时间',
      'x-is': 'datetime',
      'x-happened': true,
      default: '$now',
      minimum: 0,
      maximum: 32_503_651_199,
      'x-msg': { required: '退回时间必填' },
    },
    why: reason('退回原因', '退回原因必填'),
  },
  required: ['returned_at', 'why'],
  additionalProperties: false,
})
