import { defineForm } from '../../core/form.ts'
import { anId, idRange } from '../../core/ids.ts'
import { roomField } from '../property/room.ts'

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
    read_date: { type: 'string', title: '抄表日期', format: 'date', maxLength: 10, 'x-msg': { required: '抄表日期必填' } },
    current: {
      type: 'number',
      title: '本次读数',
      'x-decimals': 2,
      minimum: 0,
      maximum: 9_999_999,
      'x-msg': { required: '本次读数必填', type: '本次读数须为数字，最多两位小数', minimum: '本次读数不能小于0' },
    },
    is_new: {
      type: 'integer',
      title: '是否换表',
      oneOf: [
        { const: 0, title: '否' },
        { const: 1, title: '是' },
      ],
      'x-is': 'radio',
      default: 0,
      description: '换表后读数从新表算起',
    },
    imgs: {
      type: 'array',
      title: '照片',
      'x-is': 'images',
      'x-wide': true,
      maxItems: 3,
      uniqueItems: true,
      items: anId,
      'x-msg': { maxItems: '最多只能上传3张' },
    },
    note: { type: 'string', title: '备注', 'x-is': 'note', maxLength: 500, 'x-wide': true },
  },
  'x-keep': ['simple_id', 'read_date'],
  required: ['org_id', 'simple_id', 'read_date', 'current'],
  additionalProperties: false,
})
