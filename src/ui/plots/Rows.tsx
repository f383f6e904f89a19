import { LeadLink } from '../tab/LeadLink.tsx'
import './tones.css'

const BAR = 18

interface Props {
  label: string
  parts: readonly string[]
  rows: readonly { name: string; values: readonly number[]; links: readonly (string | null)[] }[]
  /** A value in words. */
  says: (value: number) => string
}

/** Stacks of records, one below another; the longest fills the width. Every part is a link to its rows, and the whole stands behind it. */
export const Rows = ({ label, parts, rows, says }: Props) => {
  const totalOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + Math.max(0, value), 0)
  const most = Math.max(1, ...rows.map(({ values }) => totalOf(values)))
  return (
    <ul className="stacks" aria-label={label}>
      {rows.map(({ name, values, links }) => {
        let before = 0
        return (
          <li key={name}>
            <span className="stack-title" title={name} translate="no">
              {name}
            </span>
            {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is no drawing */}
            <svg className="plot" role="group" aria-label={name} width="100%" height={BAR}>
              {values.map((value, place) => {
                const x = (before * 100) / most
                before += Math.max(0, value)
                if (value <= 0) return null
                const said = `${name} ${parts[place]} ${says(value)}`
                return (
                  <LeadLink key={parts[place]} to={links[place] ?? ''} otherwise="g" aria-label={said}>
                    <rect className="tone" data-part={place} x={`${x}%`} y="0" width={`${(value * 100) / most}%`} height={BAR}>
                      <title>{said}</title>
                    </rect>
                  </LeadLink>
                )
              })}
            </svg>
            <span className="stack-counts">{says(totalOf(values))}</span>
          </li>
        )
      })}
    </ul>
  )
}
