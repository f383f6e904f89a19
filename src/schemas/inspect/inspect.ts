import { defineForm } from '../../core/form.ts'
import { idRange } from '../../core/ids.ts'
import { choices, reason } from '../common.ts'
import { roomField } from '../property/room.ts'
import { lines, photos, staffField } from '../services.ts'

export const inspectKinds = { 1: '年度巡检', 2: '入户核查', 3: '空置房检查' } as const
export const occupations = { 1: '是', 2: '否', 3: '无人' } as const
export const findings = { 1: '合格', 2: '不合格' } as const

/** What is looked at in a room unless someone says otherwise. */
const CHECKLIST = ['门锁与门窗', '墙面与地面', '水电燃气', '消防设施', '家具家电', '有无违规搭建'] as const

/** The rows of a checklist. */
export const checklist = {
  type: 'object',
  properties: {
    item: { type: 'string', title: '项目', maxLength: 40, 'x-msg': { required: '项目必填' } },
    result: { type: 'integer', title: '结果', oneOf: choices(findings), 'x-msg': { required: '结果必填' } },
    note: { type: 'string', title: '说明', maxLength: 100 },
  },
  required: ['item', 'result'],
  additionalProperties: false,
} as const

const task = {
  batch: { type: 'string', title: '批次', maxLength: 60, description: '如：年度巡检 2026', 'x-msg': { required: '批次必填' } },
  kind: { type: 'integer', title: '巡检类型', oneOf: choices(inspectKinds), 'x-is': 'radio', 'x-msg': { required: '巡检类型必填' } },
  inspector: staffField('检查人', '请选择检查人'),
  planned_date: { type: 'string', title: '计划日期', format: 'date', maxLength: 10, 'x-msg': { required: '计划日期必填' } },
} as const

/** 新增巡检任务: of one room. */
export const inspectForm = defineForm({
  title: '新增巡检任务',
  type: 'object',
  properties: { ...task, org_id: { ...roomField('房间', '请选择要检查的房间'), 'x-wide': true } },
  required: ['batch', 'kind', 'inspector', 'planned_date', 'org_id'],
  additionalProperties: false,
})

/** 生成批次: a task for each room of a project that is meant. */
export const batchForm = defineForm({
  title: '生成巡检批次',
  description: '为所选房间各生成一个任务；同一项目的同一批次里，已有任务的房间不再生成。停用的房间不在内。',
  type: 'object',
  properties: {
    p_id: {
      type: 'integer',
      title: '项目',
      'x-is': 'ref',
      ...idRange,
      default: '$project',
      'x-clears': ['community_id'],
      'x-lookup': { call: '/api/Project/find', value: 'p_id', label: 'name', search: 'keyword' },
      'x-msg': { required: '请选择项目' },
    },
    ...task,
    which: {
      type: 'integer',
      title: '哪些房间',
      oneOf: choices({ 1: '在租的', 2: '空置的', 3: '一个小区的全部' }),
      'x-is': 'radio',
      'x-wide': true,
      'x-clears': ['community_id'],
      'x-msg': { required: '请选择哪些房间' },
    },
    community_id: {
      type: 'integer',
      title: '小区',
      'x-is': 'ref',
      ...idRange,
      'x-when': { which: 3 },
      'x-lookup': {
        call: '/api/community/index',
        params: { p_id: '$p_id' },
        value: 'community_id',
        label: 'name',
        search: 'name',
        waiting: '请先选择项目',
      },
      'x-msg': { required: '请选择小区' },
    },
  },
  required: ['p_id', 'batch', 'kind', 'inspector', 'planned_date', 'which', 'community_id'],
  additionalProperties: false,
  'x-preview': { call: '/api/inspect/foresee', shows: '将生成', of: ['p_id', 'batch', 'which'], also: ['community_id'] },
})

/** 改派: another looks, or on another day. */
export const reassignForm = defineForm({
  title: '改派',
  type: 'object',
  properties: { inspector: task.inspector, planned_date: task.planned_date },
  required: ['inspector', 'planned_date'],
  additionalProperties: false,
})

const result = {
  items: {
    type: 'array',
    title: '检查项目',
    'x-is': 'rows',
    'x-wide': true,
    minItems: 1,
    maxItems: 40,
    items: checklist,
    default: CHECKLIST.map((item) => ({ item, result: 1 })),
    'x-msg': { required: '检查项目必填', minItems: '检查项目必填' },
  },
  occupied: {
    type: 'integer',
    title: '按合同居住',
    oneOf: choices(occupations),
    'x-is': 'radio',
    'x-msg': { required: '是否按合同居住必填' },
  },
  met: { type: 'string', title: '见到的人', maxLength: 60 },
} as const

/** 登记正常: nothing is wrong. */
export const passForm = defineForm({
  title: '登记正常',
  'x-size': 'wide',
  type: 'object',
  properties: { ...result, photos: photos('照片') },
  required: ['items', 'occupied'],
  additionalProperties: false,
})

/** 登记异常: something is; what, is said. */
export const failForm = defineForm({
  title: '登记异常',
  'x-size': 'wide',
  type: 'object',
  properties: { ...result, problem: lines('异常情况', '异常情况必填'), photos: photos('照片') },
  required: ['items', 'occupied', 'problem'],
  additionalProperties: false,
})

/** 处理异常: what was done about it. */
export const handleForm = defineForm({
  title: '处理异常',
  type: 'object',
  properties: { handled: lines('处理结果', '处理结果必填') },
  required: ['handled'],
  additionalProperties: false,
})

/** 取消任务: it is not done, and it is said why. */
export const cancelForm = defineForm({
  title: '取消任务',
  type: 'object',
  properties: { reason: reason('取消原因', '取消原因必填') },
  required: ['reason'],
  additionalProperties: false,
})
