import { defineForm } from '../../core/form.ts'
import { choices, reason } from '../common.ts'
import { roomField } from '../property/room.ts'
import { inspectOrigin, lines, photos } from '../services.ts'

export const violationKinds = { 1: '转租', 2: '空置', 3: '擅自装修', 4: '改变用途', 5: '欠租', 6: '其他' } as const
export const foundBy = { 1: '巡检', 2: '举报', 3: '核查', 4: '其他' } as const
export const outcomes = { 1: '口头警告', 2: '书面警告', 3: '补缴租金', 4: '解除合同', 5: '其他' } as const

/** 新增违规: who lives there, and on what contract, the server knows by the room. */
export const violationForm = defineForm({
  title: '新增违规登记',
  'x-size': 'wide',
  type: 'object',
  properties: {
    org_id: roomField('房间', '请选择违规的房间'),
    kind: { type: 'integer', title: '违规类型', oneOf: choices(violationKinds), 'x-msg': { required: '违规类型必填' } },
    found_on: {
      type: 'string',
      title: '发现日期',
      format: 'date',
      'x-happened': true,
      maxLength: 10,
      default: '$today',
      'x-msg': { required: '发现日期必填' },
    },
    found_by: { type: 'integer', title: '发现方式', oneOf: choices(foundBy), 'x-msg': { required: '发现方式必填' } },
    facts: lines('违规事实', '违规事实必填'),
    photos: photos('照片'),
    inspect_id: inspectOrigin,
  },
  required: ['org_id', 'kind', 'found_on', 'found_by', 'facts'],
  additionalProperties: false,
})

/** 核实: it is so. */
export const verifyForm = defineForm({
  title: '核实',
  type: 'object',
  properties: { verified_note: lines('核实情况', '核实情况必填') },
  required: ['verified_note'],
  additionalProperties: false,
})

/** 不属实: it is not, and it is said why. */
export const dismissForm = defineForm({
  title: '不属实',
  description: '登记到此为止，记录留着。此操作会留痕且不可撤销。',
  type: 'object',
  properties: { reason: reason('不属实的原因', '请写明不属实的原因') },
  required: ['reason'],
  additionalProperties: false,
})

/** 限期整改: what has to be done, and until when (that day included). */
export const demandForm = defineForm({
  title: '限期整改',
  description: '可打印整改通知书交给承租人。期限过后还没有整改的，夜里转为“逾期未整改”，并告知登记人。',
  type: 'object',
  properties: {
    deadline: { type: 'string', title: '整改期限', format: 'date', maxLength: 10, 'x-msg': { required: '整改期限必填' } },
    demand: lines('整改要求', '整改要求必填'),
  },
  required: ['deadline', 'demand'],
  additionalProperties: false,
})

/** 已整改: how it is now. */
export const correctForm = defineForm({
  title: '已整改',
  type: 'object',
  properties: { corrected_note: lines('整改情况', '整改情况必填') },
  required: ['corrected_note'],
  additionalProperties: false,
})

const chargedDay = (title: string, required: string) =>
  ({ type: 'string', title, format: 'date', maxLength: 10, default: '$today', 'x-msg': { required } }) as const

/** 补收租金: from the first day of the violation on, what the market rent is above the contract's (domain.md, holdover). */
export const chargeForm = defineForm({
  title: '补收租金',
  description:
    '违规期间按市场租金计：市场月租金与合同租金之差，按月生成费用账单，今天应付。一件违规只补收一次；日期填错的，作废那几张账单以后重新补收。',
  type: 'object',
  properties: {
    charged_from: chargedDay('违规第一天', '违规第一天必填'),
    charged_to: { ...chargedDay('补收到', '补收到哪一天必填'), 'x-happened': true },
  },
  'x-preview': { call: '/api/violation/charging', shows: '补收', of: ['charged_from', 'charged_to'] },
  required: ['charged_from', 'charged_to'],
  additionalProperties: false,
})

/** 处理: what ends it. */
export const closeForm = defineForm({
  title: '处理',
  description: '登记到此办结。这里只记下怎样处理；补缴、解除合同另在账单、合同里办理。',
  type: 'object',
  properties: {
    outcome: { type: 'integer', title: '处理方式', oneOf: choices(outcomes), 'x-msg': { required: '处理方式必填' } },
    closing: lines('处理说明', '处理说明必填'),
  },
  required: ['outcome', 'closing'],
  additionalProperties: false,
})
