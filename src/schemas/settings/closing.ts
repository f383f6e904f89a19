import { defineForm } from '../../core/form.ts'
import { arrearsAges } from '../bill/ages.ts'
import { choices, yesNo } from '../common.ts'

/** When rent is revenue. */
const recognitions = { 1: '按期确认', 2: '收付实现' } as const

const rate = (age: keyof typeof arrearsAges) =>
  ({
    type: 'integer',
    title: arrearsAges[age],
    'x-unit': '%',
    minimum: 0,
    maximum: 100,
    default: 0,
    'x-msg': {
      required: '计提比例必填',
      type: '计提比例须为整数',
      minimum: '计提比例须为0至100',
      maximum: '计提比例须为0至100',
    },
  }) as const

/** 结账设置: what the end of a month and of a year does to the books (postings.md). */
export const closingSettingForm = defineForm({
  title: '结账设置',
  type: 'object',
  properties: {
    recognition: {
      type: 'integer',
      title: '租金收入',
      'x-is': 'radio',
      'x-wide': true,
      'x-section': '收入',
      oneOf: choices(recognitions),
      default: 1,
      description:
        '按期确认：账单属于哪个月就是哪个月的收入，收没收到都算。收付实现：核销到账单上才算收入，预收、未核销的不算；减免仍按期，坏账核销时同时算收入与损失；归业主的租金仍按期分给业主',
    },
    since: {
      type: 'string',
      title: '从哪个月起',
      'x-when': { recognition: 2 },
      'x-required': { recognition: 2 },
      maxLength: 7,
      pattern: '^20\\d\\d-(0[1-9]|1[0-2])$',
      description: '写作 2027-01，宜为年初。那个月以前的不变；以前多确认或少确认的，差额记在第一个没有结账的月份',
      'x-msg': { required: '请填从哪个月起收付实现', pattern: '月份须写作 2027-01' },
    },
    age_1: {
      ...rate(1),
      'x-section': '坏账准备',
      description: '结账时按逾期未付的天数计提（到月末那天应付的算 0 天）；全部为 0 即不计提，这是缺省',
    },
    age_2: rate(2),
    age_3: rate(3),
    age_4: rate(4),
    age_5: rate(5),
    age_6: rate(6),
    year_close: {
      type: 'integer',
      title: '结转本年损益',
      'x-is': 'radio',
      'x-section': '年结',
      oneOf: yesNo,
      default: 2,
      description: '是：12 月结账时把全年的损益科目结转到 4103 本年利润，反结账 12 月时红字退回。由财务软件结转的选否',
    },
  },
  required: ['recognition', 'since', 'age_1', 'age_2', 'age_3', 'age_4', 'age_5', 'age_6', 'year_close'],
  additionalProperties: false,
})
