import { approvers, businesses, lateDeeds, needs, stepWays } from '../../core/approval.ts'
import { defineForm, type Field } from '../../core/form.ts'
import { idRange } from '../../core/ids.ts'
import { MAX_FEN } from '../../protocol/fen.ts'
import { choices } from '../common.ts'

const id = { type: 'integer', 'x-is': 'ref', ...idRange } as const
const account = { call: '/api/admin/find', value: 'user_id', label: 'name', search: 'keyword' } as const
const decides = { way: [1, ''] } as const

/** One step: who, how many of them, of what amounts, until when. */
const stepRow = {
  type: 'object',
  properties: {
    way: { type: 'integer', title: '方式', oneOf: choices(stepWays) },
    who: { type: 'integer', title: '审批人', oneOf: choices(approvers) },
    role_id: {
      ...id,
      title: '哪个角色',
      'x-when': { who: 1 },
      'x-lookup': { call: '/api/role/find', value: 'role_id', label: 'name', search: 'keyword' },
    },
    all: { type: 'integer', title: '几人通过', 'x-when': { ...decides, who: 1 }, oneOf: choices(needs) },
    share: { type: 'integer', title: '至少', 'x-unit': '%', 'x-when': { ...decides, who: 1, all: 3 }, minimum: 1, maximum: 100 },
    user_id: { ...id, title: '哪个账号', 'x-when': { who: 2 }, 'x-lookup': account },
    over: { type: 'integer', title: '金额超过才需要', 'x-is': 'fen', minimum: 0, maximum: MAX_FEN },
    late: { type: 'integer', title: '超时后', 'x-when': decides, oneOf: choices(lateDeeds) },
    hours: { type: 'integer', title: '时限', 'x-unit': '小时', 'x-when': { ...decides, late: [1, 2, 3, 4] }, minimum: 1, maximum: 2400 },
    late_to: { ...id, title: '转给谁', 'x-when': { ...decides, late: 4 }, 'x-lookup': account },
  },
  required: ['way', 'who', 'role_id', 'all', 'share', 'user_id', 'hours', 'late_to'],
  additionalProperties: false,
} as const

/** The steps of an approval, in order; none is no approval. */
export const stepsField = (title: string) =>
  ({
    type: 'array',
    title,
    'x-is': 'rows',
    'x-wide': true,
    maxItems: 6,
    default: [],
    items: stepRow,
  }) as const satisfies Field

/** 审批设置 (domain.md, Approvals): business kind → steps. */
export const approvalForm = defineForm({
  title: '审批设置',
  description:
    '每一行是一步，从上到下依次办理；没有审批步骤的业务不需要审批。抄送的一步只告知，不等待。金额不超过所写的，跳过这一步；“超时后”不选即不限时。',
  type: 'object',
  properties: {
    signing: stepsField(businesses.signing.label),
    qualification: stepsField(businesses.qualification.label),
    renewal: stepsField(businesses.renewal.label),
    surrender: stepsField(businesses.surrender.label),
    bill_void: stepsField(businesses.bill_void.label),
    expense: stepsField(businesses.expense.label),
    reduction: stepsField(businesses.reduction.label),
    bad_debt: stepsField(businesses.bad_debt.label),
    payer_change: stepsField(businesses.payer_change.label),
    payment_plan: stepsField(businesses.payment_plan.label),
    room_change: stepsField(businesses.room_change.label),
    amendment: stepsField(businesses.amendment.label),
    contract_void: stepsField(businesses.contract_void.label),
  },
  required: [],
  additionalProperties: false,
})
