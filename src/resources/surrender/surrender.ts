import { defineResource } from '../../core/resource.ts'
import { contractKinds, endGrounds } from '../../schemas/common.ts'

/** Surrenders. They are begun and settled in the tenancy cycle. */
export default defineResource({
  name: 'surrender',
  label: '退租',
  area: 'contract',
  key: 'surrender_id',
  title: 'custom_name',
  columns: {
    surrender_id: { label: '编号', is: 'int', list: 'never' },
    contract_id: { label: '合同', is: 'ref', of: 'contract', required: true, filter: 'more', width: 170 },
    custom_name: { label: '承租方', required: true, max: 100, filter: true, width: 200 },
    kind: { label: '合同类型', is: 'enum', of: contractKinds, required: true, filter: 'more', list: false },
    region_name: { label: '小区', is: 'text', via: 'org_id.region_name', width: 130 },
    org_id: { label: '房间', is: 'ref', of: 'org', required: true, filter: 'more', width: 120 },
    ground: { label: '退租事由', is: 'enum', of: endGrounds, required: true, filter: true },
    planned_date: { label: '退租日期', is: 'date', required: true, sort: true, filter: 'more' },
    deposit: { label: '押金', is: 'fen', required: true },
    arrears: { label: '欠费', is: 'fen', required: true },
    damages: { label: '赔偿', is: 'fen', required: true },
    refund: { label: '应退', is: 'fen', required: true },
    status: { label: '状态', required: true, filter: true },
    p_id: { label: '项目', is: 'ref', of: 'project', filter: 'more', list: false },
    note: { label: '备注', is: 'note', list: false },
  },
  happens: [{ day: 'planned_date', says: '退租' }],
  sort: ['planned_date', 'desc'],
  states: {
    column: 'status',
    of: {
      inHandover: { code: 1, label: '交接中', tone: 'soon' },
      toSettle: { code: 2, label: '待结算', tone: 'soon' },
      inApproval: { code: 3, label: '待审批', tone: 'info' },
      done: { code: 4, label: '已完成', tone: 'good', ends: true },
    },
    first: 'inHandover',
    sets: { underWay: ['inHandover', 'toSettle'] },
  },
  calls: { add: false, edit: false, del: false },
  scope: 'p_id',
  unique: [['contract_id']],
  empty: '没有退租记录',
})
