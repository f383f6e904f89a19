import { defineForm } from '../../core/form.ts'
import { choices, reason } from '../common.ts'
import { aDate } from './terms.ts'

/** By what the late fee of a contract's rent is reckoned (docs/decisions/050-meters-late-fees-plans.md). */
export const feeWays = { 1: '按统一标准', 2: '按合同约定', 3: '不计违约金' } as const

const agreed = { 'x-when': { fee_way: [2] } } as const

/** What a contract agrees on late fees; how high a rate and a cap may be is for the operator to say (违约金设置). */
export const feeFields = {
  fee_way: {
    type: 'integer',
    title: '违约金',
    'x-is': 'radio',
    'x-wide': true,
    oneOf: choices(feeWays),
    default: 1,
    description: '逾期房租的违约金。统一标准是违约金设置里的；设置里没有启用的，都不计收',
    'x-msg': { required: '违约金怎样算必填' },
  },
  fee_rate: {
    type: 'number',
    title: '违约金每天',
    'x-unit': '‱',
    'x-decimals': 3,
    minimum: 0.001,
    maximum: 100,
    ...agreed,
    description: '逾期未付金额的万分之几，须与合同一致。约定过高的，法院可以根据请求减少（《民法典》第五百八十五条）',
    'x-msg': {
      required: '每天的比例必填',
      type: '比例须为数字，最多三位小数',
      minimum: '比例须为0.001至100',
      maximum: '比例须为0.001至100',
    },
  },
  fee_grace: {
    type: 'integer',
    title: '违约金宽限',
    'x-unit': '天',
    minimum: 0,
    maximum: 60,
    ...agreed,
    description: '应付日之后这几天内付的不计；没有宽限填 0',
    'x-msg': { required: '宽限天数必填', minimum: '宽限须为0至60', maximum: '宽限须为0至60', type: '宽限须为整数' },
  },
  fee_cap: {
    type: 'integer',
    title: '违约金上限',
    'x-unit': '%',
    minimum: 1,
    maximum: 100,
    ...agreed,
    description: '不超过宽限期满时未付金额的百分之几',
    'x-msg': { required: '上限必填', type: '上限须为整数', minimum: '上限须为1至100', maximum: '上限须为1至100' },
  },
} as const

/** The names of these fields: what a dialog begins with, where the contract has them. */
export const feeNames = ['fee_way', 'fee_rate', 'fee_grace', 'fee_cap'] as const

/** Those that have to be said once it is agreed by contract. */
export const feeRequired = ['fee_rate', 'fee_grace', 'fee_cap'] as const

/** 变更违约金: other terms from a day on, by a supplement that was signed. */
export const feeForm = defineForm({
  title: '变更违约金',
  description:
    '从所选的日子起，每天的比例按新的约定，以前的天数仍按当时的；宽限与上限按账单应付日那天的约定，应付日在这天以前的账单不变。已出的违约金账单不变。',
  type: 'object',
  properties: {
    from_date: { ...aDate('从哪天起', '从哪天起必填'), default: '$today' },
    ...feeFields,
    reason: { ...reason('依据', '依据必填'), description: '补充协议的编号、批准的文件等' },
  },
  'x-own': [...feeNames],
  required: ['from_date', 'fee_way', ...feeRequired, 'reason'],
  additionalProperties: false,
})
