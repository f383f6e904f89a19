import { useList } from '@refinedev/core'
import { useCallback, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Strip } from '../../core/resource.ts'
import type { CompleteResource } from '../../derive/complete.ts'
import type { SavedContent } from '../../protocol/savedFilters.ts'
import type { Row } from '../action/ActionHost.tsx'
import type { Params } from '../kinds/kindView.ts'
import { chosenProject } from '../preferences.ts'
import { useStore } from '../useStore.ts'
import { askedFilters, PAGE_ROWS } from './listParams.ts'
import { fittingContent, type Order, orderText, startOf } from './saved.ts'
import { whereOf } from './strips.ts'

export interface ListController {
  resource: CompleteResource
  strip: Strip
  rows: readonly Row[]
  count: number
  /** There are more than `count`. */
  hasMore: boolean
  page: number
  pageRows: number
  turn: (page: number, pageRows: number) => void
  order: Order
  sortBy: (field: string | null, order: 'asc' | 'desc') => void
  filters: Params
  /** What the list asks with: its filters, and the header's project. */
  asked: Params
  filterBy: (patch: Params) => void
  clearFilters: () => void
  /** Asks anew with these filters, in this order. */
  ask: (filters: Params, order: Order) => void
  selected: readonly Row[]
  select: (rows: readonly Row[] | ((now: readonly Row[]) => readonly Row[])) => void
  isFirstLoad: boolean
  isFetching: boolean
  error: Error | null
  refetch: () => void
}

const filtersIn = (text: string | null): Params => {
  try {
    const given: unknown = JSON.parse(text ?? '{}')
    return typeof given === 'object' && given !== null && !Array.isArray(given) ? (given as Params) : {}
  } catch {
    return {}
  }
}

/** The list screen without its looks: what is asked, what came, what is selected. Any change of what is asked goes back to page 1. */
export const useListController = (resource: CompleteResource, strip: Strip): ListController => {
  const project = useStore(chosenProject)
  const [page, setPage] = useState(1)
  const [pageRows, setPageRows] = useState(PAGE_ROWS)
  const [field, direction] = resource.sort
  const [search] = useSearchParams()
  const given = search.get('filter')
  // What an address asks is asked alone.
  const [start] = useState(() => (given === null ? startOf(resource) : { filters: filtersIn(given), order: { field, order: direction } }))
  const [order, setOrder] = useState<Order>(start.order)
  const [filters, setFilters] = useState<Params>(start.filters)
  const [selected, setSelected] = useState<readonly Row[]>([])

  // What is declared may change while the list is open: what is asked then follows a new name, and leaves out what is gone.
  const [seenResource, setSeenResource] = useState(resource)
  if (seenResource !== resource) {
    setSeenResource(resource)
    const fitting = fittingContent(resource, { filters: filters as SavedContent['filters'], order: orderText(order), columns: null })
    setFilters(fitting.filters)
    setOrder(fitting.order)
  }
  // Another screen's number leads here with the filter that counts it.
  const [seenGiven, setSeenGiven] = useState(given)
  if (seenGiven !== given) {
    setSeenGiven(given)
    if (given !== null) {
      setFilters(filtersIn(given))
      setPage(1)
    }
  }
  const [askedProject, setAskedProject] = useState(project)
  if (askedProject !== project) {
    setAskedProject(project)
    setPage(1)
  }
  const asked = useMemo<Params>(
    () => Object.fromEntries(askedFilters(resource, filters, project, whereOf(strip))),
    [filters, project, resource, strip],
  )
  const conditions = useMemo(() => Object.entries(asked).map(([name, value]) => ({ field: name, operator: 'eq' as const, value })), [asked])

  const { query, result } = useList<Row & { id?: number }>({
    resource: resource.name,
    pagination: { currentPage: page, pageSize: pageRows, mode: 'server' },
    sorters: [order],
    filters: conditions,
    queryOptions: { placeholderData: (previous) => previous },
    errorNotification: false,
  })

  const filterBy = useCallback((patch: Params) => {
    setFilters((now) => ({ ...now, ...patch }))
    setPage(1)
    setSelected([])
  }, [])
  return {
    resource,
    strip,
    rows: result.data ?? [],
    count: result.total ?? 0,
    hasMore: result.more === true,
    page,
    pageRows,
    turn: (nextPage, nextRows) => {
      setPage(nextRows === pageRows ? nextPage : 1)
      setPageRows(nextRows)
      setSelected([])
    },
    order,
    sortBy: (nextField, nextOrder) => {
      setOrder(nextField ? { field: nextField, order: nextOrder } : { field, order: direction })
      setPage(1)
    },
    filters,
    asked,
    filterBy,
    clearFilters: () => {
      setFilters({})
      setPage(1)
    },
    ask: (nextFilters, nextOrder) => {
      setFilters(nextFilters)
      setOrder(nextOrder)
      setPage(1)
      setSelected([])
    },
    selected,
    select: setSelected,
    isFirstLoad: query.isLoading,
    isFetching: query.isFetching,
    error: query.error as Error | null,
    refetch: () => void query.refetch(),
  }
}
