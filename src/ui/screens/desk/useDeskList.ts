import { useList } from '@refinedev/core'
import type { DeskList } from '../../../core/desk.ts'
import { resourceNamed } from '../../../declared/declared.ts'
import type { CompleteResource } from '../../../derive/complete.ts'
import type { Row } from '../../action/begun.ts'
import { useOwnMeta } from '../../hooks/useOwnMeta.ts'

/** As many rows stand in a list of a desk: the first are worked first. */
const ROWS = 50
/** What others do meanwhile is seen after so many milliseconds. */
const AGAIN = 15_000

/** What a desk's list shows now. */
export interface Shown {
  list: DeskList
  resource: CompleteResource
  rows: readonly Row[]
  count: string
  error: { message: string } | null
  isLoading: boolean
}

/** Reads one list of a desk, narrowed by what is chosen for both; null until that is known. */
export const useDeskList = (list: DeskList, chosen: Readonly<Record<string, unknown>> | null, isShown: boolean): Shown => {
  const resource = resourceNamed(list.resource)
  const [field, order] = list.sort ?? resource.sort
  const { query, result } = useList<Row & { id?: number }>({
    resource: resource.name,
    pagination: { currentPage: 1, pageSize: ROWS, mode: 'server' },
    sorters: [{ field, order }],
    filters: Object.entries({ ...list.where, ...chosen }).map(([name, value]) => ({ field: name, operator: 'eq' as const, value })),
    queryOptions: { enabled: chosen !== null, refetchInterval: isShown ? AGAIN : false },
    meta: useOwnMeta(),
    errorNotification: false,
  })
  const { total = 0, more } = result as { total?: number; more?: boolean }
  return { list, resource, rows: result.data ?? [], count: `${total}${more ? '+' : ''}`, error: query.error, isLoading: query.isLoading }
}
