import { type HousingStatistics, type Share, vacancyAges } from '../../../protocol/statistics.ts'
import { said, t } from '../../../providers/i18nProvider.ts'
import { DayBars } from '../../plots/DayBars.tsx'
import { DayLine } from '../../plots/DayLine.tsx'
import { Plot } from '../../plots/Plot.tsx'
import { Stacks } from '../../plots/Stacks.tsx'
import { Figures, StatisticsPage } from '../../plots/StatisticsPage.tsx'
import { begunIn, emptiedIn, letOn, onDay, rateOf, rateText, vacantFor, vacantOn } from './links.ts'

const grouped = (count: number): string => count.toLocaleString('en')
const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0)

const Occupancy = ({ title, by, asOf, shares }: { title: string; by: string; asOf: string; shares: readonly Share[] }) => {
  const linked = shares.map((share) => ({ share, held: letOn(asOf, { [by]: [share.id] }), vacant: vacantOn(asOf, { [by]: [share.id] }) }))
  return (
    <Plot
      title={title}
      lead={t`截至 ${asOf}`}
      table={{
        head: [title, t`在租`, t`空置`, t`出租率`],
        rows: linked.map(({ share, held, vacant }) => [
          share.title,
          { count: share.let, link: held },
          { count: share.vacant, link: vacant },
          rateText(share),
        ]),
      }}
    >
      <Stacks
        label={title}
        unit={t`间`}
        stacks={linked.map(({ share, held, vacant }) => ({
          title: share.title,
          parts: [
            { word: t`在租`, count: share.let, link: held, tone: 'accent' },
            { word: t`空置`, count: share.vacant, link: vacant, tone: 'amber' },
          ],
        }))}
      />
    </Plot>
  )
}

const Ages = ({ ages, as_of }: HousingStatistics) => {
  const rows = vacancyAges.map(({ label }, index) => ({ label: said(label), count: ages[index] ?? 0, link: vacantFor(as_of, index) }))
  return (
    <Plot
      title={t`空置时长`}
      lead={t`截至 ${as_of}，从空出（或登记）之日算起`}
      table={{ head: [t`空置时长`, t`间数`], rows: rows.map(({ label, count, link }) => [label, { count, link }]) }}
    >
      <Stacks
        label={t`空置时长`}
        unit={t`间`}
        stacks={rows.map(({ label, count, link }) => ({ title: label, parts: [{ word: t`空置`, count, link, tone: 'amber' }] }))}
      />
    </Plot>
  )
}

const Turnover = ({ title, verb, days }: { title: string; verb: string; days: { day: string; count: number; link: string }[] }) => (
  <Plot
    title={title}
    lead={t`区间内共 ${grouped(sum(days.map(({ count }) => count)))} 间`}
    table={{ head: [t`日期`, verb], rows: days.map(({ day, count, link }) => [day, { count, link }]) }}
  >
    <DayBars label={title} unit={t`间`} days={days} />
  </Plot>
)

const Plots = ({ numbers }: { numbers: HousingStatistics }) => {
  const { days, from, to, as_of } = numbers
  return (
    <>
      <Figures
        figures={[
          { label: t`出租率`, value: rateText(numbers), note: t`截至 ${as_of}`, link: onDay(as_of, {}) },
          { label: t`房间`, value: grouped(numbers.let + numbers.vacant), note: t`在租与空置`, link: onDay(as_of, {}) },
          { label: t`在租`, value: grouped(numbers.let), note: t`含到期未结与退租中`, link: letOn(as_of) },
          { label: t`空置`, value: grouped(numbers.vacant), note: t`含维修、预留与待签`, link: vacantOn(as_of) },
          { label: t`起租`, value: grouped(sum(days.map(({ begun }) => begun))), note: t`区间内，含续签`, link: begunIn(from, to) },
          { label: t`空出`, value: grouped(sum(days.map(({ emptied }) => emptied))), note: t`区间内，含新登记`, link: emptiedIn(from, to) },
        ]}
      />
      <div className="plots">
        <div data-wide>
          <Plot
            title={t`每日出租率`}
            lead={t`${from} 至 ${to}；纵轴不从零开始`}
            table={{
              head: [t`日期`, t`在租`, t`空置`, t`出租率`],
              rows: days.map((day) => [
                day.day,
                { count: day.let, link: letOn(day.day) },
                { count: day.vacant, link: vacantOn(day.day) },
                rateText(day),
              ]),
            }}
          >
            <DayLine label={t`每日出租率`} days={days.map((day) => ({ day: day.day, value: rateOf(day), link: letOn(day.day) }))} />
          </Plot>
        </div>
        <Occupancy title={t`按项目`} by="p_id" asOf={as_of} shares={numbers.projects} />
        <Occupancy title={t`按类型`} by="kind_id" asOf={as_of} shares={numbers.kinds} />
        <Occupancy
          title={t`按性质`}
          by="nature"
          asOf={as_of}
          shares={numbers.natures.map((share) => ({ ...share, title: said(share.title) }))}
        />
        <Ages {...numbers} />
        <Turnover
          title={t`每日起租`}
          verb={t`起租`}
          days={days.map(({ day, begun }) => ({ day, count: begun, link: begunIn(day, day) }))}
        />
        <Turnover
          title={t`每日空出`}
          verb={t`空出`}
          days={days.map(({ day, emptied }) => ({ day, count: emptied, link: emptiedIn(day, day) }))}
        />
      </div>
    </>
  )
}

/** 房源统计: how many rooms are let and vacant, since when, and how that went day by day. Every number leads to the rooms that it counts. */
export default function HousingStatisticsScreen() {
  return (
    <StatisticsPage<HousingStatistics>
      title={t`房源统计`}
      call="/api/statistics/housing"
      note={t`按合同的起止日期推算每间房每一天是在租还是空置；不含现已停用的房间。点任一数字或图形，看它所数的房间。`}
    >
      {(numbers) => <Plots numbers={numbers} />}
    </StatisticsPage>
  )
}
