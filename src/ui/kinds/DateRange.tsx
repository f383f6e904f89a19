import { dateOf, secondsOf } from '../../protocol/dates.ts'
import { t } from '../../providers/i18nProvider.ts'
import { RangePicker } from '../later/DatePicker.tsx'
import type { FilterProps } from './kindView.ts'

const DAY = 86_400

/** From–to by day, both days included, also for times. */
export default function DateRange({ column, params, onChange }: FilterProps) {
  const isTime = column.is === 'datetime'
  const shown = (value: unknown): string | null => {
    if (value === undefined || value === null) return null
    return isTime ? dateOf(Number(value)) : String(value)
  }
  const names = [`${column.name}_start`, `${column.name}_end`] as const
  return (
    <RangePicker
      aria-label={column.label}
      placeholder={[t`${column.label}起`, t`${column.label}止`]}
      allowEmpty={[true, true]}
      value={[shown(params[names[0]]), shown(params[names[1]])]}
      onChange={(start, end) =>
        onChange({
          [names[0]]: start === null ? undefined : isTime ? secondsOf(start) : start,
          [names[1]]: end === null ? undefined : isTime ? (secondsOf(end) ?? 0) + DAY - 1 : end,
        })
      }
    />
  )
}
