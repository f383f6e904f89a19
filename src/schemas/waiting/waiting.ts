import { defineForm } from '../../core/form.ts'
import { idRange } from '../../core/ids.ts'
import { choices, reason } from '../common.ts'

/** What stands among the events of a queue. */
export const eventKinds = { 1: '变动', 2: '跳过', 3: '公示', 4: '摇号', 5: '改类别', 6: '告知' } as const

/** Whether who was called has heard of it: what 短信 says is what 发件箱 knows of the message. */
export const noticeStates = { 1: '待送达', 2: '短信已送达', 3: '短信没有送达', 4: '已当面告知', 5: '已电话告知' } as const

/** The ways by which staff tell someone themselves that they were called. */
export const tellingWays = { 1: '当面', 2: '电话' } as const

/** What other bureaus' files say against a household in the queue; one that is dismissed says nothing. */
export const doubtedStates = { 1: '待核实', 2: '属实' } as const

/** That somebody has objected to a household on a published list, and nobody has answered it yet. */
export const objectedStates = { 1: '待答复' } as const

/** 作废: takes someone out of the queue for good. */
export const invalidForm = defineForm({
  title: '作废',
  description: '作废后不再参加轮候，保留的房间随即放开。此操作会留痕且不可撤销。',
  type: 'object',
  properties: { reason: reason('作废原因', '作废原因必填') },
  required: ['reason'],
  additionalProperties: false,
})

/** Whose doing it is that a held room is given back: only one's own counts against one. */
export const declinesBy = { 1: '本人放弃，计一次', 2: '不是本人的原因，不计' } as const

/**
 * 放弃: gives the held room back and the place in the queue stays; one too many (轮候设置) takes the person out of it (domain.md). A call that was a
 * mistake, or of a room that cannot be lived in, is taken back and counts for nothing.
 */
export const declineForm = defineForm({
  title: '放弃',
  description: '保留的房间随即放开，此人回到队列原来的位置；放弃满轮候设置里的次数即作废。',
  type: 'object',
  properties: {
    reason: reason('放弃原因', '放弃原因必填'),
    by: {
      type: 'integer',
      title: '计不计放弃',
      description: '叫错了人或房间、房间要维修或停用等，不计',
      'x-is': 'radio',
      'x-wide': true,
      oneOf: choices(declinesBy),
      default: 1,
    },
  },
  required: ['reason'],
  additionalProperties: false,
})

/** 跳过: whose turn it is is passed over this once, and it is said why; the place in the queue stays. */
export const skipForm = defineForm({
  title: '跳过',
  description: '此人的位次不变，跳过与原因记入经过。',
  type: 'object',
  properties: { reason: reason('跳过原因', '跳过原因必填') },
  required: ['reason'],
  additionalProperties: false,
})

/** 已当面/电话告知: staff have told who was called of the room and the day themselves; from then on the notice has arrived. */
export const tellForm = defineForm({
  title: '已当面/电话告知',
  description: '已告知此人保留的是哪间房、最迟何时答复。登记后期满未选房的，按轮候设置记一次放弃。',
  type: 'object',
  properties: {
    how: {
      type: 'integer',
      title: '怎样告知',
      'x-is': 'radio',
      oneOf: choices(tellingWays),
      default: 2,
      'x-msg': { required: '怎样告知必填' },
    },
    told_at: {
      type: 'integer',
      title: '何时告知',
      'x-is': 'datetime',
      default: '$now',
      minimum: 0,
      maximum: 32_503_651_199,
      'x-msg': { required: '何时告知必填' },
    },
    note: { type: 'string', title: '说明', description: '谁接的电话、怎样答复', 'x-is': 'note', maxLength: 100, 'x-wide': true },
  },
  required: ['how', 'told_at'],
  additionalProperties: false,
})

/** 叫号: holds a vacant room for someone for some days (domain.md: as many as 轮候设置 says unless said otherwise). Calling out of turn, or a household with doubts or with an objection that is not answered, needs a reason. */
export const callForm = defineForm({
  title: '叫号',
  description: '所选房间将为此人保留，并发短信告知是哪间房、最迟何时答复；期满未选房的回到队列。',
  type: 'object',
  properties: {
    org_id: {
      type: 'integer',
      title: '房间',
      'x-is': 'ref',
      ...idRange,
      'x-wide': true,
      'x-lookup': {
        call: '/api/Waiting/rooms',
        about: true,
        value: 'org_id',
        label: ['region_name', 'unit_floor'],
        search: 'keyword',
      },
      'x-msg': { required: '请选择要保留的房间' },
    },
    days: {
      type: 'integer',
      title: '保留天数',
      'x-initial': { call: '/api/Waiting/beginning', value: 'days' },
      minimum: 1,
      maximum: 30,
      'x-unit': '天',
      'x-msg': { required: '保留天数必填', minimum: '保留天数须为1至30天', maximum: '保留天数须为1至30天', type: '保留天数须为整数' },
    },
    reason: {
      type: 'string',
      title: '叫号原因',
      description: '不是本队第一位，或这户有疑点没有排除、公示异议没有答复、已另有合同时必填',
      'x-is': 'note',
      maxLength: 200,
      'x-wide': true,
    },
  },
  required: ['org_id', 'days'],
  additionalProperties: false,
})
