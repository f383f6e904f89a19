import { defineForm } from '../../core/form.ts'
import { anId } from '../../core/ids.ts'
import { MAX_FEN } from '../../protocol/fen.ts'
import { refundForm } from '../flow/refund.ts'

const { pay_way, pay_account_id, pay_time, why } = refundForm.properties

/** 退还押金: what is held once the settlement is done, for a deduction was taken back since, or what was given back came back. No field but the papers is named like a column of the surrender: they are kept with those of the settlement. */
export const repayForm = defineForm({
  title: '退还押金',
  description:
    '结算以后冲回的扣款（押金抵扣过的账单减免了），被银行退回、红冲了的退款，仍是押金，退给交押金的人：记一笔支出流水，押金台账少这么多。',
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
    pay_way: { ...pay_way, default: 3 },
    paid_to: { type: 'string', title: '收款人', maxLength: 60, description: '不填即退给交押金的人；退给别人须上传委托书' },
    pay_account_id,
    pay_time,
    why,
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
