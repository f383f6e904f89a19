import { secondsOf } from '../../../protocol/dates.ts'
import type { Counted, MemberStatistics } from '../../../protocol/statistics.ts'
import { t } from '../../../providers/i18nProvider.ts'
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
  const applied = `${from} 至 ${to} 的申请`
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
            label: title,
            value: days.reduce((total, day) => total + day[name], 0).toLocaleString('en'),
            note: `区间内，${t(note)}`,
            link: listLink(path, timed(at, from, to)),
          })),
          { label: '在租户数', value: numbers.lettings.toLocaleString('en'), note: `截至 ${as_of}`, link: lettingsOf({}) },
          {
            label: '正在排队',
            value: numbers.waiting.toLocaleString('en'),
            note: '现在',
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
              title={`每日${t(title)}`}
              lead={`${from} 至 ${to}，${t(note)}`}
              table={{ head: ['日期', title], rows: linked.map(({ day, count, link }) => [day, { count, link }]) }}
            >
              <DayBars label={`每日${t(title)}`} unit={unit} days={linked} />
            </Plot>
          )
        })}
        <Breakdown title="申请按结果" lead={applied} unit="份" rows={applications('status', numbers.states)} />
        <Breakdown title="申请按户型" lead={applied} unit="份" rows={applications('room_type', numbers.roomTypes)} />
        <Breakdown title="申请按性质" lead={applied} unit="份" rows={applications('nature', numbers.natures)} />
        <Breakdown title="在租按项目" lead={`截至 ${as_of}`} unit="户" rows={lettings('p_id', numbers.projects)} />
        <Breakdown title="在租按合同类型" lead={`截至 ${as_of}`} unit="户" rows={lettings('lease_kind', numbers.leaseKinds)} />
      </div>
    </>
  )
}

/** 会员统计: who came, applied, queued and looked at rooms day by day, and who rents. Every number leads to the rows that it counts. */
export default function MemberStatisticsScreen() {
  return (
    <StatisticsPage<MemberStatistics>
      title="会员统计"
      call="/api/statistics/member"
      note="新增租客、准入申请、轮候与看房按日统计；在租按合同的起止日期推算到截至之日。点任一数字或图形，看它所数的记录。"
    >
      {(numbers) => <Plots numbers={numbers} />}
    </StatisticsPage>
  )
}
