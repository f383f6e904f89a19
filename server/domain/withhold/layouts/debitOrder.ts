import { defineFileLayout } from '../../../../src/core/fileLayout.ts'

/** 批量代扣, fields between bars (domain.md, Bank files): what a bank is asked to debit. */
export default defineFileLayout({
  name: 'debitOrder',
  label: '批量代扣（竖线分隔）',
  encoding: 'gbk',
  separator: '|',
  columns: {
    row_no: { label: '序号', required: true, max: 8 },
    account: { label: '账号', required: true, max: 30 },
    name: { label: '户名', required: true, max: 60 },
    price: { label: '金额', is: 'fen', required: true },
    crosses: { label: '跨行标识', max: 1 },
    bank: { label: '行名', max: 100 },
    bank_no: { label: '联行行号', max: 12 },
    agreement: { label: '多方协议号', max: 60 },
    mark: { label: '标识号', max: 40 },
    purpose: { label: '摘要', max: 60 },
    note: { label: '备注', max: 60 },
  },
})
