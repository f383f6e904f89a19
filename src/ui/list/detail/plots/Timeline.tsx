import { resourceNamed } from '../../../../declared/declared.ts'
import { nounOf } from '../../../../derive/actions.ts'
import { today } from '../../../../protocol/dates.ts'
import { fenToYuan } from '../../../../protocol/fen.ts'
import type { Timeline as Life, LifeEvent } from '../../../../protocol/timeline.ts'
import { said, t } from '../../../../providers/i18nProvider.ts'
import { useRead } from '../../../hooks/useRead.ts'
import { RecordLink } from '../../../kinds/RecordLink.tsx'
import { Waiting } from '../../../look/Waiting.tsx'

const Happened = ({ event: { says, of, price, by } }: { event: LifeEvent }) => (
  <li>
    <strong>{said(says)}</strong>
    {of && (
      <span>
        {`${nounOf(resourceNamed(of.resource))} `}
        <RecordLink of={of.resource} id={of.key}>
          <span translate="no">{of.name}</span>
        </RecordLink>
      </span>
    )}
    {price !== null && <span className="life-price">{t`${fenToYuan(price)} 元`}</span>}
    {by && <small translate="no">{by}</small>}
  </li>
)

/** What happened to a record and what is to come, day by day, the newest first. */
export const Timeline = ({ of, id }: { of: string; id: number }) => {
  const { data, error } = useRead<Life>('/api/life/timeline', { resource: of, id }, { isView: true })
  if (error) return <p role="alert">{error.message}</p>
  if (!data) return <Waiting like="facts" />
  const days = [...Map.groupBy(data.events, ({ date }) => date)]
  if (days.length === 0) return <p className="list-hint">{t`还没有经历`}</p>
  const now = today()
  return (
    <div className="timeline">
      <ol>
        {days.map(([date, events]) => (
          <li key={date} data-future={date > now} aria-current={date === now ? 'date' : undefined}>
            <time dateTime={date}>
              {date}
              {date > now && <span className="visually-hidden">{t`（将来）`}</span>}
            </time>
            <ul>
              {events.map((event) => (
                <Happened key={`${event.says} ${event.of?.resource} ${event.of?.key} ${event.by}`} event={event} />
              ))}
            </ul>
          </li>
        ))}
      </ol>
      {data.since && <p className="list-hint">{t`${data.since} 以前的请看下面的列表`}</p>}
    </div>
  )
}
