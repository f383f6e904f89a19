import Button from 'antd/es/button'
import { useState } from 'react'
import { resourceNamed } from '../../../declared/declared.ts'
import { filterDay } from '../../../derive/dayFilter.ts'
import { addMonths, lastOfMonth, mondayOf } from '../../../derive/plots/monthDays.ts'
import { addDays, today } from '../../../protocol/dates.ts'
import { grouped } from '../../../protocol/fen.ts'
import type { EndingDay, EndingDays } from '../../../protocol/workbench.ts'
import { said, t } from '../../../providers/i18nProvider.ts'
import { useRead } from '../../hooks/useRead.ts'
import { RecordLink } from '../../kinds/RecordLink.tsx'
import { listOfRows } from '../../list/listOf.ts'
import { daysOfWeek } from '../../look/weekDays.ts'

const WEEK = 7

/** The weeks of a month, whole, from Monday on. */
const weeksOf = (month: string): string[][] => {
  const weeks: string[][] = []
  for (let monday = mondayOf(`${month}-01`); monday <= lastOfMonth(month); monday = addDays(monday, WEEK))
    weeks.push(Array.from({ length: WEEK }, (_, place) => addDays(monday, place)))
  return weeks
}

/** What of one kind ends on a day: how much, and the first of it. */
const Ended = ({ ending, day }: { ending: EndingDays; day: EndingDay }) => {
  const label = said(ending.label)
  const column = resourceNamed(ending.resource).column[ending.day]
  const list = listOfRows(ending.resource, { ...ending.filters, ...filterDay(column, day.date, day.date) })
  const more = day.count - day.first.length
  const words = t`还有 ${grouped(more)} 条`
  return (
    <>
      {day.first.map(({ key, name }) => (
        <li key={`${ending.name} ${key}`} data-kind={ending.resource} title={`${label}：${name}`}>
          <RecordLink of={ending.resource} id={key}>
            <span className="visually-hidden">{`${label} `}</span>
            {name}
          </RecordLink>
        </li>
      ))}
      {more > 0 && (
        <li data-kind={ending.resource}>
          {list ? (
            <a href={list} aria-label={`${label} ${day.date} ${words}`}>
              {words}
            </a>
          ) : (
            words
          )}
        </li>
      )}
    </>
  )
}

const Day = ({ date, isOther, endings }: { date: string; isOther: boolean; endings: readonly EndingDays[] }) => {
  const ended = endings.flatMap((ending) => {
    const day = ending.days.find((one) => one.date === date)
    return day ? [{ ending, day }] : []
  })
  return (
    <td data-other={isOther} data-today={date === today()}>
      <span className="ends-day">{Number(date.slice(8))}</span>
      {ended.length > 0 && (
        <ul>
          {ended.map(({ ending, day }) => (
            <Ended key={ending.name} ending={ending} day={day} />
          ))}
        </ul>
      )}
    </td>
  )
}

/** A calendar of what ends, month by month. */
export const Endings = ({ p_id }: { p_id: number | null }) => {
  const [month, setMonth] = useState(() => today().slice(0, 7))
  const asked = { month, ...(p_id === null ? {} : { p_id }) }
  const { data, error, isLoading } = useRead<EndingDays[]>('/api/workbench/endings', asked, { isView: true })
  const endings = data ?? []
  return (
    <section className="panel bench-ends" aria-label={t`到期日历`} aria-busy={isLoading}>
      <div className="ends-head">
        <h2>{t`到期日历`}</h2>
        <strong aria-live="polite">{month}</strong>
        <Button size="small" onClick={() => setMonth(addMonths(month, -1))}>{t`上个月`}</Button>
        <Button size="small" onClick={() => setMonth(today().slice(0, 7))}>{t`本月`}</Button>
        <Button size="small" onClick={() => setMonth(addMonths(month, 1))}>{t`下个月`}</Button>
      </div>
      {error && <p role="alert">{error.message}</p>}
      <table className="ends" aria-label={t`${month} 到期`}>
        <thead>
          <tr>
            {daysOfWeek().map((label) => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month).map((days) => (
            <tr key={days[0]}>
              {days.map((date) => (
                <Day key={date} date={date} isOther={!date.startsWith(month)} endings={endings} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {endings.length > 0 ? (
        <p className="ends-legend">
          {endings.map(({ name, label, resource, days }) => (
            <span key={name} data-kind={resource}>
              {t`${said(label)} ${grouped(days.reduce((sum, { count }) => sum + count, 0))} 条`}
            </span>
          ))}
        </p>
      ) : (
        !isLoading && !error && <p className="panel-lead">{t`这个月没有到期的`}</p>
      )}
    </section>
  )
}
