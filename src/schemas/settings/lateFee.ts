import { defineForm } from '../../core/form.ts'
import { choices } from '../common.ts'

const onOff = { 1: '计收', 2: '不计收' } as const
const starts = { 1: '应付日的次日', 2: '宽限期满的次日' } as const
const afterEnd = { 1: '继续计算', 2: '不再计算' } as const
const ways = { 1: '人工出账单', 2: '自动出账单' } as const

/** 违约金设置: what being late costs a day, and how it becomes a bill. */
export const lateFeeForm = defineForm({
  title: '违约金设置',
  type: 'object',
  properties: {
    enabled: {
      type: 'integer',
      title: '逾期房租的违约金',
      'x-is': 'radio',
      oneOf: choices(onOff),
      default: 2,
      description: '只算房租里租客与单位承担、逾期未付的部分；费用、押金、占用费、违约金本身和财政补贴不算',
    },
    since: {
      type: 'string',
      title: '应付日从哪天起的账单',
      format: 'date',
      maxLength: 10,
      'x-when': { enabled: 1 },
      'x-required': { enabled: 1 },
      description: '更早到期的不计违约金',
      'x-msg': { required: '请填从哪天起的账单计违约金' },
    },
    rate: {
      type: 'number',
      title: '每天',
      'x-unit': '‱',
      'x-decimals': 3,
      minimum: 0.001,
      maximum: 100,
      default: 5,
      description: '逾期未付金额的万分之几；5‱ 即每天 0.05%。改了以后从当天起按新的，以前的天数按当时的',
      'x-msg': {
        required: '每天的比例必填',
        type: '比例须为数字，最多三位小数',
        minimum: '比例须为0.001至100',
        maximum: '比例须为0.001至100',
      },
    },
    cap: {
      type: 'number',
      title: '上限',
      'x-unit': '%',
      'x-decimals': 0,
      minimum: 1,
      maximum: 100,
      default: 100,
      description:
        '不超过宽限期满时未付金额的百分之几。《民法典》第五百八十五条：约定的违约金过分高于造成的损失的，法院可以根据当事人的请求适当减少；超过损失的 30% 一般会被认定为过高（合同编通则解释第六十五条）。比例与上限须与合同的约定一致',
      'x-msg': { required: '上限必填', type: '上限须为整数', minimum: '上限须为1至100', maximum: '上限须为1至100' },
    },
    grace: {
      type: 'integer',
      title: '宽限',
      'x-unit': '天',
      minimum: 0,
      maximum: 60,
      default: 0,
      description: '应付日之后这几天内付的不计违约金',
      'x-msg': { required: '宽限天数必填' },
    },
    start: {
      type: 'integer',
      title: '过了宽限期从哪天算起',
      'x-is': 'radio',
      oneOf: choices(starts),
      default: 1,
    },
    ended: {
      type: 'integer',
      title: '合同结束以后',
      'x-is': 'radio',
      oneOf: choices(afterEnd),
      default: 1,
      description: '退租、到期以后仍欠着的房租',
    },
    way: {
      type: 'integer',
      title: '怎样出账单',
      'x-is': 'radio',
      'x-section': '违约金账单',
      oneOf: choices(ways),
      default: 1,
      description: '自动：逾期的房租付清以后出一张；没有付清的每月出一次。都只出还没有出过的部分',
    },
    month_day: {
      type: 'integer',
      title: '没有付清的每月几日出',
      'x-when': { way: 2 },
      minimum: 1,
      maximum: 28,
      default: 1,
      'x-msg': { required: '每月几日必填' },
    },
    due_days: {
      type: 'integer',
      title: '违约金账单的应付日在出账后',
      'x-unit': '天',
      minimum: 0,
      maximum: 90,
      default: 15,
      'x-msg': { required: '应付日必填' },
    },
  },
  required: ['enabled', 'rate', 'cap', 'grace', 'start', 'ended', 'way', 'month_day', 'due_days'],
  additionalProperties: false,
})
