import { defineForm } from '../../core/form.ts'
import { choices, reason } from '../common.ts'

/** What may still be undone in a month that is to be closed (domain.md: month-close check). */
export const closeItems = {
  1: '对账单未对上',
  2: '收款未核销',
  3: '余额调节不符',
  4: '未抄表',
  5: '未开账的租金',
  6: '代扣未回盘',
  7: '审批未办',
  8: '账务自检不符',
  9: '发票没有开出',
  10: '押金退款红冲后没有再付',
  11: '现金账户余额为负',
  12: '结算后的押金没有退还',
} as const

/** Whether what a check found is undone still. */
export const itemStates = { 1: '未清', 2: '已清' } as const

/** What of a bill is recognised. */
export const recognised = { 1: '收入', 2: '减免' } as const

/** Accounting packages that vouchers are written for, and what a voucher sums. */
const packages = { 1: '用友', 2: '金蝶' } as const
const voucherSums = { 1: '按日', 2: '按月' } as const

export const yesOrNo = { 0: '否', 1: '是' } as const

/** Closes a month, and those before it that are open. */
export const closeForm = defineForm({
  title: '结账',
  description: '连同之前没有结账的月份一起结：确认收入，账务自检，相符后封账；结了账的月份不再记账，之后补记的记在未结账的月份。',
  type: 'object',
  properties: {
    note: {
      type: 'string',
      title: '未清事项说明',
      description: '检查里还有未清事项时必填：为什么留到下月',
      'x-is': 'note',
      maxLength: 200,
      'x-wide': true,
    },
  },
  'x-preview': { call: '/api/closing/check', shows: '月结检查', of: [] },
  required: [],
  additionalProperties: false,
})

/** Asks for a closed month to be opened again; another person agrees. */
export const reopenForm = defineForm({
  title: '申请反结账',
  description: '由另一人同意后这个月重新打开；只能从最后一个已结账的月份起。',
  type: 'object',
  properties: { reason: reason('反结账原因', '反结账原因必填') },
  required: ['reason'],
  additionalProperties: false,
})

/** Gives the vouchers of a closed month to the accounting package. */
export const vouchersForm = defineForm({
  title: '导出凭证',
  description: '每天（或每月）每件事一张凭证，收款与核销合成一张；首次导入请在财务软件里对一次列，科目编码在“会计科目”改成与软件一致。',
  type: 'object',
  properties: {
    software: { type: 'integer', title: '财务软件', 'x-is': 'radio', oneOf: choices(packages), default: 1 },
    sums_by: { type: 'integer', title: '汇总', 'x-is': 'radio', oneOf: choices(voucherSums), default: 1 },
  },
  required: ['software', 'sums_by'],
  additionalProperties: false,
})
