import { defineResource } from '../../core/resource.ts'
import { lineSources } from '../../schemas/bill/billLine.ts'

/** What a bill is for, month by month (domain.md, Money: lines): the ledger, the recognition of revenue and invoices read them. Only ever added, and they sum to the bill. */
export default defineResource({
  name: 'bill_line',
  label: '账单明细',
  area: 'bill',
  key: 'line_id',
  columns: {
    line_id: { label: '编号', is: 'int', list: 'never' },
    bill_id: { label: '账单', is: 'ref', of: 'bill', required: true, filter: true, list: 'never' },
    month: { label: '所属月份', is: 'code', max: 7, required: true, filter: true, sort: true, width: 100 },
    start_date: { label: '起', is: 'date', required: true },
    end_date: { label: '止', is: 'date', required: true },
    days: { label: '天数', is: 'int', unit: '天', required: true, width: 80 },
    rent: { label: '月租金', is: 'fen', width: 110 },
    price: { label: '金额', is: 'fen', required: true, total: true },
    kind: { label: '来由', is: 'enum', of: lineSources, required: true, default: 1, width: 90 },
    // 1: the ledger's row for this month of a rent bill stands on it. Nothing of any other.
    heads: { label: '台账行', is: 'int', min: 1, max: 1, fixed: true, list: 'never', export: false },
    adjust_id: { label: '调整', is: 'ref', of: 'bill_adjust', list: 'never', export: false },
    p_id: { label: '项目', is: 'ref', of: 'project', list: 'never' },
  },
  sort: ['month', 'asc'],
  calls: { detail: false, add: false, edit: false, del: false },
  scope: 'p_id',
  log: false,
  copied: true,
})
