import { defineResource } from '../../core/resource.ts'
import { rentMonths } from '../../schemas/bill/rentMonths.ts'
import { contractKinds } from '../../schemas/common.ts'

/** Contracts. Rooms draw their state from them; what is done to a contract comes with the tenancy cycle. */
export default defineResource({
  name: 'contract',
  label: '合同',
  area: 'contract',
  key: 'contract_id',
  title: 'sn',
  columns: {
    contract_id: { label: '编号', is: 'int', list: 'never' },
    sn: { label: '合同号', is: 'code', required: true, unique: true, filter: true, width: 170 },
    kind: { label: '合同类型', is: 'enum', of: contractKinds, filter: 'more', list: false, default: 1 },
    custom_name: {
      label: '承租方',
      is: 'text',
      derived: true,
      fixed: true,
      filter: true,
      width: 160,
      leads: ['custom_id', 'company_id'],
    },
    custom_id: { label: '租客', is: 'ref', of: 'lessee', filter: 'more', list: 'never' },
    company_id: { label: '企业', is: 'ref', of: 'company', filter: 'more', list: 'never' },
    region_name: { label: '小区', is: 'text', via: 'org_id.region_name', width: 130 },
    org_id: { label: '房间', is: 'ref', of: 'org', required: true, filter: 'more', width: 120 },
    start_date: { label: '开始日期', is: 'date', required: true, sort: true, filter: 'more' },
    end_date: { label: '结束日期', is: 'date', required: true, sort: true, filter: true },
    rent: { label: '月租金', is: 'fen', required: true, sort: true },
    deposit: { label: '押金', is: 'fen', required: true },
    payment_ratio: { label: '租客承担', is: 'int', unit: '%', default: 100, list: false },
    status: { label: '状态', required: true, filter: true, width: 90 },
    p_id: { label: '项目', is: 'ref', of: 'project', filter: 'more', list: false },
    created_by: { label: '经办人', is: 'ref', of: 'account', fixed: true, width: 90 },
  },
  sort: ['start_date', 'desc'],
  states: {
    column: 'status',
    of: {
      draft: { code: 1, label: '草稿', tone: 'quiet' },
      inApproval: { code: 2, label: '审批中', tone: 'soon' },
      toSign: { code: 3, label: '待签署', tone: 'soon' },
      inForce: { code: 4, label: '履行中', tone: 'good' },
      expired: { code: 5, label: '已到期', tone: 'quiet', ends: true },
      surrendering: { code: 6, label: '退租中', tone: 'info' },
      surrendered: { code: 7, label: '已退租', tone: 'quiet', ends: true },
      void: { code: 8, label: '已作废', tone: 'bad', ends: true },
    },
    first: 'draft',
    sets: {
      holdsRoom: ['toSign', 'inForce', 'surrendering'],
      lets: ['inForce', 'surrendering'],
      hasLet: ['inForce', 'expired', 'surrendering', 'surrendered'],
      open: ['draft', 'inApproval', 'toSign', 'inForce', 'surrendering'],
      closed: ['expired', 'surrendered', 'void'],
      left: ['expired', 'surrendered'],
    },
    // A room has at most one contract in force on any day (domain.md): the database refuses a second.
    excludes: [{ within: 'holdsRoom', same: ['org_id'], during: ['start_date', 'end_date'] }],
    indexes: [
      // What ends soon is asked for on every 工作台, of one kind and of some projects.
      { within: 'inForce', columns: ['end_date'], include: ['kind', 'p_id'] },
      { within: 'holdsRoom', columns: ['org_id', 'end_date'] },
      // A room's state asks for its contract in force, 100,000 times for a room map. All that is asked stands in the index; without it the
      // planner took the exclusion's GiST index, seven times slower a room.
      { within: 'holdsRoom', columns: ['org_id', 'start_date'], include: ['end_date', 'status', 'custom_id', 'contract_id'] },
      // What stands next in a room asks for its contracts in the order of their beginning.
      { within: 'hasLet', columns: ['org_id', 'start_date', 'contract_id'], include: ['end_date', 'status'] },
    ],
  },
  calls: { add: false, edit: false, del: false },
  scope: 'p_id',
  view: 'contract_view',
  facts: [{ column: 'custom_name' }, { column: 'org_id' }, { column: 'rent' }, { column: 'end_date' }],
  plots: [rentMonths('contract_id'), { is: 'timeline', label: '经历' }],
  happens: [
    { day: 'start_date', says: '起租' },
    { day: 'end_date', says: '到期' },
  ],
  has: [
    {
      label: '未付账单',
      resource: 'bill',
      by: 'contract_id',
      where: { state: [1, 2, 4] },
      sort: ['bill_date', 'asc'],
      shows: ['sn', 'item', 'bill_date', 'price', 'owed', 'days_late', 'state'],
    },
    {
      label: '账单',
      resource: 'bill',
      by: 'contract_id',
      shows: ['sn', 'item', 'bill_date', 'start_date', 'end_date', 'price', 'paid', 'state'],
    },
    { label: '退租', resource: 'surrender', by: 'contract_id' },
    { label: '报修', resource: 'repair', by: 'contract_id', shows: ['number', 'urgency', 'description', 'created_at', 'status'] },
    { label: '违规', resource: 'violation', by: 'contract_id', shows: ['number', 'kind', 'found_on', 'deadline', 'status'] },
    { label: '审批', resource: 'audit', by: 'contract_id' },
  ],
  empty: '这里还没有合同',
})
