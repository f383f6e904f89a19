import { defineForm } from '../../core/form.ts'
import { anId } from '../../core/ids.ts'
import { MAX_FEN } from '../../protocol/fen.ts'
import { choices, reason } from '../common.ts'
import { aDate } from '../contract/terms.ts'

/** How the parts are found. */
export const planWays = { 1: '每月均分', 2: '自己填' } as const

/** Whether late fees go on while a plan is kept. */
export const planFees = { 1: '照常计算', 2: '履行期间不算' } as const

/** Whether a part of a plan is paid. */
export const partStates = { 1: '未到期', 2: '部分已付', 3: '已付', 4: '逾期' } as const

/** What became of a plan, as its states are called. */
export const planStates = { 1: '草稿', 2: '审批中', 3: '履行中', 4: '已完成', 5: '已违约', 6: '已取消' } as const

/** Whose part of the bills: a plan is with one. */
const debtors = { 1: '租客', 2: '单位' } as const

/** 拟还款计划: what is overdue of the chosen bills is to be paid in parts. */
export const planForm = defineForm({
  title: '拟还款计划',
  description:
    '所选账单逾期未付的部分分几期还清，须是同一付款方、同一个项目的，可以是几份合同的。拟好后打印还款协议由对方签字，再“生效”；生效期间不提示催缴。',
  'x-size': 'wide',
  type: 'object',
  properties: {
    party: { type: 'integer', title: '谁来还', 'x-is': 'radio', oneOf: choices(debtors), default: 1 },
    way: { type: 'integer', title: '各期金额', 'x-is': 'radio', oneOf: choices(planWays), default: 1 },
    count: {
      type: 'integer',
      title: '分几期',
      'x-unit': '期',
      'x-when': { way: 1 },
      minimum: 2,
      maximum: 36,
      'x-msg': { required: '分几期必填', minimum: '须为2至36期', maximum: '须为2至36期' },
    },
    first_day: { ...aDate('第一期应付日', '第一期应付日必填'), description: '以后每月同一天，没有这一天的为月末', 'x-when': { way: 1 } },
    parts: {
      type: 'array',
      title: '各期',
      description: '各期金额之和须等于逾期未付的合计',
      'x-is': 'rows',
      'x-wide': true,
      'x-when': { way: 2 },
      minItems: 2,
      maxItems: 36,
      items: {
        type: 'object',
        properties: {
          due_day: { type: 'string', title: '应付日', format: 'date', maxLength: 10 },
          price: { type: 'integer', title: '金额', 'x-is': 'fen', minimum: 1, maximum: MAX_FEN },
        },
        required: ['due_day', 'price'],
        additionalProperties: false,
      },
      'x-msg': { required: '各期必填', minItems: '至少两期' },
    },
    fees: {
      type: 'integer',
      title: '违约金',
      'x-is': 'radio',
      oneOf: choices(planFees),
      'x-wide': true,
      default: 1,
      description: '履行期间不算的，违约以后这些天补算',
    },
    plan_note: { type: 'string', title: '备注', 'x-is': 'note', maxLength: 500, 'x-wide': true },
  },
  required: ['party', 'way', 'count', 'first_day', 'parts', 'fees'],
  additionalProperties: false,
  'x-preview': {
    call: '/api/payment_plan/planning',
    shows: '各期应付',
    of: ['party', 'way'],
    also: ['count', 'first_day', 'parts'],
    many: true,
  },
})

/** 生效: the debtor has signed. */
export const enforceForm = defineForm({
  title: '还款计划生效',
  description: '欠款与拟定时相同才能生效；生效以后各期由收款的核销得出，一期逾期超过计划写明的天数即为违约。',
  type: 'object',
  properties: {
    papers: {
      type: 'array',
      title: '签字的还款协议',
      'x-is': 'files',
      'x-wide': true,
      minItems: 1,
      maxItems: 6,
      uniqueItems: true,
      items: anId,
      'x-msg': { required: '请上传签字的还款协议', minItems: '请上传签字的还款协议' },
    },
  },
  required: ['papers'],
  additionalProperties: false,
})

/** 取消还款计划: what is owed is owed as it was. */
export const cancelPlanForm = defineForm({
  title: '取消还款计划',
  description: '账单恢复催缴，各期不再提示；已收的款不变。',
  type: 'object',
  properties: { reason: reason('原因', '原因必填') },
  required: ['reason'],
  additionalProperties: false,
})
