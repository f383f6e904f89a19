import { useShow } from '@refinedev/core'
import { resourceNamed } from '../../../declared/declared.ts'
import { said, t } from '../../../providers/i18nProvider.ts'
import { natures } from '../../../schemas/common.ts'
import { rowActions } from '../../action/allowed.ts'
import type { Row } from '../../action/begun.ts'
import { useRunAction } from '../../action/useRunAction.ts'
import { Facts } from '../../list/detail/Facts.tsx'
import { useRecordMeta } from '../../list/past/asOf.ts'

const rooms = resourceNamed('org')

/** How long a card shows what was read before it asks again, in milliseconds. */
const FRESH = 10_000

const layoutOf = ({ shi, ting, wei }: Row): string =>
  [shi && t`${Number(shi)}室`, ting && t`${Number(ting)}厅`, wei && t`${Number(wei)}卫`].filter(Boolean).join('')

/** What staff want to know of a room at a glance, and what they may do to it. The question is its detail's own, which opens with the answer. */
export const RoomFacts = ({ id, onOpen }: { id: number; onOpen: (id: number) => void }) => {
  const run = useRunAction()
  const { query, result: row } = useShow<Row & { id?: number }>({
    resource: rooms.name,
    id,
    meta: useRecordMeta(rooms),
    queryOptions: { staleTime: FRESH },
    errorNotification: false,
  })
  if (query.error) return <p role="alert">{query.error.message}</p>
  if (!row) return <div className="room-facts" role="status" aria-label={t`加载中`} />
  const about = [
    String(row.region_name ?? ''),
    said(natures[Number(row.nature) as keyof typeof natures] ?? ''),
    layoutOf(row),
    row.area ? `${row.area}㎡` : '',
  ]
  return (
    <div className="room-facts">
      <p>{about.filter(Boolean).join(' · ')}</p>
      <Facts resource={rooms} row={row} />
      <div className="room-facts-actions">
        <button type="button" className="link" onClick={() => onOpen(id)}>
          {t`详情`}
        </button>
        {rowActions(rooms, row).map((action) => (
          <button
            key={action.name}
            type="button"
            className={action.tone === 'danger' ? 'link link-danger' : 'link'}
            onClick={() => run(rooms, action, [row])}
          >
            {action.label}
          </button>
        ))}
      </div>
    </div>
  )
}
