import { defineForm } from '../../core/form.ts'
import { anId, idRange } from '../../core/ids.ts'
import { MAX_FEN } from '../../protocol/fen.ts'
import { choices, endGrounds, reason, ways } from '../common.ts'
import { aDate } from '../contract/terms.ts'

export const endedBy = { 1: '承租方', 2: '出租方' } as const
export const checkStates = { 1: '完好', 2: '损坏', 3: '缺失' } as const
export const roomNext = { 1: '可以出租', 2: '转为维修' } as const

/** 退租: the life of a contract turns to its end. */
export const surrenderForm = defineForm({
  title: '退租',
  description: '合同转入退租中，接着办交接、结算；交接后房间才能再租给别人。',
  type: 'object',
  properties: {
    contract_id: {
      type: 'integer',
      title: '合同',
      'x-is': 'ref',
      ...idRange,
      'x-wide': true,
      'x-lookup': { call: '/api/surrender/contracts', value: 'contract_id', label: ['sn', 'custom_name', 'room'], search: 'keyword' },
      'x-msg': { required: '请选择要退租的合同' },
    },
    ground: { type: 'integer', title: '退租事由', oneOf: choices(endGrounds), 'x-msg': { required: '退租事由必填' } },
    ended_by: {
      type: 'integer',
      title: '谁提出',
      'x-is': 'radio',
      oneOf: choices(endedBy),
      default: 1,
      'x-msg': { required: '谁提出必填' },
    },
    planned_date: { ...aDate('退租日期', '退租日期必填'), default: '$today', description: '计划搬离的最后一天，交接时以实际为准' },
    notice_on: { ...aDate('通知日期', '通知日期必填'), description: '提前通知对方的日期，没有通知的不填' },
    note: { type: 'string', title: '备注', 'x-is': 'note', maxLength: 500, 'x-wide': true },
  },
  required: ['contract_id', 'ground', 'ended_by', 'planned_date'],
  additionalProperties: false,
})

const checked = (item: string) => ({ item, state: 1 })

/** What is looked at when a room is given back, and what is wrong with it. */
const checklist = {
  type: 'array',
  title: '交接清单',
  'x-is': 'rows',
  'x-wide': true,
  minItems: 1,
  maxItems: 40,
  default: ['墙面与地面', '门窗与锁', '水电燃气设施', '厨卫', '家具', '家电'].map(checked),
  items: {
    type: 'object',
    properties: {
      item: { type: 'string', title: '项目', maxLength: 40 },
      state: { type: 'integer', title: '情况', oneOf: choices(checkStates) },
      price: { type: 'integer', title: '赔偿', 'x-is': 'fen', minimum: 1, maximum: MAX_FEN, 'x-when': { state: [2, 3] } },
      words: { type: 'string', title: '说明', maxLength: 100, 'x-when': { state: [2, 3] } },
    },
    required: ['item', 'state'],
    additionalProperties: false,
  },
  'x-msg': { required: '交接清单至少一行', minItems: '交接清单至少一行' },
} as const

/** The meters as they stand when the room is given back. */
const readings = {
  type: 'array',
  title: '最后读数',
  'x-is': 'rows',
  'x-wide': true,
  maxItems: 10,
  default: [],
  items: {
    type: 'object',
    properties: {
      simple_id: {
        type: 'integer',
        title: '抄表项',
        'x-is': 'ref',
        ...idRange,
        'x-lookup': { call: '/api/simple/index', value: 'id', label: 'name' },
      },
      current: { type: 'number', title: '本次读数', 'x-decimals': 2, minimum: 0, maximum: 9_999_999 },
    },
    required: ['simple_id', 'current'],
    additionalProperties: false,
  },
} as const

/** 交接: the room is looked at together and given back. */
export const handoverForm = defineForm({
  title: '交接',
  'x-size': 'wide',
  description: '与承租方一起查验房屋、抄表、收回钥匙。交接后房租算到搬离日，房间可以另行安排。',
  type: 'object',
  properties: {
    left_on: {
      ...aDate('搬离日期', '搬离日期必填'),
      'x-happened': true,
      default: '$today',
      description: '房租算到这一天（含）。换房的，新房租金从其起租日算起：当天交接的填前一天',
    },
    keys: {
      type: 'integer',
      title: '收回钥匙',
      minimum: 0,
      maximum: 99,
      'x-unit': '把',
      'x-msg': { required: '收回几把钥匙必填', type: '须为整数' },
    },
    room_next: {
      type: 'integer',
      title: '房间随后',
      'x-is': 'radio',
      oneOf: choices(roomNext),
      default: 1,
      'x-msg': { required: '房间随后必填' },
    },
    checklist,
    readings,
    imgs: {
      type: 'array',
      title: '房屋照片',
      'x-is': 'images',
      'x-wide': true,
      maxItems: 9,
      uniqueItems: true,
      items: anId,
      'x-msg': { maxItems: '最多只能上传9张' },
    },
    handover_note: { type: 'string', title: '交接说明', 'x-is': 'note', maxLength: 500, 'x-wide': true },
  },
  // Handed over once more, what was found before is corrected. Readings are billed: only those that are read anew are entered.
  'x-own': ['left_on', 'keys', 'room_next', 'checklist', 'imgs', 'handover_note'],
  required: ['left_on', 'keys', 'room_next', 'checklist'],
  additionalProperties: false,
})

/** 结算: what was held, paid and owed is settled, and what is left goes back. */
export const settleForm = defineForm({
  title: '退租结算',
  'x-size': 'wide',
  description: '按下面的金额办理：截短的账单、抵扣的欠费、退还的钱都会入账。此操作会留痕且不可撤销。',
  type: 'object',
  properties: {
    way: { type: 'integer', title: '退款方式', oneOf: choices(ways), default: 3, 'x-msg': { required: '退款方式必填' } },
    payee: { type: 'string', title: '收款人', maxLength: 60, description: '不填即退给承租方；退给别人须有委托书' },
    papers: {
      type: 'array',
      title: '委托书',
      'x-is': 'files',
      'x-wide': true,
      maxItems: 3,
      uniqueItems: true,
      items: anId,
    },
  },
  'x-preview': { call: '/api/surrender/settlement', shows: '结算', of: ['way'] },
  required: ['way'],
  additionalProperties: false,
})

/** 撤销退租: the tenant stays after all. */
export const stayForm = defineForm({
  title: '撤销退租',
  description: '合同恢复履行，已填的交接内容留在这条记录里。',
  type: 'object',
  properties: { reason: reason('撤销原因', '撤销原因必填') },
  required: ['reason'],
  additionalProperties: false,
})
