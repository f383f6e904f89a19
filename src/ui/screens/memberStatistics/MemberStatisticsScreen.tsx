import { secondsOf } from '../../../protocol/dates.ts'
import type { Counted, MemberStatistics } from '../../../protocol/statistics.ts'
import { said, t } from '../../../providers/i18nProvider.ts'
import { listLink } from '../../list/listLink.ts'
import { DayBars } from '../../plots/DayBars.tsx'
import { Plot } from '../../plots/Plot.tsx'
import { Stacks } from '../../plots/Stacks.tsx'
import { Figures, StatisticsPage } from '../../plots/StatisticsPage.tsx'

const LAST_SECOND = 86_399

type Series = 'tenants' | 'applications' | 'queued' | 'viewings'

/** Each series with its words, and the list and the column by which it is counted. */
const SERIES: readonly { name: Series; title: string; unit: string; path: string; at: string; note: string }[] = [
  { name: 'tenants', title: '新增租客', unit: '人', path: '/user/userList', at: 'created_at', note: '按登记时间' },
  { name: 'applications', title: '准入申请', unit: '份', path: '/preQualificationList', at: 'created_at', note: '按申请时间' },
  { name: 'queued', title: '新入轮候', unit: '户', path: '/wait/waitList', at: 'qualified_at', note: '按资格取得时间' },
  { name: 'viewings', title: '看房预约', unit: '次', path: '/appointmentList/appointmentList', at: 'start_time', note: '按看房时间' },
]

const timed = (at: string, from: string, to: string): Record<string, number> => ({
  [`${at}_start`]: secondsOf(from) ?? 0,
  [`${at}_end`]: (secondsOf(to) ?? 0) + LAST_SECOND,
})

interface Linked extends Counted {
  link: string
}

/** The words of a choice in the person's language; names of projects are data and stay. */
const worded = <T extends { title: string }>(rows: readonly T[]): T[] => rows.map((row) => ({ ...row, title: said(row.title) }))

const Breakdown = ({ title, lead, unit, rows }: { title: string; lead: string; unit: string; rows: readonly Linked[] }) => (
  <Plot
    title={title}
    lead={lead}
    table={{ head: [title, unit], rows: rows.map(({ title: head, count, link }) => [head, { count, link }]) }}
  >
    <Stacks
      label={title}
      unit={unit}
      stacks={rows.map(({ title: head, count, link }) => ({ title: head, parts: [{ word: title, count, link, tone: 'accent' }] }))}
    />
  </Plot>
)

const Plots = ({ numbers }: { numbers: MemberStatistics }) => {
  const { days, from, to, as_of } = numbers
  const applied = t`${from} 至 ${to} 的申请`
  const applications = (by: string, rows: readonly Counted[]): Linked[] =>
    rows.map((row) => ({ ...row, link: listLink('/preQualificationList', { ...timed('created_at', from, to), [by]: [row.id] }) }))
  const lettingsOf = (filter: Record<string, unknown>): string =>
    listLink('/setting/occupancyList', { state: [1], start_date_end: as_of, last_date_start: as_of, ...filter })
  const lettings = (by: string, rows: readonly Counted[]): Linked[] => rows.map((row) => ({ ...row, link: lettingsOf({ [by]: [row.id] }) }))
  return (
    <>
      <Figures
        figures={[
          ...SERIES.map(({ name, title, path, at, note }) => ({
            label: said(title),
            value: days.reduce((total, day) => total + day[name], 0).toLocaleString('en'),
            note: t`区间内，${said(note)}`,
            link: listLink(path, timed(at, from, to)),
          })),
          { label: t`在租户数`, value: numbers.lettings.toLocaleString('en'), note: t`截至 ${as_of}`, link: lettingsOf({}) },
          {
            label: t`正在排队`,
            value: numbers.waiting.toLocaleString('en'),
            note: t`现在`,
            link: listLink('/wait/waitList', { status: [1] }),
          },
        ]}
      />
      <div className="plots">
        {SERIES.map(({ name, title, unit, path, at, note }) => {
          const linked = days.map((day) => ({ day: day.day, count: day[name], link: listLink(path, timed(at, day.day, day.day)) }))
          return (
            <Plot
              key={name}
              title={t`每日${said(title)}`}
              lead={t`${from} 至 ${to}，${said(note)}`}
              table={{ head: [t`日期`, said(title)], rows: linked.map(({ day, count, link }) => [day, { count, link }]) }}
            >
              <DayBars label={t`每日${said(title)}`} unit={said(unit)} days={linked} />
            </Plot>
          )
        })}
        <Breakdown title={t`申请按结果`} lead={applied} unit={t`份`} rows={applications('status', worded(numbers.states))} />
        <Breakdown title={t`申请按户型`} lead={applied} unit={t`份`} rows={applications('room_type', worded(numbers.roomTypes))} />
        <Breakdown title={t`申请按性质`} lead={applied} unit={t`份`} rows={applications('nature', worded(numbers.natures))} />
        <Breakdown title={t`在租按项目`} lead={t`截至 ${as_of}`} unit={t`户`} rows={lettings('p_id', numbers.projects)} />
        <Breakdown
          title={t`在租按合同类型`}
          lead={t`截至 ${as_of}`}
          unit={t`户`}
          rows={lettings('lease_kind', worded(numbers.leaseKinds))}
        />
      </div>
    </>
  )
}

/** 会员统计: who came, applied, queued and looked at rooms day by day, and who rents. Every number leads to the rows that it counts. */
export default function MemberStatisticsScreen() {
  return (
    <StatisticsPage<MemberStatistics>
      title={t`会员统计`}
      call="/api/statistics/member"
      note={t`新增租客、准入申请、轮候与看房按日统计；在租按合同的起止日期推算到截至之日。点任一数字或图形，看它所数的记录。`}
    >
      {(numbers) => <Plots numbers={numbers} />}
    </StatisticsPage>
  )
}
