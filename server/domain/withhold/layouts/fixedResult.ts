import { defineFileLayout } from '../../../../src/core/fileLayout.ts'

/** The answer to `fixedOrder`, under the same line. */
export default defineFileLayout({
  name: 'fixedResult',
  label: '批量代扣回盘（定长）',
  encoding: 'gbk',
  columns: {
    row_no: { label: '序号', required: true, max: 8, width: 8 },
    account: { label: '账号', required: true, max: 30, width: 32 },
    name: { label: '户名', required: true, max: 60, width: 240 },
    price: { label: '金额', is: 'fen', required: true, width: 16 },
    status: { label: '状态', required: true, max: 20, width: 8 },
    message: { label: '信息', max: 150, width: 120 },
  },
  totals: {
    at: 'head',
    fields: [
      { mark: 'F', width: 2 },
      { tells: 'merchant', label: '商户号', width: 30 },
      { tells: 'batch', label: '批次号', width: 30 },
      { counts: true, width: 8 },
      { sums: 'price', width: 18 },
    ],
  },
})
