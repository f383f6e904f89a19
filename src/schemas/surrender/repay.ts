import { defineForm } from '../../core/form.ts'
import { anId } from '../../core/ids.ts'
import { MAX_FEN } from '../../protocol/fen.ts'
import { choices, reason, ways } from '../common.ts'

/** 退还押金: what is held once the settlement is done, for a deduction was taken back since. No field but the papers is named like a column of the surrender: they are kept with those of the settlement. */
export const repayForm = defineForm({
  title: '退还押金',
  description: '结算以后冲回的扣款（押金抵扣过的账单减免了）仍是押金，退给交押金的人：记一笔支出流水，押金台账少这么多。',
  type: 'object',
  properties: {
    amount: {
      type: 'integer',
      title: '金额',
      'x-is': 'fen',
      minimum: 1,
      maximum: MAX_FEN,
      'x-msg': { required: '金额必填', type: '金额须为数字，最多两位小数', minimum: '金额须大于0' },
    },
    pay_way: { type: 'integer', title: '退款方式', oneOf: choices(ways), default: 3, 'x-msg': { required: '退款方式必填' } },
    paid_to: { type: 'string', title: '收款人', maxLength: 60, description: '不填即退给交押金的人；退给别人须上传委托书' },
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
    papers: {
      type: 'array',
      title: '委托书',
      'x-is': 'files',
      'x-wide': true,
      maxItems: 3,
      uniqueItems: true,
      items: anId,
    },
  },
  'x-own': [['amount', 'held']],
  'x-preview': { call: '/api/surrender/repaying', shows: '登记前核对', of: [], also: ['amount', 'pay_way', 'pay_account_id', 'pay_time'] },
  required: ['amount', 'pay_way', 'pay_time', 'why'],
  additionalProperties: false,
})
