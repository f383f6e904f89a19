import { LeadLink } from '../tab/LeadLink.tsx'
import { isWorded, middleOf } from './days.ts'
import './tones.css'

const HEIGHT = 190
const TOP = 20
const FOOT = 22
const BOTTOM = HEIGHT - FOOT

/** A share of nothing to a hundred; beyond it (what was reduced later) the plot ends. */
const yOf = (percent: number): number => BOTTOM - (Math.min(100, Math.max(0, percent)) * (BOTTOM - TOP)) / 100

interface Props {
  label: string
  parts: readonly string[]
  /** A value in percent for each part; null where there is nothing to reckon. */
  times: readonly { time: string; values: readonly (number | null)[]; link: string | null }[]
}

/** Shares by month or day, a line each, from 0 to 100 %; a month is a link to its rows. */
export const Lines = ({ label, parts, times }: Props) => {
  const xOf = (index: number): string => `${middleOf(index, times.length)}%`
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is no drawing
    <svg className="plot" role="group" aria-label={label} width="100%" height={HEIGHT}>
      {[0, 50, 100].map((percent) => (
        <g key={percent}>
          <line className="plot-axis" data-inner={percent > 0} x1="0" x2="100%" y1={yOf(percent) + 0.5} y2={yOf(percent) + 0.5} />
          <text className="plot-word" x="0" y={yOf(percent) - 4}>
            {percent}%
          </text>
        </g>
      ))}
      {parts.map((part, place) =>
        times.slice(1).map(({ time, values }, index) => {
          const [from, to] = [times[index]?.values[place] ?? null, values[place] ?? null]
          if (from === null || to === null) return null
          return (
            <line
              key={`${part} ${time}`}
              className="tone"
              data-part={place}
              x1={xOf(index)}
              y1={yOf(from)}
              x2={xOf(index + 1)}
              y2={yOf(to)}
            />
          )
        }),
      )}
      {times.map(({ time, values, link }, index) => (
        <LeadLink
          key={time}
          to={link ?? ''}
          otherwise="g"
          aria-label={[time, ...parts.map((part, place) => `${part} ${values[place] === null ? '—' : `${values[place]}%`}`)].join(', ')}
        >
          <rect className="plot-hit" x={`${(index * 100) / times.length}%`} y="0" width={`${100 / times.length}%`} height={BOTTOM} />
          {values.map((value, place) =>
            value === null ? null : <circle key={parts[place]} className="tone" data-part={place} cx={xOf(index)} cy={yOf(value)} r="4" />,
          )}
          {typeof values[0] === 'number' && isWorded(index, times.length) && (
            <text className="plot-number" x={xOf(index)} y={Math.max(12, yOf(values[0]) - 8)} textAnchor="middle">
              {values[0]}%
            </text>
          )}
          {isWorded(index, times.length) && (
            <text className="plot-word" x={xOf(index)} y={HEIGHT - 6} textAnchor="middle">
              {time}
            </text>
          )}
        </LeadLink>
      ))}
    </svg>
  )
}
