import { defineFileLayout } from '../../../../src/core/fileLayout.ts'
import { person } from '../personColumns.ts'

/** What the real-estate register says of a person: a line for each title. */
export default defineFileLayout({
  name: 'realEstate',
  label: '不动产',
  encoding: 'gbk',
  separator: '|',
  heads: true,
  columns: {
    ...person,
    address: { label: '坐落', required: true, max: 200 },
    area: { label: '建筑面积', also: ['面积'], is: 'decimal', required: true },
    certificate: { label: '不动产权证号', also: ['权证号'], required: true, max: 100 },
  },
  totals: { at: 'trailer', fields: [{ mark: '合计' }, { counts: true }] },
  asks: ['card', 'name'],
})
