import { useList } from '@refinedev/core'
import Button from 'antd/es/button'
import { useState } from 'react'
import type { CompleteResource } from '../../../derive/complete.ts'
import { addDays, dateOf, minuteOf } from '../../../protocol/dates.ts'
import { said, t } from '../../../providers/i18nProvider.ts'
import type { Row } from '../../action/begun.ts'
import { useOwnMeta } from '../../hooks/useOwnMeta.ts'
import { kindViews } from '../../kinds/index.ts'
import type { ListController } from '../useListController.ts'
import './week.css'

const DAYS = ['周一', '周二', '周三', '周四', '周五', '周六', '周日']
/** More than any office shows rooms in a week; what lies beyond is said, not hidden. */
const ROWS = 1000

const startOfDay = (date: string): number => Date.parse(`${date}T00:00:00+08:00`) / 1000
const mondayOf = (date: string): string => addDays(date, -((new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7))
const timeOf = (seconds: unknown): string => minuteOf(Number(seconds)).slice(11)

const Item = ({
  resource,
  week,
  row,
  onOpen,
}: {
  resource: CompleteResource
  week: readonly [string, string]
  row: Row
  onOpen: ((row: Row) => void) | null
}) => {
  const state = resource.columns.find((column) => column.is === 'enum' && 'tones' in column.spec)
  const place = resource.columns.find((column) => column.is === 'ref' && column.shown === 'yes')
  const Cell = state ? kindViews[state.is].Cell : null
  return (
    <button type="button" className="week-item" disabled={onOpen === null} onClick={() => onOpen?.(row)}>
      <strong>
        {timeOf(row[week[0]])}–{timeOf(row[week[1]])}
      </strong>
      <span>{String(row[resource.title] ?? '')}</span>
      {place && <span>{String(row[`${place.name}_title`] ?? '')}</span>}
      {state && Cell && <Cell column={state} value={row[state.name]} row={row} />}
    </button>
  )
}

/** A week of a list, day by day: what its filters select, from Monday to Sunday. */
export default function WeekView({
  list,
  week,
  onOpen,
}: {
  list: ListController
  week: readonly [string, string]
  onOpen: ((row: Row) => void) | null
}) {
  const { resource, asked } = list
  const [monday, setMonday] = useState(() => mondayOf(dateOf(Date.now() / 1000)))
  const [from, to] = week
  const { query, result } = useList<Row & { id?: number }>({
    resource: resource.name,
    pagination: { currentPage: 1, pageSize: ROWS, mode: 'server' },
    sorters: [{ field: from, order: 'asc' }],
    filters: Object.entries({ ...asked, [`${from}_start`]: startOfDay(monday), [`${from}_end`]: startOfDay(addDays(monday, 7)) - 1 }).map(
      ([field, value]) => ({ field, operator: 'eq' as const, value }),
    ),
    meta: useOwnMeta(),
    errorNotification: false,
  })
  const rows = result.data ?? []
  const days = DAYS.map((label, index) => ({ label: said(label), date: addDays(monday, index) }))
  return (
    <section className="week" aria-label={t`${resource.label}周视图`}>
      <div className="week-head">
        <Button onClick={() => setMonday(addDays(monday, -7))}>{t`上一周`}</Button>
        <Button onClick={() => setMonday(mondayOf(dateOf(Date.now() / 1000)))}>{t`本周`}</Button>
        <Button onClick={() => setMonday(addDays(monday, 7))}>{t`下一周`}</Button>
        <strong>{t`${monday} 至 ${addDays(monday, 6)}`}</strong>
        {(result.total ?? 0) > ROWS && <span className="list-hint">{t`只显示前 ${ROWS} 条，请用筛选缩小范围`}</span>}
      </div>
      {query.error && <p role="alert">{query.error.message}</p>}
      <div className="week-days">
        {days.map(({ label, date }) => {
          const own = rows.filter((row) => dateOf(Number(row[from])) === date)
          return (
            <section key={date} className="week-day" aria-label={`${label} ${date}`} data-today={date === dateOf(Date.now() / 1000)}>
              <h2>
                {label} <small>{date.slice(5)}</small>
              </h2>
              {own.map((row) => (
                <Item key={String(row[resource.key])} resource={resource} week={[from, to]} row={row} onOpen={onOpen} />
              ))}
              {own.length === 0 && !query.isLoading && <p className="list-hint">{t`无`}</p>}
            </section>
          )
        })}
      </div>
    </section>
  )
}
