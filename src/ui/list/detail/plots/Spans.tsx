import type { SpansPlot } from '../../../../core/plots.ts'
import { resourceNamed } from '../../../../declared/declared.ts'
import { barOf } from '../../../../derive/plots/spans.ts'
import { today } from '../../../../protocol/dates.ts'
import { t } from '../../../../providers/i18nProvider.ts'
import type { Row } from '../../../action/begun.ts'
import { RecordLink } from '../../../kinds/RecordLink.tsx'
import { Waiting } from '../../../look/Waiting.tsx'
import { usePlotted } from './usePlotted.ts'

/** A bar over the years: who had it from when to when, and where nobody had. */
export const Spans = ({ plot, id }: { plot: SpansPlot; id: number }) => {
  const [from, to] = plot.during
  const { rows, isLoading, error, more } = usePlotted(plot, id, from)
  const { key, column } = resourceNamed(plot.resource)
  if (isLoading) return <Waiting like="facts" />
  if (error) return <p role="alert">{error}</p>
  const dayOf = (row: Row, name: string): string | null => (row[name] ? String(row[name]) : null)
  const bar = barOf(
    rows.flatMap((row) => {
      const begins = dayOf(row, from)
      return begins ? [{ id: Number(row[key]), from: begins, to: dayOf(row, to) }] : []
    }),
    today(),
  )
  if (!bar) return <p className="list-hint">{t`没有${plot.label}`}</p>
  const byKey = new Map(rows.map((row) => [Number(row[key]), row]))
  return (
    <div className="life-bar">
      <ol className="spans">
        {bar.spans.map(({ id: one, left, width }) => {
          const row = byKey.get(one) ?? {}
          const who = plot.who.find((name) => row[name] !== null && row[name] !== undefined)
          const name = who ? String(row[`${who}_title`] ?? '') : t`空置`
          const text = t`${name}，${dayOf(row, from) ?? ''} 至 ${dayOf(row, to) ?? t`今`}`
          return (
            <li key={one} className="span" data-empty={who === undefined} style={{ left: `${left}%`, width: `${width}%` }} title={text}>
              <RecordLink of={who && column[plot.leads]?.target} id={row[plot.leads]}>
                <span aria-hidden>{name}</span>
                <span className="visually-hidden">{text}</span>
              </RecordLink>
            </li>
          )
        })}
      </ol>
      <div className="span-years" aria-hidden>
        {bar.years.map(({ year, left }) => (
          <span key={year} style={{ left: `${left}%` }}>
            {year}
          </span>
        ))}
        <span className="span-today" style={{ left: `${bar.today}%` }} />
      </div>
      {more && <p className="list-hint">{t`共 ${more.count} 条，这里是前 ${more.drawn} 条`}</p>}
    </div>
  )
}
