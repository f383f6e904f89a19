import { defineForm } from '../../core/form.ts'
import { idRange } from '../../core/ids.ts'
import { choices, laneOrNumber } from '../common.ts'
import { region } from './house.ts'

/** A community as 项目设置 adds and corrects it; 新增房源 registers one with its first house, by the same fields. */
export const communityForm = defineForm({
  title: '小区',
  type: 'object',
  properties: {
    name: { type: 'string', title: '小区名称', maxLength: 60, 'x-msg': { required: '小区名称必填' } },
    p_id: {
      type: 'integer',
      title: '项目',
      'x-is': 'ref',
      ...idRange,
      'x-lookup': { call: '/api/Project/find', value: 'p_id', label: 'name', search: 'keyword' },
      'x-msg': { required: '项目必填' },
    },
    province: { ...region('省', 'index', 'province_id', {}, ['city', 'county', 'town']), 'x-section': '所在位置' },
    city: region('市', 'city', 'city_id', { province_id: '$province' }, ['county', 'town']),
    county: region('区县', 'county', 'county_id', { city_id: '$city' }, ['town']),
    town: {
      ...region('街道', 'town', 'town_id', {}, []),
      'x-lookup': { call: '/api/region/getTown', params: { county_id: '$county' }, value: 'town_id', label: 'name' },
    },
    address: { type: 'string', title: '路名', maxLength: 60, 'x-msg': { required: '所在位置须填写完整' } },
    region_number: { type: 'string', title: '弄号', maxLength: 20, 'x-msg': { required: '所在位置须填写完整' } },
    choice_get_number: { type: 'integer', title: '弄或号', oneOf: choices(laneOrNumber) },
    longitude: { type: 'number', title: '经度', minimum: 73, maximum: 136, 'x-decimals': 6 },
    latitude: { type: 'number', title: '纬度', minimum: 3, maximum: 54, 'x-decimals': 6 },
  },
  required: ['name', 'p_id', 'province', 'city', 'county', 'town', 'address', 'region_number'],
  additionalProperties: false,
})
