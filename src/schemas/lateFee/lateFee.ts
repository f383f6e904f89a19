import { defineForm } from '../../core/form.ts'

/** Days on which as much was owed at one rate, as a late fee's record has them. */
export const feePieces = {
  type: 'object',
  properties: {
    from: { type: 'string', title: '起', maxLength: 10 },
    to: { type: 'string', title: '止', maxLength: 10 },
    days: { type: 'integer', title: '天数' },
    base: { type: 'integer', title: '未付', 'x-is': 'fen' },
    rate: { type: 'string', title: '每天（‱）', maxLength: 10 },
    fen: { type: 'integer', title: '违约金', 'x-is': 'fen' },
    by: { type: 'string', title: '依据', maxLength: 10 },
  },
  additionalProperties: false,
} as const

/** Whether there is a late fee of which no bill was made; or bills that are for more than it comes to by now. */
export const feeLeft = { 0: '没有', 1: '有', 2: '出多了' } as const

/** What has become of a late fee's bill. */
export const feeStates = { 1: '有效', 2: '已减免', 3: '已作废' } as const

/** 出违约金账单: up to a day, of each share what was not billed before. */
export const chargeForm = defineForm({
  title: '出违约金账单',
  description: '算到所选的日子，每张账单只出还没有出过的部分；减免、作废过的违约金不再出。',
  'x-size': 'wide',
  type: 'object',
  properties: {
    day: { type: 'string', title: '算到哪天', format: 'date', maxLength: 10, default: '$today', 'x-msg': { required: '请填算到哪天' } },
  },
  required: ['day'],
  additionalProperties: false,
  'x-preview': { call: '/api/late_fee/charging', shows: '违约金', of: ['day'], many: true },
})

/** The same, of bills that are overdue. */
export const billChargeForm = defineForm({ ...chargeForm, 'x-preview': { ...chargeForm['x-preview'], call: '/api/bill/late_fees' } })
