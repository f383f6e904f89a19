import { defineForm } from '../../core/form.ts'
import { anId } from '../../core/ids.ts'
import { MAX_FEN } from '../../protocol/fen.ts'
import { choices, reason, ways } from '../common.ts'

/** 退款: what came in and is not used goes back to whoever gave it. The entry that it makes is an expense of its own; no field but the pictures is named like what the receipt has. */
export const refundForm = defineForm({
  title: '退款',
  description: '退没有核销的收款：记一笔支出流水，这笔收款的未核销少这么多。已经核销的先撤销核销；退错了，把那笔支出红冲。',
  type: 'object',
  properties: {
    amount: {
      type: 'integer',
      title: '金额',
      'x-is': 'fen',
      minimum: 1,
      maximum: MAX_FEN,
      'x-msg': { required: '金额必填', minimum: '金额须大于0' },
    },
    pay_way: { type: 'integer', title: '退款方式', oneOf: choices(ways), 'x-msg': { required: '退款方式必填' } },
    payee: {
      type: 'string',
      title: '收款人',
      description: '退给原付款人；退给别人须上传委托书',
      maxLength: 60,
      'x-msg': { required: '收款人必填' },
    },
    pay_account_id: {
      title: '付款账户',
      description: '不填的按退款方式记账',
      'x-is': 'ref',
      'x-lookup': { call: '/api/own_account/choose', value: 'own_account_id', label: 'name', search: 'keyword' },
      ...anId,
    },
    pay_time: {
      type: 'integer',
      title: '退款时间',
      'x-is': 'datetime',
      'x-happened': true,
      default: '$now',
      minimum: 0,
      maximum: 32_503_651_199,
      'x-msg': { required: '退款时间必填' },
    },
    why: reason('退款原因', '退款原因必填'),
    imgs: {
      type: 'array',
      title: '凭证',
      description: '退款单、委托书',
      'x-is': 'images',
      'x-wide': true,
      maxItems: 6,
      uniqueItems: true,
      items: anId,
      'x-msg': { maxItems: '最多只能上传6张' },
    },
  },
  'x-own': [
    ['amount', 'unused'],
    ['pay_way', 'way'],
    ['payee', 'custom_name'],
    ['pay_account_id', 'refund_account_id'],
  ],
  'x-preview': {
    call: '/api/flow/refunding',
    shows: '登记前核对',
    of: [],
    also: ['amount', 'pay_way', 'pay_account_id', 'pay_time'],
  },
  required: ['amount', 'pay_way', 'payee', 'pay_time', 'why'],
  additionalProperties: false,
})
