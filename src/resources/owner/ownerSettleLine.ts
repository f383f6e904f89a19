import { defineResource } from '../../core/resource.ts'

/** 结算明细: what of a bill's rent a settlement pays to its owner: what was collected of it, less what was settled before. */
export default defineResource({
  name: 'owner_settle_line',
  label: '结算明细',
  area: 'contract',
  key: 'line_id',
  columns: {
    line_id: { label: '编号', is: 'int', list: 'never' },
    settlement_id: { label: '结算单', is: 'ref', of: 'owner_settlement', required: true, filter: true, width: 160 },
    bill_id: { label: '账单', is: 'ref', of: 'bill', required: true, filter: 'more', width: 170 },
    start_date: { label: '周期开始', is: 'date', via: 'bill_id.start_date', width: 110 },
    end_date: { label: '周期结束', is: 'date', via: 'bill_id.end_date', width: 110 },
    custom_name: { label: '租客', is: 'text', via: 'bill_id.custom_name', width: 120 },
    price: { label: '结给', is: 'fen', required: true, total: true },
    share_id: { label: '分摊', is: 'ref', of: 'bill_share', required: true, list: 'never', export: false },
    p_id: { label: '项目', is: 'ref', of: 'project', filter: 'more', list: false, width: 180 },
  },
  sort: ['line_id', 'asc'],
  calls: { detail: false, add: false, edit: false, del: false },
  scope: 'p_id',
  log: false,
  copied: true,
})
