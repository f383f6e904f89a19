import { defineResource } from '../../core/resource.ts'
import { ways } from '../../schemas/common.ts'

/** Which money a receipt is of. Money has at most one receipt that stands. */
export default defineResource({
  name: 'receipt_line',
  label: '收据的收款',
  area: 'bill',
  key: 'line_id',
  columns: {
    line_id: { label: '编号', is: 'int', list: 'never' },
    receipt_id: { label: '收据', is: 'ref', of: 'receipt', required: true, fixed: true, filter: true, width: 150 },
    flow_id: { label: '流水', is: 'ref', of: 'flow', required: true, fixed: true, filter: true, width: 160 },
    deal_time: { label: '交易时间', is: 'datetime', via: 'flow_id.deal_time', width: 150 },
    way: { label: '支付方式', is: 'enum', of: ways, via: 'flow_id.way', width: 90 },
    price: { label: '金额', is: 'fen', required: true, fixed: true, total: { except: { status: 2 } } },
    status: { label: '收据状态', is: 'enum', of: { 1: '有效', 2: '已作废' }, via: 'receipt_id.status', width: 90 },
    p_id: { label: '项目', is: 'ref', of: 'project', fixed: true, list: 'never' },
  },
  sort: ['line_id', 'asc'],
  calls: { detail: false, add: false, edit: false, del: false },
  scope: 'p_id',
})
