import { LeadLink } from '../tab/LeadLink.tsx'
import { isWorded, middleOf, shortDay } from './days.ts'
import './tones.css'

const HEIGHT = 190
const TOP = 20
const FOOT = 22
const BOTTOM = HEIGHT - FOOT

/** A day stands beneath its stack without its year: many do. */
const shortOf = (time: string): string => (time.length === 'YYYY-MM-DD'.length ? shortDay(time) : time)

interface Props {
  label: string
  parts: readonly string[]
  /** A value for each part, and where its rows are listed. */
  times: readonly { time: string; values: readonly number[]; links: readonly (string | null)[] }[]
  /** A value in words. */
  says: (value: number) => string
}

/** Stacks by month or day, side by side; every part is a link to its rows. What comes to less than nothing is in the table alone. */
export const Columns = ({ label, parts, times, says }: Props) => {
  const positive = (values: readonly number[]): number => values.reduce((sum, value) => sum + Math.max(0, value), 0)
  const most = Math.max(1, ...times.map(({ values }) => positive(values)))
  const width = 100 / Math.max(1, times.length)
  const highOf = (value: number): number => (Math.max(0, value) * (BOTTOM - TOP)) / most
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is no drawing
    <svg className="plot" role="group" aria-label={label} width="100%" height={HEIGHT}>
      <line className="plot-axis" x1="0" x2="100%" y1={BOTTOM + 0.5} y2={BOTTOM + 0.5} />
      {times.map(({ time, values, links }, index) => {
        let top = BOTTOM
        const whole = positive(values)
        return (
          <g key={time}>
            {values.map((value, place) => {
              top -= highOf(value)
              if (value <= 0) return null
              const said = [time, ...(parts.length > 1 ? [parts[place]] : []), says(value)].join(' ')
              return (
                <LeadLink key={parts[place]} to={links[place] ?? ''} otherwise="g" aria-label={said}>
                  <rect
                    className="tone"
                    data-part={place}
                    x={`${(index + 0.2) * width}%`}
                    y={top}
                    width={`${width * 0.6}%`}
                    height={highOf(value)}
                  >
                    <title>{said}</title>
                  </rect>
                </LeadLink>
              )
            })}
            {whole > 0 && isWorded(index, times.length) && (
              <text className="plot-number" x={`${middleOf(index, times.length)}%`} y={top - 5} textAnchor="middle">
                {says(whole)}
              </text>
            )}
            {isWorded(index, times.length) && (
              <text className="plot-word" x={`${middleOf(index, times.length)}%`} y={HEIGHT - 6} textAnchor="middle">
                {shortOf(time)}
              </text>
            )}
          </g>
        )
      })}
    </svg>
  )
}
