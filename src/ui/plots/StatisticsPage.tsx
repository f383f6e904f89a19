import Button from 'antd/es/button'
import type dayjs from 'dayjs'
import { type ReactNode, useState } from 'react'
import { today } from '../../protocol/dates.ts'
import { lastSevenDays, type Period } from '../../protocol/statistics.ts'
import { CallFailure } from '../../providers/call.ts'
import { chosenProject } from '../hooks/preferences.ts'
import { useRead } from '../hooks/useRead.ts'
import { useStore } from '../hooks/useStore.ts'
import { DatePicker, RangePicker } from '../later/DatePicker.tsx'
import { LeadLink } from '../tab/LeadLink.tsx'
import '../look/panels.css'
import './plots.css'
import { t } from '../../providers/i18nProvider.ts'
import { Waiting } from '../look/Waiting.tsx'

const Controls = ({ period, onChange }: { period: Period; onChange: (period: Period) => void }) => {
  const isLater = (day: dayjs.Dayjs): boolean => day.format('YYYY-MM-DD') > today()
  return (
    <>
      <span className="statistics-day">
        {t`统计区间`}
        <RangePicker
          aria-label={t`统计区间`}
          allowClear={false}
          disabledDate={isLater}
          value={[period.from, period.to]}
          onChange={(from, to) => from && to && onChange({ from, to, as_of: to })}
        />
      </span>
      <span className="statistics-day">
        {t`截至`}
        <DatePicker
          aria-label={t`截至`}
          allowClear={false}
          disabledDate={isLater}
          value={period.as_of}
          onChange={(as_of) => as_of && onChange({ ...period, as_of })}
        />
      </span>
      <Button onClick={() => onChange(lastSevenDays(today()))}>{t`最近 7 天`}</Button>
    </>
  )
}

interface Props<T> {
  title: string
  call: `/api/${string}`
  /** What is counted, and what is not. */
  note: string
  children: (numbers: T) => ReactNode
}

/** A page of statistics: its period, the header's project, and what the call answers to them. */
export const StatisticsPage = <T extends Period>({ title, call: path, note, children }: Props<T>) => {
  const p_id = useStore(chosenProject)
  const [period, setPeriod] = useState(() => lastSevenDays(today()))
  const { data, error, refetch } = useRead<T>(path, { ...period, ...(p_id === null ? {} : { p_id }) }, { isView: true, isKept: true })
  return (
    <div className="list">
      <div className="list-head">
        <h1>{title}</h1>
        <span className="head-gap" />
        <Controls period={period} onChange={setPeriod} />
      </div>
      <p className="statistics-note">{note}</p>
      {error && (
        <div className="list-failed" role="alert">
          {error instanceof CallFailure ? error.message : t`读取失败`}
          <Button size="small" onClick={() => void refetch()}>
            {t`重试`}
          </Button>
        </div>
      )}
      {!data && !error && <Waiting like="cards" />}
      {data && !error && children(data)}
    </div>
  )
}

/** A few large numbers, each a link to the rows that it counts. */
export const Figures = ({ figures }: { figures: readonly { label: string; value: string; note: string; link: string }[] }) => (
  <div className="figures">
    {figures.map(({ label, value, note, link }) => (
      <LeadLink key={label} className="figure" to={link}>
        <span>{label}</span>
        <strong>{value}</strong>
        <small>{note}</small>
      </LeadLink>
    ))}
  </div>
)
