import { defineResource } from '../../core/resource.ts'
import { laneOrNumber, natures, showTypes } from '../../schemas/common.ts'

/** What one 新增房源 registers: a building that holds rooms, or a flat. What is let is an `org`. */
export default defineResource({
  name: 'unit',
  label: '房源',
  area: 'housing',
  key: 'unit_id',
  title: 'name',
  columns: {
    unit_id: { label: '编号', is: 'int' },
    sn: { label: '系统编号', is: 'code', required: true, unique: true },
    name: { label: '名称', required: true, max: 80, filter: true },
    community_id: { label: '小区', is: 'ref', of: 'community', required: true, filter: true },
    p_id: { label: '项目', is: 'ref', of: 'project', required: true },
    kind_id: { label: '类型', is: 'ref', of: 'kind', required: true },
    show_type: { label: '出租方式', is: 'enum', of: showTypes, required: true },
    nature: { label: '性质', is: 'enum', of: natures, required: true },
    all_floor: {
      label: '楼层',
      is: 'rows',
      of: {
        type: 'object',
        properties: { level: { type: 'integer', title: '层' }, total: { type: 'integer', title: '户数' } },
        additionalProperties: false,
      },
    },
    block_unit: { label: '楼号', max: 20 },
    choice_unit_number: { label: '楼号单位', is: 'enum', of: { 1: '号', 2: '幢', 3: '栋' } },
    cell: { label: '单元', max: 20 },
    number: { label: '门牌', max: 20, filter: 'more' },
    choice_get_number: { label: '弄或号', is: 'enum', of: laneOrNumber },
    longitude: { label: '经度', is: 'decimal', scale: 6 },
    latitude: { label: '纬度', is: 'decimal', scale: 6 },
    center_id: { label: '所属中心', is: 'ref', of: 'structure', fixed: true, filter: 'more' },
    late: { label: '滞纳', is: 'int', default: 0 },
  },
  sort: ['unit_id', 'desc'],
  calls: { add: false, edit: false, del: false },
  scope: 'p_id',
  lookup: { call: '/api/unit/find', search: 'unit_number', label: ['region_name', 'full_name'] },
})
