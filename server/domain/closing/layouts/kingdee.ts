import { defineFileLayout } from '../../../../src/core/fileLayout.ts'

/** 金蝶 (凭证引入): a line for each line of a voucher, with its year, period and place. */
export default defineFileLayout({
  name: 'kingdee',
  label: '金蝶凭证',
  encoding: 'gbk',
  separator: ',',
  heads: true,
  columns: {
    day: { label: '凭证日期', is: 'date', as: 'YYYY-MM-DD', required: true },
    year: { label: '会计年度', required: true, max: 4 },
    period: { label: '会计期间', required: true, max: 2 },
    kind: { label: '凭证字', required: true, max: 4 },
    number: { label: '凭证号', required: true, max: 8 },
    code: { label: '科目代码', required: true, max: 20 },
    name: { label: '科目名称', required: true, max: 60 },
    currency: { label: '币别代码', required: true, max: 4 },
    amount: { label: '原币金额', is: 'fen', required: true },
    debit: { label: '借方', is: 'fen', required: true },
    credit: { label: '贷方', is: 'fen', required: true },
    maker: { label: '制单', required: true, max: 20 },
    note: { label: '摘要', required: true, max: 60 },
    papers: { label: '附件数', required: true, max: 4 },
    place: { label: '分录序号', required: true, max: 4 },
  },
})
