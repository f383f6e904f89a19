import { defineFileLayout } from '../../../../src/core/fileLayout.ts'
import { person } from '../personColumns.ts'

/** What the housing provident fund says of a person: who pays, and on what monthly base. */
export default defineFileLayout({
  name: 'providentFund',
  label: '公积金',
  encoding: 'gbk',
  separator: '|',
  heads: true,
  columns: {
    ...person,
    base: { label: '月缴存基数', also: ['缴存基数'], is: 'fen', required: true },
    employer: { label: '缴存单位', also: ['单位名称'], max: 100 },
  },
  totals: { at: 'trailer', fields: [{ mark: '合计' }, { counts: true }, { sums: 'base' }] },
  asks: ['card', 'name'],
})
