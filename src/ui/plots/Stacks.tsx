import { t } from '../../providers/i18nProvider.ts'
import { LeadLink } from '../tab/LeadLink.tsx'
import { CountLink } from './Plot.tsx'

/** A part of a bar: how many, what they are, and where they are listed. */
interface Part {
  word: string
  count: number
  link: string
  tone: 'accent' | 'amber'
}

export interface Stack {
  title: string
  parts: readonly Part[]
}

const BAR = 18

/** Bars that lie on top of one another, each of up to four parts; the longest fills the width. Every part is a link, and so is its number. */
export const Stacks = ({ label, unit, stacks }: { label: string; unit: string; stacks: readonly Stack[] }) => {
  const totalOf = ({ parts }: Stack): number => parts.reduce((total, { count }) => total + count, 0)
  const most = Math.max(1, ...stacks.map(totalOf))
  return (
    <ul className="stacks" aria-label={label}>
      {stacks.map((stack) => {
        let before = 0
        return (
          <li key={stack.title}>
            <span className="stack-title" title={stack.title}>
              {stack.title}
            </span>
            {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is no drawing */}
            <svg className="plot" role="group" aria-label={stack.title} width="100%" height={BAR}>
              {stack.parts.map(({ word, count, link, tone }) => {
                const x = (before * 100) / most
                before += count
                if (count === 0) return null
                return (
                  <LeadLink key={word} to={link} otherwise="g" aria-label={t`${stack.title}，${word} ${count} ${unit}`}>
                    <rect className="stack-part" data-tone={tone} x={`${x}%`} y="0" width={`${(count * 100) / most}%`} height={BAR} />
                  </LeadLink>
                )
              })}
            </svg>
            <span className="stack-counts">
              {stack.parts.map(({ word, count, link, tone }) => (
                <span key={word}>
                  {stack.parts.length > 1 && (
                    <>
                      <i className="stack-mark" data-tone={tone} />
                      {word}{' '}
                    </>
                  )}
                  <CountLink count={count} link={link} />
                </span>
              ))}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
