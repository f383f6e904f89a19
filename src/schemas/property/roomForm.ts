import { defineForm } from '../../core/form.ts'
import { MAX_FEN } from '../../protocol/fen.ts'
import { choices, towards } from '../common.ts'
import { houseForm } from './house.ts'

/** 编辑房间: what may change of a registered room; where it lies and what it is does not. */
export const roomForm = defineForm({
  title: '编辑房间',
  type: 'object',
  properties: {
    number: { type: 'string', title: '房号', maxLength: 20, 'x-msg': { required: '房号必填' } },
    floor: { type: 'integer', title: '楼层', minimum: -9, maximum: 200, 'x-msg': { required: '楼层必填' } },
    area: {
      type: 'number',
      title: '面积',
      minimum: 0.01,
      maximum: 99_999,
      'x-decimals': 2,
      'x-unit': '㎡',
      'x-msg': { minimum: '面积须大于0' },
    },
    toward: { type: 'integer', title: '朝向', oneOf: choices(towards) },
    shi: { type: 'integer', title: '室', minimum: 0, maximum: 20 },
    ting: { type: 'integer', title: '厅', minimum: 0, maximum: 20 },
    wei: { type: 'integer', title: '卫', minimum: 0, maximum: 20 },
    standard_rent: {
      type: 'integer',
      title: '标准月租金',
      'x-is': 'fen',
      minimum: 1,
      maximum: MAX_FEN,
      'x-msg': { minimum: '标准月租金须大于0' },
    },
    deed_no: { type: 'string', title: '产权证号', maxLength: 60, description: '产权证书号或不动产单元号；租金发票上须有' },
    tag: houseForm.properties.tag,
    simple: houseForm.properties.simple,
    imgs: houseForm.properties.imgs,
    note: houseForm.properties.note,
  },
  required: ['number', 'floor'],
  additionalProperties: false,
})
