import { defineFileLayout } from '../../../../src/core/fileLayout.ts'

/** What the housing authority is told of each contract, and what it gives back: the same lines with a number and a day, or why there is none. */
export default defineFileLayout({
  name: 'leaseFiling',
  label: '租赁备案',
  encoding: 'gbk',
  separator: '|',
  heads: true,
  columns: {
    sn: { label: '合同号', also: ['合同编号'], required: true, max: 60 },
    custom_name: { label: '承租方', also: ['承租人'], required: true, max: 100 },
    id_number: { label: '证件号码', also: ['身份证号', '统一社会信用代码'], max: 30 },
    address: { label: '坐落', also: ['房屋坐落'], max: 300 },
    area: { label: '面积', also: ['建筑面积'], is: 'decimal' },
    start_date: { label: '开始日期', is: 'date', as: 'YYYYMMDD' },
    end_date: { label: '结束日期', is: 'date', as: 'YYYYMMDD' },
    rent: { label: '月租金', is: 'fen' },
    deposit: { label: '押金', is: 'fen' },
    signed_on: { label: '签订日期', is: 'date', as: 'YYYYMMDD' },
    filing_no: { label: '备案号', also: ['备案编号', '备案证明号'], max: 60 },
    filed_on: { label: '备案日期', is: 'date', as: 'YYYYMMDD' },
    note: { label: '说明', also: ['未通过原因', '备注'], max: 150 },
  },
  totals: { at: 'trailer', fields: [{ mark: '合计' }, { counts: true }] },
  asks: ['sn', 'custom_name', 'id_number', 'address', 'area', 'start_date', 'end_date', 'rent', 'deposit', 'signed_on'],
})
