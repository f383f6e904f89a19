import { defineForm } from '../../core/form.ts'
import { anId, idRange } from '../../core/ids.ts'
import { fen } from '../contract/terms.ts'

/** 拆套: a vacant flat is let room by room from now on (domain.md, From application to keys, 4: a flat and the rooms in it exclude one another). */
export const divideForm = defineForm({
  title: '拆套',
  'x-size': 'wide',
  description: '整套不再出租，改为按套内的房间出租；以前拆出的房间随即启用。整套与套内房间同一天只能租一方。',
  type: 'object',
  properties: {
    kind_id: {
      type: 'integer',
      title: '新房间的类型',
      'x-is': 'ref',
      ...idRange,
      'x-lookup': { call: '/api/kind/index', value: 'id', label: 'name', only: { when: {}, field: 'show_type', in: [3] } },
      description: '须为单间',
    },
    rooms: {
      type: 'array',
      title: '新登记的房间',
      'x-is': 'rows',
      'x-wide': true,
      maxItems: 20,
      items: {
        type: 'object',
        properties: {
          number: { type: 'string', title: '房号', maxLength: 20, 'x-msg': { required: '房号必填' } },
          area: {
            type: 'number',
            title: '面积',
            'x-unit': '㎡',
            minimum: 0.01,
            maximum: 99_999,
            'x-decimals': 2,
            'x-msg': { minimum: '面积须大于0' },
          },
          standard_rent: fen('标准月租金', 1),
        },
        required: ['number'],
        additionalProperties: false,
      },
    },
    known: {
      type: 'array',
      title: '已登记的单间',
      'x-is': 'refs',
      'x-wide': true,
      maxItems: 20,
      uniqueItems: true,
      items: anId,
      'x-lookup': { call: '/api/org/find', about: true, value: 'org_id', label: ['region_name', 'unit_floor'], search: 'keyword' },
      description: '同一小区里以前单独登记的套内房间，归到这一套',
    },
  },
  additionalProperties: false,
})
