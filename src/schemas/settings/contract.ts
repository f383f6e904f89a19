import { defineForm } from '../../core/form.ts'
import { idRange } from '../../core/ids.ts'
import { days, MAX_TERM, months, payingFields } from '../contract/terms.ts'

const yesNo = [
  { const: 1, title: '是' },
  { const: 2, title: '否' },
] as const

/** 合同设置 (domain.md, Defaults an operator can set, and Rules of the trade): what a new contract begins with, and what it has to keep to. */
export const contractSettingForm = defineForm({
  title: '合同设置',
  description: '新合同以这些内容开始，签订时可改；期限上限对每一户累计。已有的合同按签订时的版本。',
  type: 'object',
  properties: {
    term: { ...months('租期', MAX_TERM), default: 24, 'x-section': '租期' },
    cap: { ...months('每户累计上限', MAX_TERM), default: 72 },
    mode: { ...payingFields.mode, default: 2, 'x-section': '租金' },
    cycle: { ...payingFields.cycle, default: 1 },
    first_part: { type: 'integer', title: '首期不足整月', oneOf: payingFields.first_part.oneOf, default: 1 },
    due_way: { ...payingFields.due_way, default: 1 },
    due_days: { ...payingFields.due_days, default: 5 },
    ahead: { ...days('账单提前生成', 60, '账单提前几天生成必填'), default: 8 },
    deposit_months: {
      type: 'integer',
      title: '押金',
      minimum: 0,
      maximum: 12,
      'x-unit': '个月租金',
      default: 1,
      'x-section': '押金与交房',
      'x-msg': { required: '押金几个月必填', minimum: '须为0至12', maximum: '须为0至12', type: '须为整数' },
    },
    deposit_item: {
      type: 'integer',
      title: '押金记在',
      description: '不选即第一个在用的押金项',
      'x-is': 'ref',
      ...idRange,
      'x-lookup': { call: '/api/pledge/index', value: 'id', label: 'name' },
    },
    pays_first: {
      type: 'integer',
      title: '付清首期才交钥匙',
      'x-is': 'radio',
      oneOf: yesNo,
      default: 1,
      'x-msg': { required: '付清首期才交钥匙必填' },
    },
    clears_first: {
      type: 'integer',
      title: '欠费结清才续签、换房',
      'x-is': 'radio',
      oneOf: yesNo,
      default: 1,
      'x-msg': { required: '欠费结清才续签、换房必填' },
    },
  },
  required: ['term', 'cap', 'mode', 'cycle', 'first_part', 'due_way', 'due_days', 'ahead', 'deposit_months', 'pays_first', 'clears_first'],
  additionalProperties: false,
})
