import { lastOfMonth } from '../../../derive/plots/monthDays.ts'
import { fenToYuan, grouped } from '../../../protocol/fen.ts'
import type { VacantMonth } from '../../../protocol/types.ts'
import { t } from '../../../providers/i18nProvider.ts'
import { useRead } from '../../hooks/useRead.ts'
import { listLink } from '../../list/listLink.ts'
import { roundSum } from '../../plots/roundSum.ts'
import { MonthBars } from './MonthBars.tsx'

/** The rooms that stood empty on some day of a month. */
const roomsIn = (month: string): string =>
  listLink('/setting/occupancyList', { state: [2], start_date_end: lastOfMonth(month), last_date_start: `${month}-01` })

/** What empty rooms did not bring in six months, each month a way to the rooms behind it. */
export const Vacancies = ({ p_id }: { p_id: number | null }) => {
  const { data: months = [] } = useRead<VacantMonth[]>('/api/workbench/vacancies', p_id === null ? {} : { p_id }, { isView: true })
  const last = months.at(-1)
  return (
    <MonthBars
      title={t`空置少收`}
      lead={last && t`${last.month} 至今空置 ${grouped(last.days)} 间天，按标准租金少收 ${roundSum(last.lost)}`}
      months={months}
      bar={{ head: t`少收`, of: ({ lost }) => lost, isLost: true }}
      leadsTo={roomsIn}
      columns={[
        { head: t`间天`, align: 'right', cell: ({ days }) => grouped(days) },
        { head: t`少收（元）`, align: 'right', cell: ({ lost }) => fenToYuan(lost) },
      ]}
    />
  )
}
