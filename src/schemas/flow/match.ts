import { defineForm } from '../../core/form.ts'
import { anId } from '../../core/ids.ts'

/** Who matched money with what is owed. */
export const matchKinds = { 1: '人工', 2: '自动', 3: '收款', 4: '代扣' } as const

/** Why money is taken to be for something: how its payer is known, and how the amount fits. */
export const matchReasons = {
  1: '付款人已登记',
  2: '写明合同或账单号',
  3: '以前代付过',
  4: '户名一致',
  5: '房间对应',
  6: '户名相近',
  7: '仅金额相同',
  8: '付款账号付过',
  11: '等于最早的一张',
  12: '等于最早的几张',
  13: '等于全部欠款',
  14: '等于其中的账单',
  15: '相差在尾差内',
  16: '多出的留作预收',
  17: '不足付清',
  18: '按查找',
  19: '同额的不止一位（间）',
} as const

/** 核销: which of what is owed the chosen money settles. */
export const matchForm = defineForm({
  title: '核销',
  type: 'object',
  properties: {
    shares: {
      type: 'array',
      title: '应收',
      description: '按租客姓名查找；多选时按核销设置的先后核销',
      'x-is': 'refs',
      'x-lookup': {
        call: '/api/open_share/index',
        value: 'share_id',
        label: ['debtor_name', 'item', 'sn'],
        search: 'custom_name',
        anyProject: true,
      },
      minItems: 1,
      maxItems: 200,
      uniqueItems: true,
      items: anId,
      'x-msg': { required: '请选择要核销的应收', minItems: '请选择要核销的应收' },
    },
  },
  required: ['shares'],
  additionalProperties: false,
})
