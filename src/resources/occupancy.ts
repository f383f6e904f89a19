import { defineResource } from '../core/resource.ts'
import { contractKinds, natures } from '../schemas/common.ts'

/** From when to when each room was let or stood empty: the rows that 房源统计 and 会员统计 count, read from contracts' dates. */
export default defineResource({
  name: 'occupancy',
  label: '出租与空置',
  area: 'housing',
  path: '/setting/occupancyList',
  access: null,
  key: 'occupancy_id',
  title: 'org_id',
  columns: {
    occupancy_id: { label: '编号', is: 'int', list: 'never' },
    region_name: { label: '小区', is: 'text', via: 'org_id.region_name', width: 140 },
    org_id: { label: '房间', is: 'ref', of: 'org', filter: 'more', width: 140 },
    state: { label: '状态', is: 'enum', of: { 1: '在租', 2: '空置' }, tones: { 1: 'good', 2: 'soon' }, filter: true, width: 90 },
    start_date: { label: '开始', is: 'date', filter: true, sort: true },
    end_date: { label: '结束', is: 'date' },
    last_date: { label: '到此日为止仍是', is: 'date', filter: 'more', list: 'never' },
    days: { label: '天数', is: 'int', width: 80 },
    p_id: { label: '项目', is: 'ref', of: 'project', filter: 'more', width: 190 },
    kind_id: { label: '类型', is: 'ref', of: 'kind', filter: 'more', width: 110 },
    nature: { label: '性质', is: 'enum', of: natures, filter: 'more' },
    contract_id: { label: '合同', is: 'ref', of: 'contract', width: 170 },
    lease_kind: { label: '合同类型', is: 'enum', of: contractKinds, filter: 'more', list: false },
    custom_id: { label: '租客', is: 'ref', of: 'lessee', width: 110 },
    company_id: { label: '企业', is: 'ref', of: 'company', list: false },
  },
  sort: ['start_date', 'desc'],
  calls: { detail: false, add: false, edit: false, del: false },
  scope: 'p_id',
  view: 'occupancy_view',
  stored: false,
  empty: '没有符合条件的房间',
})
