import { defineResource } from '../../core/resource.ts'
import { laneOrNumber } from '../../schemas/common.ts'
import { communityForm } from '../../schemas/property/community.ts'

export default defineResource({
  name: 'community',
  label: '小区',
  area: 'housing',
  key: 'community_id',
  title: 'name',
  columns: {
    community_id: { label: '编号', is: 'int', list: 'never' },
    name: { label: '小区名称', required: true, max: 60, filter: true },
    p_id: { label: '项目', is: 'ref', of: 'project', required: true, filter: true },
    province: { label: '省', is: 'ref', of: 'region', required: true },
    city: { label: '市', is: 'ref', of: 'region', required: true },
    county: { label: '区县', is: 'ref', of: 'region', required: true },
    town: { label: '街道', is: 'ref', of: 'region', required: true },
    address: { label: '路名', required: true, max: 60 },
    region_number: { label: '弄号', required: true, max: 20 },
    choice_get_number: { label: '弄或号', is: 'enum', of: laneOrNumber },
    longitude: { label: '经度', is: 'decimal', scale: 6, list: false },
    latitude: { label: '纬度', is: 'decimal', scale: 6, list: false },
  },
  sort: ['community_id', 'asc'],
  unique: [['town', 'name', 'address', 'region_number']],
  dialogs: { add: { ...communityForm, title: '新增小区' }, edit: { ...communityForm, title: '编辑小区' } },
  calls: { del: false },
  domain: ['add', 'edit'],
  has: [{ label: '房源', resource: 'unit', by: 'community_id' }],
  empty: '还没有小区，点右上角“新增小区”登记第一个；新增房源时也会登记',
  scope: 'p_id',
  lookup: true,
})
