import { defineFileLayout } from '../../../../src/core/fileLayout.ts'

/** The bank's answer to `debitOrder`: the same rows, each with its status and a message. It has no totals: what is missing is told by what was sent. */
export default defineFileLayout({
  name: 'debitResult',
  label: '批量代扣回盘（竖线分隔）',
  encoding: 'gbk',
  separator: '|',
  columns: {
    row_no: { label: '序号', required: true, max: 8 },
    account: { label: '账号', required: true, max: 30 },
    name: { label: '户名', required: true, max: 60 },
    price: { label: '金额', is: 'fen', required: true },
    status: { label: '状态', required: true, max: 20 },
    message: { label: '信息', max: 150 },
  },
})
