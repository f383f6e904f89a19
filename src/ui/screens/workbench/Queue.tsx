import { lastOfMonth } from '../../../derive/plots/monthDays.ts'
import { secondsOf, today } from '../../../protocol/dates.ts'
import { grouped } from '../../../protocol/fen.ts'
import type { QueueMonth } from '../../../protocol/types.ts'
import { t } from '../../../providers/i18nProvider.ts'
import { useRead } from '../../hooks/useRead.ts'
import { listLink } from '../../list/listLink.ts'
import { LeadLink } from '../../tab/LeadLink.tsx'
import { MonthBars } from './MonthBars.tsx'

const LIST = '/wait/waitList'
/** The list's strip of all, whatever their state. */
const ALL = 4
const STANDING = [1, 2, 3]

/** Who came to the queue in a month. */
const cameIn = (month: string): string =>
  listLink(LIST, { qualified_at_start: secondsOf(`${month}-01`), qualified_at_end: secondsOf(`${lastOfMonth(month)} 23:59:59`) }, ALL)

/** Who waited at the end of a month: the list as it was then, or as it is. */
const waitingAt = (month: string): string => {
  const day = lastOfMonth(month)
  return `${listLink(LIST, { status: STANDING }, ALL)}${day < today() ? `&as_of=${day}` : ''}`
}

/** How long the queue was in six months, how many came to it and were done with; who came and who waited is a way to the households. */
export const Queue = ({ p_id }: { p_id: number | null }) => {
  const { data: months = [] } = useRead<QueueMonth[]>('/api/workbench/queue', p_id === null ? {} : { p_id }, { isView: true })
  const last = months.at(-1)
  return (
    <MonthBars
      title={t`轮候户数`}
      lead={last && t`现在 ${grouped(last.waiting)} 户在轮候，本月新进 ${grouped(last.came)} 户，办结 ${grouped(last.left)} 户`}
      months={months}
      bar={{ head: t`轮候`, of: ({ waiting }) => waiting }}
      columns={[
        { head: t`新进`, align: 'right', cell: ({ month, came }) => <LeadLink to={cameIn(month)}>{grouped(came)}</LeadLink> },
        { head: t`办结`, align: 'right', cell: ({ left }) => grouped(left) },
        {
          head: t`月末`,
          align: 'right',
          cell: ({ month, waiting, is_kept }) =>
            is_kept ? <LeadLink to={waitingAt(month)}>{grouped(waiting)}</LeadLink> : grouped(waiting),
        },
      ]}
    />
  )
}
