import { defineForm } from '../../core/form.ts'
import { roomField } from '../property/room.ts'
import { ownerField } from './ownerField.ts'

const share = {
  type: 'number',
  title: '份额',
  default: 100,
  minimum: 0.01,
  maximum: 100,
  'x-decimals': 2,
  'x-unit': '%',
  description: '同一房间同一天各业主的份额合计不超过 100%',
  'x-msg': { required: '份额必填', minimum: '份额须大于 0', maximum: '份额不能超过 100%' },
} as const
const title_no = { type: 'string', title: '产权证号', 'x-is': 'code', maxLength: 60 } as const
const from_date = {
  type: 'string',
  title: '取得日期',
  format: 'date',
  maxLength: 10,
  default: '$today',
  'x-msg': { required: '取得日期必填' },
} as const
const note = { type: 'string', title: '备注', 'x-is': 'note', maxLength: 500, 'x-wide': true } as const

/** 新增房产: a room is an owner's, whole or in part, from a day on. */
export const addHouseForm = defineForm({
  title: '新增房产',
  type: 'object',
  properties: { owner_id: ownerField, org_id: roomField('房间', '房间必填'), share, title_no, from_date, note },
  required: ['owner_id', 'org_id', 'share', 'from_date'],
  additionalProperties: false,
})

/** 编辑房产: whose it is and which room stay; another owner's is another entry. */
export const editHouseForm = defineForm({
  title: '编辑房产',
  type: 'object',
  properties: { share, title_no, from_date, note },
  required: ['share', 'from_date'],
  additionalProperties: false,
})

/** 转出: the room is the owner's no more after this day. */
export const endHouseForm = defineForm({
  title: '转出',
  description: '这一天之后，此房间不再属于该业主，份额可登记给别人。转出错了可以恢复。',
  type: 'object',
  properties: {
    to_date: {
      type: 'string',
      title: '转出日期',
      format: 'date',
      'x-happened': true,
      maxLength: 10,
      default: '$today',
      'x-msg': { required: '转出日期必填' },
    },
  },
  required: ['to_date'],
  additionalProperties: false,
})
