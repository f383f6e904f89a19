import { useList } from '@refinedev/core'
import Button from 'antd/es/button'
import { useState } from 'react'
import { mondayOf } from '../../../derive/plots/monthDays.ts'
import { addDays, dateOf, secondsOf, today } from '../../../protocol/dates.ts'
import { t } from '../../../providers/i18nProvider.ts'
import type { Row } from '../../action/begun.ts'
import { useOwnMeta } from '../../hooks/useOwnMeta.ts'
import { adoptStyles } from '../../later/adoptStyles.ts'
import type { ViewProps } from '../ListScreen.tsx'
import css from './calendar.css?inline'
import { HourGrid } from './HourGrid.tsx'

adoptStyles(css)

/** More than any office shows rooms in a week; what lies beyond is said, not hidden. */
const ROWS = 1000
const WEEK = 7

/** A week of a list by day and hour: what its filters select, from Monday to Sunday. */
export default function CalendarView({ list, given, onOpen }: ViewProps) {
  const { resource, asked } = list
  const [monday, setMonday] = useState(() => mondayOf(today()))
  const [from = ''] = resource.calendar?.during ?? []
  const { query, result } = useList<Row & { id?: number }>({
    resource: resource.name,
    pagination: { currentPage: 1, pageSize: ROWS, mode: 'server' },
    sorters: [{ field: from, order: 'asc' }],
    filters: Object.entries({
      ...asked,
      [`${from}_start`]: secondsOf(monday),
      [`${from}_end`]: (secondsOf(addDays(monday, WEEK)) ?? 0) - 1,
    }).map(([field, value]) => ({ field, operator: 'eq' as const, value })),
    meta: useOwnMeta(),
    errorNotification: false,
  })
  const rows = result.data ?? []
  return (
    <section className="calendar" aria-label={t`${resource.label}日历`} aria-busy={query.isFetching}>
      <div className="calendar-head">
        <Button onClick={() => setMonday(addDays(monday, -WEEK))}>{t`上一周`}</Button>
        <Button onClick={() => setMonday(mondayOf(today()))}>{t`本周`}</Button>
        <Button onClick={() => setMonday(addDays(monday, WEEK))}>{t`下一周`}</Button>
        <strong>{t`${monday} 至 ${addDays(monday, WEEK - 1)}`}</strong>
        {(result.total ?? 0) > ROWS && <span className="list-hint">{t`只显示前 ${ROWS} 条，请用筛选缩小范围`}</span>}
        {rows.length === 0 && !query.isLoading && !query.error && <span className="list-hint">{t`这一周没有${resource.label}`}</span>}
      </div>
      {query.error && <p role="alert">{query.error.message}</p>}
      <HourGrid
        resource={resource}
        days={Array.from({ length: WEEK }, (_, place) => addDays(monday, place))}
        rows={rows.filter((row) => dateOf(Number(row[from])) >= monday)}
        given={given}
        onOpen={onOpen}
      />
    </section>
  )
}
