import { dateOf, minuteOf } from '../../protocol/dates.ts'
import { lazily } from '../loadScreen.ts'
import { type CellProps, isEmpty, type KindView } from './kindView.ts'
import { Nothing } from './Nothing.tsx'
import { describeRange } from './number.tsx'

const RangeFilter = lazily(() => import('./DateRange.tsx'))

const DateCell = ({ value }: CellProps) => (isEmpty(value) ? <Nothing /> : String(value))

/** This year's times leave the year out; the whole stands in the title. */
const TimeCell = ({ value }: CellProps) => {
  if (isEmpty(value)) return <Nothing />
  const whole = minuteOf(Number(value))
  const isThisYear = whole.slice(0, 4) === dateOf(Date.now() / 1000).slice(0, 4)
  return <time title={whole}>{isThisYear ? whole.slice(5) : whole}</time>
}

export const date: KindView = {
  Cell: DateCell,
  Filter: RangeFilter,
  describe: (column, params) => describeRange(column.name, column.label, params, String),
}

export const datetime: KindView = {
  Cell: TimeCell,
  Filter: RangeFilter,
  describe: (column, params) => describeRange(column.name, column.label, params, (value) => dateOf(Number(value))),
}
