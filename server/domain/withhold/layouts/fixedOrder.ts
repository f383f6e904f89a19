import { defineFileLayout } from '../../../../src/core/fileLayout.ts'

/** 批量代扣 in fields of fixed width, under a line with the totals. */
export default defineFileLayout({
  name: 'fixedOrder',
  label: '批量代扣（定长）',
  encoding: 'gbk',
  columns: {
    row_no: { label: '序号', required: true, max: 8, width: 8 },
    account: { label: '账号', required: true, max: 30, width: 32 },
    name: { label: '户名', required: true, max: 60, width: 240 },
    price: { label: '金额', is: 'fen', required: true, width: 16 },
    mark: { label: '标识号', max: 40, width: 40 },
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
