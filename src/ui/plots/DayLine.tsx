import { t } from '../../providers/i18nProvider.ts'
import { LeadLink } from '../tab/LeadLink.tsx'
import { isWorded, middleOf, shortDay } from './days.ts'

const HEIGHT = 170
const TOP = 28
const FOOT = 22

interface Props {
  label: string
  /** `value` is between 0 and 100 %; null where there is nothing to reckon. */
  days: readonly { day: string; value: number | null; link: string }[]
}

/** A share by day. The line does not begin at nothing, so its lowest and highest are written beside it. */
export const DayLine = ({ label, days }: Props) => {
  const points = days.flatMap(({ value, ...rest }, index) => (value === null ? [] : [{ ...rest, value, index }]))
  const values = points.map(({ value }) => value)
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const bottom = HEIGHT - FOOT
  const span = Math.max(high - low, 0.5)
  const yOf = (value: number): number => bottom - 14 - ((value - low) * (bottom - TOP - 14)) / span
  const xOf = (index: number): string => `${middleOf(index, days.length)}%`
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is no drawing
    <svg className="plot" role="group" aria-label={label} width="100%" height={HEIGHT}>
      <line className="plot-axis" x1="0" x2="100%" y1={bottom + 0.5} y2={bottom + 0.5} />
      {points.slice(1).map(({ day, value, index }, place) => {
        const before = points[place]
        if (!before) return null
        return <line key={day} className="plot-line" x1={xOf(before.index)} y1={yOf(before.value)} x2={xOf(index)} y2={yOf(value)} />
      })}
      {points.map(({ day, value, link, index }) => (
        <LeadLink key={day} to={link} otherwise="g" aria-label={t`${day}，${value.toFixed(1)}%`}>
          <rect className="plot-hit" x={`${(index * 100) / days.length}%`} y="0" width={`${100 / days.length}%`} height={bottom} />
          <circle className="plot-point" cx={xOf(index)} cy={yOf(value)} r="4" />
          {isWorded(index, days.length) && (
            <>
              <text className="plot-number" x={xOf(index)} y={yOf(value) - 10} textAnchor="middle">
                {value.toFixed(1)}%
              </text>
              <text className="plot-word" x={xOf(index)} y={HEIGHT - 6} textAnchor="middle">
                {shortDay(day)}
              </text>
            </>
          )}
        </LeadLink>
      ))}
    </svg>
  )
}
