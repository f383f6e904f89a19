import { defineResource } from '../../core/resource.ts'
import { contractKinds, natures } from '../../schemas/common.ts'

/** From when to when each room was let or stood empty: the rows that 房源统计 and 会员统计 count, kept from contracts' dates. */
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
    org_id: { label: '房间', is: 'ref', of: 'org', filter: 'more', width: 140, kept: true, fixed: true },
    state: { label: '状态', filter: true, width: 90, kept: true },
    start_date: { label: '开始', is: 'date', filter: true, sort: true, kept: true, fixed: true },
    end_date: { label: '结束', is: 'date', kept: true, fixed: true },
    last_date: { label: '到此日为止仍是', is: 'date', filter: 'more', list: 'never', kept: true, fixed: true },
    days: { label: '天数', is: 'int', width: 80, derived: true, fixed: true },
    p_id: { label: '项目', is: 'ref', of: 'project', filter: 'more', width: 190, kept: true, fixed: true },
    kind_id: { label: '类型', is: 'ref', of: 'kind', filter: 'more', width: 110, kept: true, fixed: true },
    nature: { label: '性质', is: 'enum', of: natures, filter: 'more', kept: true, fixed: true },
    standard_rent: { label: '标准月租金', is: 'fen', list: false, kept: true, fixed: true },
    contract_id: { label: '合同', is: 'ref', of: 'contract', width: 170, kept: true, fixed: true },
    lease_kind: { label: '合同类型', is: 'enum', of: contractKinds, filter: 'more', list: false, kept: true, fixed: true },
    custom_id: { label: '租客', is: 'ref', of: 'lessee', width: 110, kept: true, fixed: true },
    company_id: { label: '企业', is: 'ref', of: 'company', list: false, kept: true, fixed: true },
  },
  sort: ['start_date', 'desc'],
  states: {
    column: 'state',
    of: {
      let: { code: 1, label: '在租', tone: 'good' },
      vacant: { code: 2, label: '空置', tone: 'soon' },
    },
    first: 'vacant',
  },
  calls: { detail: false, add: false, edit: false, del: false },
  scope: 'p_id',
  view: 'occupancy_view',
  log: false,
  empty: '没有符合条件的房间',
})
