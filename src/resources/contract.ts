import { defineResource } from '../core/resource.ts'

/** Contracts. Rooms draw their state from them; their screens and cycle come with the tenancy cycle. */
export default defineResource({
  name: 'contract',
  label: '合同',
  key: 'contract_id',
  title: 'sn',
  columns: {
    contract_id: { label: '编号', is: 'int' },
    sn: { label: '合同号', is: 'code', required: true, unique: true },
    org_id: { label: '房间', is: 'ref', of: 'org', required: true, filter: true },
    custom_id: { label: '租客', is: 'ref', of: 'lessee', required: true, filter: true },
    p_id: { label: '项目', is: 'ref', of: 'project' },
    start_date: { label: '开始日期', is: 'date', required: true },
    end_date: { label: '结束日期', is: 'date', required: true },
    rent: { label: '月租金', is: 'fen', required: true },
    deposit: { label: '押金', is: 'fen', required: true },
    status: {
      label: '状态',
      is: 'enum',
      of: { 1: '草稿', 2: '审批中', 3: '待签署', 4: '履行中', 5: '已到期', 6: '退租中', 7: '已退租', 8: '已作废' },
      required: true,
    },
  },
  calls: { index: false, detail: false, add: false, edit: false, del: false },
  scope: 'p_id',
})
