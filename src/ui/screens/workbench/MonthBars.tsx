import type { ReactNode } from 'react'
import { t } from '../../../providers/i18nProvider.ts'
import { type SmallColumn, SmallTable } from '../../look/SmallTable.tsx'
import { LeadLink } from '../../tab/LeadLink.tsx'

interface Props<M extends { month: string }> {
  title: string
  /** What is said of them in a sentence. */
  lead: ReactNode
  months: readonly M[]
  bar: {
    head: string
    /** How long it is: the longest of all takes the whole place. */
    of: (month: M) => number
    /** How much of it is filled, in percent; without it all. */
    doneOf?: (month: M) => number
    isLost?: boolean
  }
  /** The rows behind a month. */
  leadsTo?: (month: string) => string
  columns: readonly SmallColumn<M>[]
}

/** A figure of six months: a table that is drawn, so that each bar has its numbers beside it. */
export const MonthBars = <M extends { month: string }>({ title, lead, months, bar, leadsTo, columns }: Props<M>) => {
  const most = Math.max(1, ...months.map(bar.of))
  return (
    <section className="panel" aria-label={title}>
      <h2>{title}</h2>
      {lead && <p className="panel-lead">{lead}</p>}
      <SmallTable
        look="bars"
        isNamedByFirst
        rows={months}
        keyOf={({ month }) => month}
        columns={[
          { head: t`月份`, cell: ({ month }) => (leadsTo ? <LeadLink to={leadsTo(month)}>{month}</LeadLink> : month) },
          {
            head: bar.head,
            cell: (month) => (
              <span className="bar" style={{ width: `${(bar.of(month) * 100) / most}%` }}>
                <span className={bar.isLost ? 'bar-done bar-lost' : 'bar-done'} style={{ width: `${bar.doneOf?.(month) ?? 100}%` }} />
              </span>
            ),
          },
          ...columns,
        ]}
      />
    </section>
  )
}
