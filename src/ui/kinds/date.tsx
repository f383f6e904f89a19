import { useContext } from 'react'
import { dateOf } from '../../protocol/dates.ts'
import { lazily } from '../later/lazily.ts'
import { dayText, instantText, shortInstantText } from '../look/dates.ts'
import { type CellProps, isEmpty, type KindView } from './kindView.ts'
import { Nothing } from './Nothing.tsx'
import { describeRange } from './number.tsx'
import { YearsContext } from './years.ts'

const RangeFilter = lazily(() => import('./DateRange.tsx'))

const DateCell = ({ value }: CellProps) => (isEmpty(value) ? <Nothing /> : dayText(String(value)))

/** Where the year is left out, the whole stands in the title. */
const TimeCell = ({ value }: CellProps) => {
  const hasYears = useContext(YearsContext)
  if (isEmpty(value)) return <Nothing />
  const whole = instantText(Number(value))
  return <time title={whole}>{hasYears ? whole : shortInstantText(Number(value))}</time>
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
