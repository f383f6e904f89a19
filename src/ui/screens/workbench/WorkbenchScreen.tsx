import Button from 'antd/es/button'
import { addDays, secondsOf, today } from '../../../protocol/dates.ts'
import { fenToYuan, grouped } from '../../../protocol/fen.ts'
import type { WorkbenchNumbers } from '../../../protocol/types.ts'
import { t } from '../../../providers/i18nProvider.ts'
import { chosenProject } from '../../hooks/preferences.ts'
import { useRead } from '../../hooks/useRead.ts'
import { useRights } from '../../hooks/useRights.ts'
import { useStore } from '../../hooks/useStore.ts'
import { listLink } from '../../list/listLink.ts'
import { listOfRows } from '../../list/listOf.ts'
import { Records } from '../../list/Records.tsx'
import { Waiting } from '../../look/Waiting.tsx'
import { mayLead } from '../../tab/LeadLink.tsx'
import { Collection } from './Collection.tsx'
import { Endings } from './Endings.tsx'
import { FirstSteps } from './FirstSteps.tsx'
import { Queue } from './Queue.tsx'
import { Todos } from './Todos.tsx'
import { Vacancies } from './Vacancies.tsx'
import '../../look/panels.css'
import { adoptStyles } from '../../later/adoptStyles.ts'
import css from './workbench.css?inline'

adoptStyles(css)

const day = (after: number): string => addDays(today(), after)

interface Figure {
  label: string
  value: string
  note: string
  /** The list that shows the rows counted; null where this person has none. */
  link: string | null
  tone?: 'bad' | 'soon'
}

const figuresOf = (numbers: WorkbenchNumbers): Figure[] => {
  const [soon, next, later] = numbers.ends
  const contracts = (from: number, to: number) =>
    listOfRows('contract', { kind: [1], status: [4], followed: [0], end_date_start: day(from), end_date_end: day(to) })
  return [
    {
      label: t`逾期未付`,
      value: grouped(numbers.arrears.count),
      note: t`共 ${fenToYuan(numbers.arrears.price)} 元`,
      link: listLink('/bill/billList', { state: [4] }),
      tone: 'bad',
    },
    { label: t`30 天内到期的租客合同`, value: grouped(soon), note: t`到期前请联系续签或退租`, link: contracts(0, 30), tone: 'soon' },
    { label: t`31–60 天到期的租客合同`, value: grouped(next), note: t`61–90 天 ${grouped(later)} 份`, link: contracts(31, 60) },
    { label: t`待我审批`, value: grouped(numbers.audits), note: t`在审批列表处理`, link: '#/check/checkList' },
    {
      label: t`今日看房`,
      value: grouped(numbers.viewings),
      note: t`待确认与已确认`,
      link: listLink('/appointmentList/appointmentList', {
        status: [1, 2],
        start_time_start: secondsOf(today()) ?? 0,
        start_time_end: (secondsOf(day(1)) ?? 0) - 1,
      }),
    },
    {
      label: t`空置房间`,
      value: grouped(numbers.vacant),
      note:
        numbers.vacant_rent > 0
          ? t`每月少收 ${fenToYuan(numbers.vacant_rent)} 元，${grouped(numbers.waiting)} 户轮候`
          : t`共 ${grouped(numbers.rooms)} 间，${grouped(numbers.waiting)} 户轮候`,
      link: listLink('/homeList', { state: [1] }),
    },
  ]
}

/** 工作台: what needs doing today. Every number is a link to the rows that it counts; those of rows that this person may not read are left out. */
export default function WorkbenchScreen() {
  useRights()
  const p_id = useStore(chosenProject)
  const { data, error, refetch } = useRead<WorkbenchNumbers>('/api/workbench/index', p_id === null ? {} : { p_id }, { isView: true })
  return (
    <Records first={null} behind={null}>
      <div className="list">
        <div className="list-head">
          <h1>{t`工作台`}</h1>
        </div>
        {error && (
          <div className="list-failed" role="alert">
            {error.message}
            <Button size="small" onClick={() => void refetch()}>
              {t`重试`}
            </Button>
          </div>
        )}
        {!data && !error && <Waiting like="cards" />}
        {data && (
          <>
            <div className="figures">
              {figuresOf(data)
                .flatMap(({ link, ...figure }) => (link !== null && mayLead(link) ? [{ link, ...figure }] : []))
                .map(({ label, value, note, link, tone }) => (
                  <a key={label} className="figure" href={link} data-tone={value === '0' ? undefined : tone}>
                    <span>{label}</span>
                    <strong>{value}</strong>
                    <small>{note}</small>
                  </a>
                ))}
            </div>
            <div className="bench">
              <div className="bench-part">
                <FirstSteps />
                <Todos p_id={p_id} />
              </div>
              <div className="bench-side">
                <Endings p_id={p_id} />
                <Collection months={data.months} />
                <Vacancies p_id={p_id} />
                <Queue p_id={p_id} />
              </div>
            </div>
          </>
        )}
      </div>
    </Records>
  )
}
