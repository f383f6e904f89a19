import { defineFileLayout } from '../../../../src/core/fileLayout.ts'
import { person } from '../personColumns.ts'

/** What the household register says of a person: where registered, since when, and with whom as the head. */
export default defineFileLayout({
  name: 'residence',
  label: '户籍',
  encoding: 'gbk',
  separator: '|',
  heads: true,
  columns: {
    ...person,
    address: { label: '户籍地址', required: true, max: 200 },
    since: { label: '迁入日期', is: 'date', as: 'YYYYMMDD' },
    head: { label: '户主', also: ['户主姓名'], required: true, max: 60 },
  },
  totals: { at: 'trailer', fields: [{ mark: '合计' }, { counts: true }] },
  asks: ['card', 'name'],
})
