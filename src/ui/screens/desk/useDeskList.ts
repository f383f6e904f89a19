import { useList } from '@refinedev/core'
import type { DeskList } from '../../../core/desk.ts'
import { resourceNamed } from '../../../declared/declared.ts'
import type { CompleteResource } from '../../../derive/complete.ts'
import type { Row } from '../../action/begun.ts'
import { useOwnMeta } from '../../hooks/useOwnMeta.ts'

/** As many rows stand in a list of a desk, save where a call says which: the first are worked first. */
const ROWS = 50
/** What others do meanwhile is seen after so many milliseconds. */
const AGAIN = 15_000

const NO_ROWS: readonly Row[] = []

/** What a desk's list shows now. */
export interface Shown {
  list: DeskList
  resource: CompleteResource
  rows: readonly Row[]
  count: string
  error: { message: string } | null
  isLoading: boolean
  isFetching: boolean
  /** When its rows were read, in milliseconds. */
  readAt: number
}

/** Rows in the order in which they are offered. */
const inOrderOf = (rows: readonly Row[], { key }: CompleteResource, offered: readonly number[]): Row[] => {
  const place = new Map(offered.map((one, index) => [one, index]))
  return rows.toSorted((a, b) => (place.get(Number(a[key])) ?? 0) - (place.get(Number(b[key])) ?? 0))
}

/** Reads one list of a desk, narrowed by what is chosen for both; null until that is known. `offered`: the keys of the rows that it has, where a call says them. */
export const useDeskList = (
  list: DeskList,
  chosen: Readonly<Record<string, unknown>> | null,
  isShown: boolean,
  offered: readonly number[] | null = null,
): Shown => {
  const resource = resourceNamed(list.resource)
  const [field, order] = list.sort ?? resource.sort
  const { query, result } = useList<Row & { id?: number }>({
    resource: resource.name,
    pagination: { currentPage: 1, pageSize: Math.max(ROWS, offered?.length ?? 0), mode: 'server' },
    sorters: [{ field, order }],
    filters: Object.entries({ ...list.where, ...chosen, ...(list.offers && offered ? { [list.offers.by]: offered } : {}) }).map(
      ([name, value]) => ({ field: name, operator: 'eq' as const, value }),
    ),
    queryOptions: { enabled: chosen !== null && offered?.length !== 0, refetchInterval: isShown ? AGAIN : false },
    meta: useOwnMeta(),
    errorNotification: false,
  })
  const { total = 0, more } = result as { total?: number; more?: boolean }
  if (offered?.length === 0)
    return { list, resource, rows: NO_ROWS, count: '0', error: null, isLoading: false, isFetching: false, readAt: 0 }
  // Rows of what was offered before are not what a deed is done to now: with some of a set there it would be done to a part of it.
  const isBefore = offered !== null && query.isPlaceholderData
  const rows = isBefore ? NO_ROWS : (result.data ?? NO_ROWS)
  return {
    list,
    resource,
    rows: offered ? inOrderOf(rows, resource, offered) : rows,
    count: `${total}${more ? '+' : ''}`,
    error: query.error,
    isLoading: query.isLoading || isBefore,
    isFetching: query.isFetching,
    readAt: query.dataUpdatedAt,
  }
}
