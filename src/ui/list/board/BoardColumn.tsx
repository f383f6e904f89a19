import { useDroppable } from '@dnd-kit/core'
import { useList } from '@refinedev/core'
import type { State } from '../../../core/states.ts'
import { grouped } from '../../../protocol/fen.ts'
import { t } from '../../../providers/i18nProvider.ts'
import type { Row } from '../../action/begun.ts'
import { useOwnMeta } from '../../hooks/useOwnMeta.ts'
import { Waiting } from '../../look/Waiting.tsx'
import type { ListController } from '../useListController.ts'
import { Card } from './Card.tsx'

/** As many cards stand in a column; of more the list is the place. */
const CARDS = 30

interface Props {
  /** The state's name in its resource. */
  name: string
  state: State
  list: ListController
  /** Whether what is held now may be put here; null where nothing is. */
  takes: boolean | null
  canMove: (row: Row) => boolean
  onOpen: ((row: Row) => void) | null
}

/** The records of a list that are in one state, as the list sorts them. */
export const BoardColumn = ({ name, state: { code, label, tone = 'quiet' }, list, takes, canMove, onOpen }: Props) => {
  const { resource, asked, order } = list
  const { setNodeRef, isOver } = useDroppable({ id: name, disabled: takes === false })
  const { query, result } = useList<Row & { id?: number }>({
    resource: resource.name,
    pagination: { currentPage: 1, pageSize: CARDS, mode: 'server' },
    sorters: [order],
    filters: Object.entries({ ...asked, [resource.states?.column ?? '']: [code] }).map(([field, value]) => ({
      field,
      operator: 'eq' as const,
      value,
    })),
    meta: useOwnMeta(),
    errorNotification: false,
  })
  const [rows, count] = [result.data ?? [], result.total ?? 0]
  return (
    <section ref={setNodeRef} className="board-column" aria-label={label} data-takes={takes ?? undefined} data-over={isOver}>
      <h2>
        <span className="state" data-tone={tone}>
          {label}
        </span>
        <small>{query.isLoading ? '' : `${grouped(count)}${(result as { more?: boolean }).more ? '+' : ''}`}</small>
      </h2>
      {query.error && <p role="alert">{query.error.message}</p>}
      {query.isLoading && <Waiting like="facts" />}
      {!query.isLoading && !query.error && rows.length === 0 && <p className="list-hint">{t`没有`}</p>}
      <ul>
        {rows.map((row) => (
          <Card key={String(row[resource.key])} resource={resource} row={row} canMove={canMove(row)} onOpen={onOpen} />
        ))}
      </ul>
      {count > rows.length && <p className="list-hint">{t`共 ${grouped(count)} 条，这里是前 ${rows.length} 条`}</p>}
    </section>
  )
}
