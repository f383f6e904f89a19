import { dateOf } from '../../protocol/dates.ts'
import { lazily } from '../later/lazily.ts'
import { dayText, instantText, shortInstantText } from '../look/dates.ts'
import { type CellProps, isEmpty, type KindView } from './kindView.ts'
import { Nothing } from './Nothing.tsx'
import { describeRange } from './number.tsx'

const RangeFilter = lazily(() => import('./DateRange.tsx'))

const DateCell = ({ value }: CellProps) => (isEmpty(value) ? <Nothing /> : dayText(String(value)))

/** This year's times leave the year out; the whole stands in the title. */
const TimeCell = ({ value }: CellProps) => {
  if (isEmpty(value)) return <Nothing />
  return <time title={instantText(Number(value))}>{shortInstantText(Number(value))}</time>
}

export const date: KindView = {
  Cell: DateCell,
  Filter: RangeFilter,
  describe: (column, params) => describeRange(column.name, column.label, params, (value) => dayText(String(value))),
}

export const datetime: KindView = {
  Cell: TimeCell,
  Filter: RangeFilter,
  describe: (column, params) => describeRange(column.name, column.label, params, (value) => dayText(dateOf(Number(value)))),
}
