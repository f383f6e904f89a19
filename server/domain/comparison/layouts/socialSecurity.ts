import { defineFileLayout } from '../../../../src/core/fileLayout.ts'
import { person } from '../personColumns.ts'

/** What the social insurance bureau says of a person: who pays, and on what monthly base. */
export default defineFileLayout({
  name: 'socialSecurity',
  label: '社保',
  encoding: 'gbk',
  separator: '|',
  heads: true,
  columns: {
    ...person,
    employer: { label: '参保单位', also: ['单位名称'], max: 100 },
    base: { label: '月缴费基数', also: ['缴费基数'], is: 'fen', required: true },
  },
  totals: { at: 'trailer', fields: [{ mark: '合计' }, { counts: true }, { sums: 'base' }] },
  asks: ['card', 'name'],
})
