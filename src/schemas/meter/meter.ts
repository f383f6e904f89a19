import { defineForm, type Field } from '../../core/form.ts'
import { anId, idRange } from '../../core/ids.ts'
import { reason } from '../common.ts'
import { fileProject } from '../layoutFile.ts'
import { roomField } from '../property/room.ts'

/** Why a reading was asked about before it was taken. */
export const readingDoubts = { 1: '用量突增', 2: '用量为零', 3: '第一次抄', 4: '换人未抄' } as const

/** Who bears what was used. */
export const usageBearers = { 1: '承租方', 2: '本单位' } as const

const yesOrNo = [
  { const: 0, title: '否' },
  { const: 1, title: '是' },
] as const

const reading = (title: string, description?: string) =>
  ({
    type: 'number',
    title,
    ...(description === undefined ? {} : { description }),
    'x-decimals': 2,
    minimum: 0,
    maximum: 9_999_999,
    'x-msg': { required: `${title}必填`, type: `${title}须为数字，最多两位小数`, minimum: `${title}不能小于0` },
  }) as const satisfies Field

const is_checked = {
  type: 'integer',
  title: '已核实',
  oneOf: yesOrNo,
  'x-is': 'radio',
  'x-section': '用量异常时',
  default: 0,
  description: '用量与平时相差很大时，先核实（再看一次表、问过住户）再选“是”',
} as const satisfies Field

const is_new = {
  type: 'integer',
  title: '是否换表',
  oneOf: yesOrNo,
  'x-is': 'radio',
  default: 0,
  description: '换了表，或这块表第一次抄：填新表的起码',
} as const satisfies Field

const old_end = { ...reading('旧表止码', '拆下时的读数；第一次抄的不填'), 'x-when': { is_new: 1 } } as const satisfies Field
const new_start = { ...reading('新表起码', '装上时的读数，不填即 0'), 'x-when': { is_new: 1 } } as const satisfies Field

const imgs = {
  type: 'array',
  title: '照片',
  description: '表的照片；在手机上可以直接拍',
  'x-is': 'images',
  'x-wide': true,
  maxItems: 3,
  uniqueItems: true,
  items: anId,
  'x-msg': { maxItems: '最多只能上传3张' },
} as const satisfies Field

const why = {
  type: 'string',
  title: '核实情况',
  maxLength: 200,
  'x-wide': true,
  'x-when': { is_checked: 1 },
  'x-required': { is_checked: 1 },
} as const satisfies Field

/** 新增抄表: a reading. The last one, the usage and the amount are the server's to reckon. */
export const meterForm = defineForm({
  title: '新增抄表',
  type: 'object',
  properties: {
    org_id: roomField('房间', '房间必填'),
    simple_id: {
      type: 'integer',
      title: '抄表项',
      'x-is': 'ref',
      ...idRange,
      'x-lookup': { call: '/api/simple/index', value: 'id', label: 'name' },
      'x-msg': { required: '抄表项必填' },
    },
    read_date: {
      type: 'string',
      title: '抄表日期',
      format: 'date',
      'x-happened': true,
      maxLength: 10,
      default: '$today',
      'x-msg': { required: '抄表日期必填' },
    },
    current: reading('本次读数'),
    is_new,
    old_end,
    new_start,
    is_checked,
    why,
    imgs,
    note: { type: 'string', title: '备注', 'x-is': 'note', maxLength: 500, 'x-wide': true },
  },
  'x-keep': ['simple_id', 'read_date'],
  'x-preview': {
    call: '/api/meter/reading',
    shows: '用量与金额',
    of: ['org_id', 'simple_id', 'read_date', 'current'],
    also: ['is_new', 'old_end', 'new_start'],
  },
  required: ['org_id', 'simple_id', 'read_date', 'current'],
  additionalProperties: false,
})

/** 撤销读数: one that is wrong stays, and counts no more; its bill is void with it. */
export const withdrawForm = defineForm({
  title: '撤销读数',
  description: '读数保留、注明已撤销，它的账单一并作废；只能撤销这块表最近的一次，账单收过款的先撤销核销。',
  type: 'object',
  properties: { void_why: reason('原因', '原因必填') },
  required: ['void_why'],
  additionalProperties: false,
})

/** 更正读数: the one that is wrong is taken back, and another of its day is there instead. Named unlike the columns: what is asked is the other's. */
export const correctForm = defineForm({
  title: '更正读数',
  description: '原读数撤销、它的账单作废，按更正后的读数重新登记、重新开账单；日期不变。',
  type: 'object',
  properties: {
    right: reading('正确的读数'),
    replaced: is_new,
    right_end: { ...reading('旧表止码'), 'x-when': { replaced: 1 } },
    right_start: { ...reading('新表起码', '不填即 0'), 'x-when': { replaced: 1 } },
    void_why: reason('更正的原因', '原因必填'),
    checked: { ...is_checked, description: '更正后的用量仍异常时，核实后选“是”' },
    photos: imgs,
  },
  required: ['right', 'void_why'],
  additionalProperties: false,
})

/** 下载抄表单: the meters that are still to be read, as the file that is imported when it is filled in. */
export const sheetForm = defineForm({
  title: '下载抄表单',
  description: '待抄的房间与抄表项已填好，旁边有上次读数、平时用量；填上“本次读数”后在“抄表记录”里导入，没有抄到的行请删去。',
  type: 'object',
  properties: {
    p_id: fileProject,
    region_name: { type: 'string', title: '小区', description: '不填：所有小区；填名称的一部分即可', maxLength: 60 },
    building: { type: 'string', title: '房号开头', description: '只抄一栋楼时填，如 12号', maxLength: 30 },
    day: { type: 'string', title: '抄表日期', format: 'date', maxLength: 10, default: '$today', 'x-msg': { required: '抄表日期必填' } },
  },
  required: ['day'],
  additionalProperties: false,
})
