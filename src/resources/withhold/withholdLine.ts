import { defineResource } from '../../core/resource.ts'

export default defineResource({
  name: 'withhold_line',
  label: '代扣明细',
  area: 'bill',
  key: 'line_id',
  columns: {
    line_id: { label: '编号', is: 'int', list: 'never' },
    batch_id: { label: '批次', is: 'ref', of: 'withhold', required: true, filter: true, list: 'never' },
    bill_id: { label: '账单', is: 'ref', of: 'bill', required: true, filter: true, width: 160 },
    custom_name: { label: '户名', required: true, max: 60 },
    price: { label: '金额', is: 'fen', required: true, total: true },
    result: { label: '结果', required: true, filter: true },
    reason: { label: '失败原因', is: 'text', max: 200 },
    flow_id: { label: '流水', is: 'ref', of: 'flow', width: 160 },
    p_id: { label: '项目', is: 'ref', of: 'project', list: 'never' },
  },
  sort: ['line_id', 'asc'],
  states: {
    column: 'result',
    of: {
      sent: { code: 0, label: '待回盘', tone: 'soon' },
      debited: { code: 1, label: '成功', tone: 'good', ends: true },
      refused: { code: 2, label: '失败', tone: 'bad', ends: true },
    },
    first: 'sent',
  },
  calls: { detail: false, add: false, edit: false, del: false },
  scope: 'p_id',
})
