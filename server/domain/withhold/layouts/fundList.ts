import { defineFileLayout } from '../../../../src/core/fileLayout.ts'

/** What the provident fund is to pay for tenants, and, with the last columns filled in, what it paid. */
export default defineFileLayout({
  name: 'fundList',
  label: '公积金付租名单',
  encoding: 'gbk',
  separator: '|',
  heads: true,
  columns: {
    row_no: { label: '序号', required: true, max: 8 },
    name: { label: '姓名', required: true, max: 60 },
    account: { label: '公积金账号', also: ['个人公积金账号'], required: true, max: 30 },
    price: { label: '应付金额', also: ['申请金额'], is: 'fen', required: true },
    paid: { label: '实付金额', also: ['支付金额'], is: 'fen' },
    status: { label: '结果', also: ['状态'], max: 20 },
    message: { label: '说明', also: ['原因'], max: 150 },
  },
  totals: { at: 'trailer', fields: [{ mark: '合计' }, { counts: true }, { sums: 'price' }, { sums: 'paid' }] },
  asks: ['row_no', 'name', 'account', 'price'],
})
