import { defineForm } from '../../core/form.ts'
import { anId, idRange } from '../../core/ids.ts'
import { MAX_FEN } from '../../protocol/fen.ts'
import { choices, natures, reason } from '../common.ts'
import { aDate, tenantRatios } from '../contract/terms.ts'

const stays = { 1: '维持', 2: '调整承担比例', 5: '按市场租金' } as const
const leaves = { 3: '到期不再续租', 4: '退出' } as const
export const outcomes = { ...stays, ...leaves } as const

/** 生成批次: a review for each tenant's contract of a project that is in force and was begun by a day. */
export const batchForm = defineForm({
  title: '生成年审批次',
  description: '为项目里履行中的租客合同各生成一份；同一项目的同一批次里，已有的不再生成。整租合同不在内。',
  type: 'object',
  properties: {
    p_id: {
      type: 'integer',
      title: '项目',
      'x-is': 'ref',
      ...idRange,
      default: '$project',
      'x-lookup': { call: '/api/Project/find', value: 'p_id', label: 'name', search: 'keyword' },
      'x-msg': { required: '请选择项目' },
    },
    batch: { type: 'string', title: '批次', maxLength: 60, description: '如：年审 2026', 'x-msg': { required: '批次必填' } },
    begun_by: { ...aDate('合同开始不晚于', '合同开始不晚于必填'), default: '$today', description: '刚签不久的可以不审' },
    due_on: aDate('申报期限', '申报期限必填'),
  },
  required: ['p_id', 'batch', 'begun_by', 'due_on'],
  additionalProperties: false,
  'x-preview': { call: '/api/review/foresee', shows: '将生成', of: ['p_id', 'batch', 'begun_by'] },
})

/** 登记申报: what the household has now, judged by the limits in force. */
export const declareForm = defineForm({
  title: '登记申报',
  description: '按家庭现在的情况填写，对照准入设置里现行的标准判断。',
  type: 'object',
  properties: {
    nature: { type: 'integer', title: '性质', oneOf: choices(natures), 'x-msg': { required: '性质必填' } },
    family_size: {
      type: 'integer',
      title: '家庭人数',
      minimum: 1,
      maximum: 20,
      'x-unit': '人',
      'x-msg': { required: '家庭人数必填', minimum: '须为1至20', maximum: '须为1至20' },
    },
    income: {
      type: 'integer',
      title: '家庭月收入',
      'x-is': 'fen',
      minimum: 0,
      maximum: MAX_FEN,
      'x-msg': { required: '家庭月收入必填' },
    },
    housing_area: {
      type: 'number',
      title: '人均住房面积',
      'x-decimals': 2,
      'x-unit': '㎡',
      minimum: 0,
      maximum: 1000,
      'x-msg': { required: '人均住房面积必填' },
    },
    papers: {
      type: 'array',
      title: '申报材料',
      'x-is': 'files',
      'x-wide': true,
      maxItems: 9,
      uniqueItems: true,
      items: anId,
      'x-msg': { maxItems: '最多只能上传9个' },
    },
  },
  required: ['nature', 'family_size', 'income', 'housing_area'],
  additionalProperties: false,
  'x-preview': { call: '/api/review/judging', shows: '判断', of: ['nature', 'family_size', 'income', 'housing_area'] },
})

/** 通过: the household stays; what it bears of the rent may be another part from the next period on, or the rent the market's from a day on. */
export const passForm = defineForm({
  title: '年审通过',
  description: '按市场租金的，从所选的日子起月租金改为房间的市场月租金；已收过款的周期不变，未收的账单按新租金重开。',
  type: 'object',
  properties: {
    outcome: {
      type: 'integer',
      title: '结果',
      oneOf: choices(stays),
      'x-is': 'radio',
      default: 1,
      'x-clears': ['payment_ratio', 'from_date'],
      'x-msg': { required: '结果必填' },
    },
    payment_ratio: {
      type: 'integer',
      title: '租客承担',
      oneOf: tenantRatios.map((percent) => ({ const: percent, title: `${percent}%` })),
      'x-when': { outcome: [2] },
      'x-msg': { required: '租客承担的比例必填' },
    },
    from_date: {
      ...aDate('从哪天起', '从哪天起必填'),
      description: '承担比例从这天起的第一个账期开始，市场租金就从这天起；已经收过款的账期不改',
      'x-when': { outcome: [2, 5] },
    },
    reason: {
      type: 'string',
      title: '说明',
      'x-is': 'note',
      maxLength: 200,
      'x-wide': true,
      description: '有不符合的须写明为什么仍然通过',
    },
  },
  required: ['outcome', 'payment_ratio', 'from_date'],
  additionalProperties: false,
})

/** 不符合: the household does not fit any more, or has not declared in time. */
export const failForm = defineForm({
  title: '年审不符合',
  description: '到期不再续租的，合同到期为止；退出的，合同随即转入退租中，接着办交接、结算。',
  type: 'object',
  properties: {
    outcome: {
      type: 'integer',
      title: '结果',
      oneOf: choices(leaves),
      'x-is': 'radio',
      default: 3,
      'x-clears': ['planned_date'],
      'x-msg': { required: '结果必填' },
    },
    planned_date: { ...aDate('退租日期', '退租日期必填'), description: '计划搬离的最后一天', 'x-when': { outcome: [4] } },
    reason: reason('不符合的原因', '不符合的原因必填'),
  },
  required: ['outcome', 'planned_date', 'reason'],
  additionalProperties: false,
})
