import { defineForm } from '../../core/form.ts'
import { idRange } from '../../core/ids.ts'
import { choices, phoneField, priorities, reason, roomTypes } from '../common.ts'
import { lines, photos } from '../services.ts'

export const publicationKinds = { 1: '轮候名册', 2: '摇号结果' } as const
/** What an objection that was right changes. */
export const remedies = { 1: '改保障类别', 2: '作废', 3: '不改' } as const

/** 新增公示: the list is made of the queue, or of a lottery, as it stands at this moment. */
export const publicationForm = defineForm({
  title: '新增公示',
  description: '名单就是此刻的队列（或这次摇号的结果），生成后不再变。只有受理号与姓，不含证件、电话、出生日期。',
  type: 'object',
  properties: {
    title: { type: 'string', title: '标题', maxLength: 80, 'x-wide': true, 'x-msg': { required: '标题必填' } },
    kind: {
      type: 'integer',
      title: '公示什么',
      oneOf: choices(publicationKinds),
      'x-is': 'radio',
      default: 1,
      'x-clears': ['lottery_id'],
      'x-msg': { required: '公示什么必填' },
    },
    p_id: {
      type: 'integer',
      title: '项目',
      'x-is': 'ref',
      ...idRange,
      default: '$project',
      'x-when': { kind: 1 },
      'x-lookup': { call: '/api/Project/find', value: 'p_id', label: 'name', search: 'keyword' },
      'x-msg': { required: '请选择项目' },
    },
    room_type: { type: 'integer', title: '户型', description: '不选即全部户型', oneOf: choices(roomTypes), 'x-when': { kind: 1 } },
    lottery_id: {
      type: 'integer',
      title: '摇号',
      'x-is': 'ref',
      ...idRange,
      'x-when': { kind: 2 },
      'x-lookup': { call: '/api/lottery/index', params: { status: 6 }, value: 'lottery_id', label: ['title', 'number'], search: 'title' },
      'x-msg': { required: '请选择已公布的摇号' },
    },
  },
  required: ['title', 'kind', 'p_id', 'lottery_id'],
  additionalProperties: false,
})

/** 公示: from a day to a day, both included. */
export const publishForm = defineForm({
  title: '开始公示',
  description: '公示号写到轮候列表的每一户上；公示期内可以登记异议，期满的当夜结束。',
  type: 'object',
  properties: {
    from_date: {
      type: 'string',
      title: '公示开始',
      format: 'date',
      maxLength: 10,
      default: '$today',
      'x-msg': { required: '公示开始必填' },
    },
    to_date: {
      type: 'string',
      title: '公示结束',
      description: '不填即轮候设置里的公示期',
      format: 'date',
      maxLength: 10,
      'x-from': 'from_date',
      'x-msg': { 'x-from': '公示结束不能早于开始' },
    },
  },
  required: ['from_date'],
  additionalProperties: false,
})

/** 延长公示: a later last day, and why. */
export const extendForm = defineForm({
  title: '延长公示',
  description: '名单、公示号与已登记的异议照旧，到新的最后一天都可以登记异议。已经张贴的名单，请另行告知新的最后一天。',
  type: 'object',
  properties: {
    to_date: {
      type: 'string',
      title: '延长到',
      format: 'date',
      maxLength: 10,
      'x-msg': { required: '延长到哪天必填' },
    },
    reason: reason('延长原因', '延长原因必填'),
  },
  required: ['to_date', 'reason'],
  additionalProperties: false,
})

/** 撤回公示: a list that is published now, and is not to stand. */
export const retractForm = defineForm({
  title: '撤回公示',
  description:
    '名单上各户的公示号改回上一次公示的（没有的清空），排队次序不变；不能再登记异议，已登记的照样答复。撤回后要公示的，另做一份名单。',
  type: 'object',
  properties: { reason: reason('撤回原因', '撤回原因必填') },
  required: ['reason'],
  additionalProperties: false,
})

/** 作废: a list that was never published. */
export const withdrawForm = defineForm({
  title: '作废',
  type: 'object',
  properties: { reason: reason('作废原因', '作废原因必填') },
  required: ['reason'],
  additionalProperties: false,
})

/** 登记异议: who objects to which row of which list, and to what. */
export const objectionForm = defineForm({
  title: '登记异议',
  'x-size': 'wide',
  type: 'object',
  properties: {
    publication_id: {
      type: 'integer',
      title: '公示',
      'x-is': 'ref',
      ...idRange,
      'x-clears': ['row_id'],
      'x-lookup': {
        call: '/api/publication/index',
        params: { status: 2 },
        value: 'publication_id',
        label: ['title', 'number'],
        search: 'title',
      },
      'x-msg': { required: '请选择公示' },
    },
    row_id: {
      type: 'integer',
      title: '对哪一户',
      'x-is': 'ref',
      ...idRange,
      'x-lookup': {
        call: '/api/publication_row/index',
        params: { publication_id: '$publication_id' },
        value: 'row_id',
        label: ['number', 'masked_name', 'receipt'],
        search: 'receipt',
        waiting: '请先选择公示',
      },
      'x-msg': { required: '请选择对哪一户的异议' },
    },
    objector: { type: 'string', title: '异议人', maxLength: 60, 'x-msg': { required: '异议人必填' } },
    phone: phoneField,
    matter: lines('异议内容', '异议内容必填'),
    photos: photos('材料照片'),
  },
  required: ['publication_id', 'row_id', 'objector', 'phone', 'matter'],
  additionalProperties: false,
})

/** 成立: it is as the objector says; what of it changes, by the moves that there are. */
export const upholdForm = defineForm({
  title: '异议成立',
  description: '更正随即办理：改保障类别或作废。答复留着，连同更正前后的位次。',
  type: 'object',
  properties: {
    answer: lines('答复', '答复必填'),
    remedy: { type: 'integer', title: '更正', oneOf: choices(remedies), 'x-is': 'radio', 'x-msg': { required: '怎样更正必填' } },
    priority: {
      type: 'integer',
      title: '改为',
      oneOf: choices(priorities),
      'x-is': 'radio',
      'x-when': { remedy: 1 },
      'x-msg': { required: '改为哪一类必填' },
    },
  },
  required: ['answer', 'remedy', 'priority'],
  additionalProperties: false,
})

/** 不成立: it is not. */
export const rejectForm = defineForm({
  title: '异议不成立',
  type: 'object',
  properties: { answer: lines('答复', '答复必填') },
  required: ['answer'],
  additionalProperties: false,
})

/** 改手机号: by which someone who waits is told of a call. */
export const renumberForm = defineForm({
  title: '改手机号',
  description: '叫号按新的号码告知。此操作会留痕。',
  type: 'object',
  properties: { phone: phoneField },
  required: ['phone'],
  additionalProperties: false,
})

/** 改类别: of someone who waits, and why. */
export const reclassForm = defineForm({
  title: '改保障类别',
  description: '次序随之改变。此操作会留痕。',
  type: 'object',
  properties: {
    priority: { type: 'integer', title: '保障类别', oneOf: choices(priorities), 'x-is': 'radio', 'x-msg': { required: '保障类别必填' } },
    reason: reason('原因', '原因必填'),
  },
  required: ['priority', 'reason'],
  additionalProperties: false,
  'x-own': ['priority'],
})
