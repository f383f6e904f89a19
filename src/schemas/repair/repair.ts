import { defineForm } from '../../core/form.ts'
import { idRange } from '../../core/ids.ts'
import { MAX_FEN } from '../../protocol/fen.ts'
import { choices, phoneField, reason } from '../common.ts'
import { roomField } from '../property/room.ts'
import { inspectOrigin, lines, photos, staffField } from '../services.ts'

const LATEST = 32_503_651_199

export const repairKinds = { 1: '水电', 2: '门窗', 3: '家电', 4: '墙面', 5: '渗漏', 6: '其他' } as const
export const urgencies = { 1: '一般', 2: '紧急' } as const
export const repairSources = { 1: '员工登记', 2: '租客上报' } as const
export const bearers = { 1: '运营方', 2: '租客' } as const
export const satisfactions = { 5: '很满意', 4: '满意', 3: '一般', 2: '不满意', 1: '很不满意' } as const

/** 新增报修: who lives there, and on what contract, the server knows by the room. */
export const repairForm = defineForm({
  title: '新增报修',
  'x-size': 'wide',
  type: 'object',
  properties: {
    org_id: roomField('房间', '请选择报修的房间'),
    kind: { type: 'integer', title: '报修类别', oneOf: choices(repairKinds), 'x-msg': { required: '报修类别必填' } },
    urgency: {
      type: 'integer',
      title: '紧急程度',
      oneOf: choices(urgencies),
      'x-is': 'radio',
      default: 1,
      'x-msg': { required: '紧急程度必填' },
    },
    description: lines('报修内容', '报修内容必填'),
    reporter: { type: 'string', title: '报修人', maxLength: 60, 'x-msg': { required: '报修人必填' } },
    phone: phoneField,
    wanted_time: { type: 'integer', title: '期望上门时间', 'x-is': 'datetime', minimum: 0, maximum: LATEST },
    photos: photos('照片'),
    inspect_id: inspectOrigin,
  },
  required: ['org_id', 'kind', 'urgency', 'description', 'reporter', 'phone'],
  additionalProperties: false,
})

const visit = {
  visit_start: {
    type: 'integer',
    title: '上门时间',
    'x-is': 'datetime',
    minimum: 0,
    maximum: LATEST,
    'x-msg': { required: '上门时间必填' },
  },
  visit_end: {
    type: 'integer',
    title: '预计结束',
    'x-is': 'datetime',
    minimum: 0,
    maximum: LATEST,
    'x-from': 'visit_start',
    'x-msg': { required: '预计结束必填', from: '预计结束不能早于上门时间' },
  },
} as const

/** 派单: who goes there, and when; whether the room can be lived in meanwhile. */
export const dispatchForm = defineForm({
  title: '派单',
  type: 'object',
  properties: {
    handler: { ...staffField('处理人', '请选择处理人'), 'x-wide': true },
    ...visit,
    lays_up: {
      type: 'integer',
      title: '房间转为维修',
      description: '选“是”：房间不能住，完工或取消前不能出租；已出租的仍按已出租算',
      oneOf: choices({ 0: '否', 1: '是' }),
      'x-is': 'radio',
      default: 0,
      'x-wide': true,
    },
  },
  required: ['handler', 'visit_start', 'visit_end', 'lays_up'],
  additionalProperties: false,
})

/** 改派: another goes there, or at another time. */
export const reassignForm = defineForm({
  title: '改派',
  type: 'object',
  properties: { handler: { ...staffField('处理人', '请选择处理人'), 'x-wide': true }, ...visit },
  required: ['handler', 'visit_start', 'visit_end'],
  additionalProperties: false,
})

/** 改约: the same person at another time, as the calendar moves it. */
export const appointForm = defineForm({
  title: '改约',
  type: 'object',
  properties: visit,
  required: ['visit_start', 'visit_end'],
  additionalProperties: false,
})

/** 完工: what was done, what it cost and who bears it; what the tenant bears becomes a bill. */
export const finishForm = defineForm({
  title: '完工',
  'x-size': 'wide',
  type: 'object',
  properties: {
    work: lines('处理情况', '处理情况必填'),
    after_photos: photos('完工照片'),
    cost: {
      type: 'integer',
      title: '本次费用',
      'x-is': 'fen',
      minimum: 0,
      maximum: MAX_FEN,
      default: 0,
      'x-section': '费用',
      'x-msg': { required: '本次费用必填，没有费用填0' },
    },
    borne_by: {
      type: 'integer',
      title: '费用承担',
      oneOf: choices(bearers),
      'x-is': 'radio',
      default: 1,
      'x-msg': { required: '费用承担必填' },
    },
    from_id: {
      type: 'integer',
      title: '费用项',
      'x-is': 'ref',
      ...idRange,
      'x-when': { borne_by: 2 },
      'x-lookup': { call: '/api/cost/index', value: 'id', label: 'name' },
      'x-msg': { required: '请选择向租客收费的费用项' },
    },
    due_days: {
      type: 'integer',
      title: '账单应付',
      'x-unit': '天后',
      minimum: 0,
      maximum: 365,
      default: 10,
      'x-when': { borne_by: 2 },
      'x-msg': { required: '请填写几天后应付', minimum: '须为0至365天', maximum: '须为0至365天', type: '天数须为整数' },
    },
  },
  required: ['work', 'cost', 'borne_by', 'from_id', 'due_days'],
  additionalProperties: false,
})

/** 回访: how content who reported it is. */
export const reviewForm = defineForm({
  title: '回访',
  type: 'object',
  properties: {
    satisfaction: {
      type: 'integer',
      title: '满意度',
      oneOf: [5, 4, 3, 2, 1].map((value) => ({ const: value, title: satisfactions[value as keyof typeof satisfactions] })),
      'x-is': 'radio',
      'x-wide': true,
      'x-msg': { required: '满意度必填' },
    },
    feedback: { type: 'string', title: '回访记录', 'x-is': 'note', maxLength: 500, 'x-wide': true },
  },
  required: ['satisfaction'],
  additionalProperties: false,
})

/** 返工: it goes back to whoever did it. */
export const reworkForm = defineForm({
  title: '返工',
  description: '工单回到处理中，由原处理人再次上门；时间可以再改约。',
  type: 'object',
  properties: { reason: reason('返工原因', '返工原因必填') },
  required: ['reason'],
  additionalProperties: false,
})

/** 取消: nothing is done, and it is said why. */
export const cancelForm = defineForm({
  title: '取消工单',
  description: '取消后不再处理；因这张工单转为维修的房间恢复正常。此操作会留痕且不可撤销。',
  type: 'object',
  properties: { reason: reason('取消原因', '取消原因必填') },
  required: ['reason'],
  additionalProperties: false,
})
