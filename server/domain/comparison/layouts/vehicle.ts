import { defineFileLayout } from '../../../../src/core/fileLayout.ts'
import { person } from '../personColumns.ts'

/** What the vehicle register says of a person: a line for each car. */
export default defineFileLayout({
  name: 'vehicle',
  label: '车辆',
  encoding: 'gbk',
  separator: '|',
  heads: true,
  columns: {
    ...person,
    plate: { label: '号牌', also: ['车牌号'], required: true, max: 20 },
    brand: { label: '品牌', max: 60 },
    price: { label: '价格', also: ['购置价'], is: 'fen', required: true },
    registered_on: { label: '初次登记日期', is: 'date', as: 'YYYYMMDD' },
  },
  totals: { at: 'trailer', fields: [{ mark: '合计' }, { counts: true }] },
  asks: ['card', 'name'],
})
