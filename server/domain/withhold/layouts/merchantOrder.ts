import { defineFileLayout } from '../../../../src/core/fileLayout.ts'

/** 批量代扣 under a merchant's number (domain.md, Bank files): its first line is 商户号|批次号|总笔数|总金额. */
export default defineFileLayout({
  name: 'merchantOrder',
  label: '批量代扣（商户号表头）',
  encoding: 'gbk',
  separator: '|',
  columns: {
    day: { label: '商户日期', is: 'date', as: 'YYYYMMDD', required: true },
    row_no: { label: '流水号', required: true, max: 8 },
    bank_no: { label: '开户行代号', max: 12 },
    is_card: { label: '卡折标志', max: 1 },
    account: { label: '卡号', required: true, max: 30 },
    name: { label: '姓名', required: true, max: 60 },
    id_kind: { label: '证件类型', max: 2 },
    id_number: { label: '证件号', max: 30 },
    price: { label: '金额', is: 'fen', required: true },
    purpose: { label: '用途', max: 60 },
    mark: { label: '私有域', max: 60 },
  },
  totals: {
    at: 'head',
    fields: [{ tells: 'merchant', label: '商户号' }, { tells: 'batch', label: '批次号' }, { counts: true }, { sums: 'price' }],
  },
})
