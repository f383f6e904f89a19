import { defineFileLayout } from '../../../../src/core/fileLayout.ts'

/** The answer to `merchantOrder`, under the same first line. */
export default defineFileLayout({
  name: 'merchantResult',
  label: '批量代扣回盘（商户号表头）',
  encoding: 'gbk',
  separator: '|',
  columns: {
    day: { label: '商户日期', is: 'date', as: 'YYYYMMDD', required: true },
    row_no: { label: '流水号', required: true, max: 8 },
    account: { label: '卡号', required: true, max: 30 },
    name: { label: '姓名', required: true, max: 60 },
    price: { label: '金额', is: 'fen', required: true },
    status: { label: '状态', required: true, max: 20 },
    message: { label: '信息', max: 150 },
  },
  totals: {
    at: 'head',
    fields: [{ tells: 'merchant', label: '商户号' }, { tells: 'batch', label: '批次号' }, { counts: true }, { sums: 'price' }],
  },
})
