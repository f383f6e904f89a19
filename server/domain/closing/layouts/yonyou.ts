import { defineFileLayout } from '../../../../src/core/fileLayout.ts'

/** 用友 (凭证引入): a line for each line of a voucher; those of one date, kind and number are one. */
export default defineFileLayout({
  name: 'yonyou',
  label: '用友凭证',
  encoding: 'gbk',
  separator: ',',
  heads: true,
  columns: {
    day: { label: '凭证日期', is: 'date', as: 'YYYY-MM-DD', required: true },
    kind: { label: '凭证类别字', required: true, max: 4 },
    number: { label: '凭证号', required: true, max: 8 },
    papers: { label: '附单据数', required: true, max: 4 },
    note: { label: '摘要', required: true, max: 60 },
    code: { label: '科目编码', required: true, max: 20 },
    debit: { label: '借方金额', is: 'fen', required: true },
    credit: { label: '贷方金额', is: 'fen', required: true },
    maker: { label: '制单人', required: true, max: 20 },
  },
})
