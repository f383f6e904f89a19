import { defineFileLayout } from '../../../../src/core/fileLayout.ts'

/** What became of requests: a line each, with the number and the day, or why there is none. */
export default defineFileLayout({
  name: 'invoiceResult',
  label: '开票结果',
  encoding: 'utf-8',
  separator: ',',
  heads: true,
  columns: {
    sn: { label: '申请号', also: ['发票流水号'], required: true, max: 40 },
    number: { label: '发票号码', also: ['数电票号码', '数电发票号码'], max: 20 },
    issued_on: { label: '开票日期', is: 'date', as: 'YYYY-MM-DD' },
    price: { label: '价税合计', is: 'fen' },
    reason: { label: '失败原因', also: ['说明', '结果说明'], max: 150 },
  },
})
