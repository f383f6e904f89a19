import { t } from '../../providers/i18nProvider.ts'
import { LeadLink } from '../tab/LeadLink.tsx'
import { isWorded, middleOf, shortDay } from './days.ts'

const HEIGHT = 150
const TOP = 20
const FOOT = 22

interface Props {
  label: string
  /** What is counted: 人, 户. */
  unit: string
  days: readonly { day: string; count: number; link: string }[]
}

/** A bar a day, each with its number on it, and a link to the rows that it counts. */
export const DayBars = ({ label, unit, days }: Props) => {
  const most = Math.max(1, ...days.map(({ count }) => count))
  const bottom = HEIGHT - FOOT
  const width = 100 / Math.max(1, days.length)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is no drawing
    <svg className="plot" role="group" aria-label={label} width="100%" height={HEIGHT}>
      <line className="plot-axis" x1="0" x2="100%" y1={bottom + 0.5} y2={bottom + 0.5} />
      {days.map(({ day, count, link }, index) => {
        const high = (count * (bottom - TOP)) / most
        const middle = `${middleOf(index, days.length)}%`
        const words = isWorded(index, days.length) && (
          <text className="plot-word" x={middle} y={HEIGHT - 6} textAnchor="middle">
            {shortDay(day)}
          </text>
        )
        const number = (isWorded(index, days.length) || count === most) && (
          <text className="plot-number" x={middle} y={bottom - high - 5} textAnchor="middle">
            {count}
          </text>
        )
        if (count === 0)
          return (
            <g key={day}>
              {number}
              {words}
            </g>
          )
        return (
          <LeadLink key={day} to={link} otherwise="g" aria-label={t`${day}，${count} ${unit}`}>
            <rect className="plot-hit" x={`${index * width}%`} y="0" width={`${width}%`} height={bottom} />
            <rect className="plot-bar" x={`${(index + 0.2) * width}%`} y={bottom - high} width={`${width * 0.6}%`} height={high} />
            {number}
            {words}
          </LeadLink>
        )
      })}
    </svg>
  )
}
