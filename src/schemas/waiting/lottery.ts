import { defineForm } from '../../core/form.ts'
import { anId, idRange } from '../../core/ids.ts'
import { choices, priorities, reason, roomTypes } from '../common.ts'
import { staffField } from '../services.ts'

/** 新增摇号: of which queue, and who watches over it. Whoever adds it is its operator. */
export const lotteryForm = defineForm({
  title: '新增摇号',
  description: '登记的人是操作方；监督方须是另一个人。项目须在轮候设置的“按摇号排序的项目”里。',
  type: 'object',
  properties: {
    title: { type: 'string', title: '名称', maxLength: 60, 'x-wide': true, 'x-msg': { required: '名称必填' } },
    p_id: {
      type: 'integer',
      title: '项目',
      'x-is': 'ref',
      ...idRange,
      default: '$project',
      'x-lookup': { call: '/api/Project/find', value: 'p_id', label: 'name', search: 'keyword' },
      'x-msg': { required: '请选择项目' },
    },
    room_type: { type: 'integer', title: '户型', oneOf: choices(roomTypes), 'x-is': 'radio', 'x-msg': { required: '户型必填' } },
    classes: {
      type: 'array',
      title: '保障类别',
      minItems: 1,
      maxItems: 2,
      uniqueItems: true,
      items: { type: 'integer', oneOf: choices(priorities) },
      'x-msg': { required: '保障类别必填', minItems: '保障类别必填' },
    },
    supervisor: staffField('监督方', '请选择监督方'),
  },
  required: ['title', 'p_id', 'room_type', 'classes', 'supervisor'],
  additionalProperties: false,
})

/** A public draw and its time, as it is named by whoever names it. */
const round = {
  round_name: {
    type: 'string',
    title: '公开轮次',
    description: '如：中国福利彩票双色球第 2026140 期',
    maxLength: 60,
    'x-wide': true,
    'x-msg': { required: '公开轮次必填' },
  },
  round_at: { type: 'integer', title: '开奖时间', 'x-is': 'datetime', 'x-msg': { required: '开奖时间必填' } },
} as const

/** 约定轮次: a public draw that has not been held. */
export const roundForm = defineForm({
  title: '约定轮次',
  description: '约定一次还没有举行的公开开奖，它的号码谁也左右不了。双方提交密约之前可以改。',
  type: 'object',
  properties: round,
  required: ['round_name', 'round_at'],
  additionalProperties: false,
  'x-own': ['round_name', 'round_at'],
})

/** Letters, digits and signs of the keyboard: what one has typed is the same bytes on every computer. */
const secret = (description: string) =>
  ({
    type: 'string',
    title: '密语',
    description,
    minLength: 16,
    maxLength: 64,
    pattern: '^[!-~]+$',
    'x-wide': true,
    'x-msg': { required: '密语必填', minLength: '密语至少16个字符', pattern: '密语只能用英文字母、数字与符号，不能有空格' },
  }) as const

/** 提交密约: what is kept is the SHA-256 of the secret alone. */
export const commitForm = defineForm({
  title: '提交密约',
  description: '系统只留密语的 SHA-256，不留密语；揭示时要一字不差地再填一次，请自己记好。提交后不能改。',
  type: 'object',
  properties: { secret: secret('自己想的16至64个字母、数字与符号') },
  required: ['secret'],
  additionalProperties: false,
})

/** 揭示密语: the secret of which the SHA-256 was told. */
export const revealForm = defineForm({
  title: '揭示密语',
  description: '填自己提交密约时的密语。双方都须在开奖之前揭示，过了时间这次摇号只能作废。',
  type: 'object',
  properties: { secret: secret('与提交密约时一字不差') },
  required: ['secret'],
  additionalProperties: false,
})

/** 录入轮号: what the public round drew, by the one, and the same by the other. */
export const numberForm = defineForm({
  title: '录入轮号',
  description: '照公开的结果录入，数字之间一个空格。双方各录一次，相同才摇号。',
  type: 'object',
  properties: {
    round_number: {
      type: 'string',
      title: '轮号',
      description: '如：03 05 12 18 27 33 09',
      maxLength: 60,
      pattern: '^\\d+( \\d+)*$',
      'x-wide': true,
      'x-msg': { required: '轮号必填', pattern: '轮号是数字，数字之间一个空格' },
    },
  },
  required: ['round_number'],
  additionalProperties: false,
})

/** 另约轮次: the round that was named was not held, as a paper shows; another that is still to come, for the other side to agree to. */
export const anotherRoundForm = defineForm({
  title: '另约轮次',
  description: '约定的开奖没有举行时另约一次还没有举行的。另一方在自己的账号里填同样的轮次与时间才生效，此前什么都不变。',
  type: 'object',
  properties: {
    lottery_id: {
      type: 'integer',
      title: '摇号',
      'x-is': 'ref',
      ...idRange,
      'x-lookup': { call: '/api/lottery/index', params: { status: 4 }, value: 'lottery_id', label: ['title', 'number'], search: 'title' },
      'x-msg': { required: '请选择摇号' },
    },
    ...round,
    reason: reason('没有举行的原因', '没有举行的原因必填'),
    papers: {
      type: 'array',
      title: '没有举行的证明',
      description: '如发行机构停售、取消或延期的公告',
      'x-is': 'files',
      'x-wide': true,
      minItems: 1,
      maxItems: 6,
      uniqueItems: true,
      items: anId,
      'x-msg': { required: '请上传没有举行的证明', minItems: '请上传没有举行的证明' },
    },
  },
  required: ['lottery_id', 'round_name', 'round_at', 'reason', 'papers'],
  additionalProperties: false,
})

/** 同意另约: the same round and time, by the other side. */
export const agreeRoundForm = defineForm({
  title: '同意另约',
  description: '先看详情里“另约轮次”的原因与证明，自己查实原来的开奖没有举行，再填另一方提出的轮次与时间。随即生效，不可撤销。',
  type: 'object',
  properties: round,
  required: ['round_name', 'round_at'],
  additionalProperties: false,
})

/** 作废: it is not drawn, and it is said why. */
export const cancelForm = defineForm({
  title: '作废',
  description: '这次摇号到此为止，名单与经过留着。此操作会留痕且不可撤销。',
  type: 'object',
  properties: { reason: reason('作废原因', '作废原因必填') },
  required: ['reason'],
  additionalProperties: false,
})
