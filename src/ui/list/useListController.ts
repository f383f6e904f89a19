import { type CrudFilter, useTable } from '@refinedev/core'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Strip } from '../../core/strip.ts'
import type { CompleteResource } from '../../derive/complete.ts'
import type { Page, Sums } from '../../protocol/envelope.ts'
import type { SavedContent } from '../../protocol/savedFilters.ts'
import { listOf } from '../../providers/dataProvider.ts'
import { takeEarly } from '../../providers/earlyCall.ts'
import type { Row } from '../action/begun.ts'
import { chosenProject } from '../hooks/preferences.ts'
import { useOwnMeta } from '../hooks/useOwnMeta.ts'
import { useReadAnew } from '../hooks/useReadAnew.ts'
import { useStore } from '../hooks/useStore.ts'
import type { Params } from '../kinds/kindView.ts'
import { useToast } from '../later/toast.tsx'
import { stateAt, useListAddress } from './listAddress.ts'
import { askedFilters, paramsOf, scopeOf } from './listParams.ts'
import { pastOf, useAsOf } from './past/asOf.ts'
import { fittingContent, goneWords, type Order, orderText, type Start } from './saved/saved.ts'
import { whereOf } from './strips.ts'

export interface ListController {
  resource: CompleteResource
  strip: Strip
  rows: readonly Row[]
  count: number
  /** There are more than `count`. */
  hasMore: boolean
  /** What all its rows come to, where they are few and the resource has totals. */
  sums: Sums | undefined
  page: number
  pageRows: number
  turn: (page: number, pageRows: number) => void
  order: Order
  sortBy: (field: string | null, order: 'asc' | 'desc') => void
  filters: Params
  /** The past day as of which its rows are shown; null is now. */
  asOf: string | null
  /** What the list asks with: its filters, the header's project, and the past day. */
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
  /** Reads anew whatever shows these records: the rows, a board's columns, a calendar's week, what is made of them. */
  refetch: () => void
}

const conditionsOf = (filters: Params): CrudFilter[] =>
  Object.entries(filters).flatMap(([field, value]) => (value === undefined || value === '' ? [] : [{ field, operator: 'eq', value }]))

const filtersOf = (conditions: readonly CrudFilter[]): Params =>
  Object.fromEntries(conditions.flatMap((one) => ('field' in one ? [[one.field, one.value]] : [])))

const NONE: readonly Row[] = []

/** refine's table for a list: what its address asks when it opens, and every page of it with what its strip and the header's project ask. */
const useRows = (resource: CompleteResource, strip: Strip, project: number | null, past: { as_of?: string }) => {
  const [search] = useSearchParams()
  const none = useOwnMeta()
  const [start] = useState(() => stateAt(resource, strip, search))
  const table = useTable<Row & { id?: number }>({
    resource: resource.name,
    pagination: { currentPage: start.page, pageSize: start.pageRows, mode: 'server' },
    sorters: { initial: [start.order] },
    filters: { initial: conditionsOf(start.filters), defaultBehavior: 'replace' },
    // Its own way to write the address loses the types of values, and leaves no list without a tail of what it is anyway.
    syncWithLocation: false,
    meta: { ...none, ...past, usual: scopeOf(resource, project), always: whereOf(strip) },
    queryOptions: {
      placeholderData: (previous) => previous,
      initialData: () => {
        const { index } = resource.calls
        const page = index && !past.as_of && takeEarly<Page<Row>>(index, paramsOf(resource, start, project, whereOf(strip)))
        return page ? listOf(page) : undefined
      },
    },
    errorNotification: false,
  })
  return { table, start }
}

/**
 * The list screen without its looks: what is asked, what came, what is selected. Any change of what is asked goes back to page 1. Save the
 * header's project, what is asked stands in the address.
 */
export const useListController = (resource: CompleteResource, strip: Strip): ListController => {
  const project = useStore(chosenProject)
  const [day] = useAsOf()
  const past = pastOf(resource, day)
  const asOf = past.as_of ?? null
  const { table, start } = useRows(resource, strip, project, past)
  const toast = useToast()
  const anew = useReadAnew()
  const tellGone = (asked: Start): void => {
    if (asked.gone.length > 0) toast.info(goneWords(asked))
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the list opens
  useEffect(() => tellGone(start), [])
  const { tableQuery: query, result, currentPage: page, pageSize: pageRows } = table
  const { setFilters, setSorters, setCurrentPage, setPageSize } = table
  const filters = useMemo(() => filtersOf(table.filters), [table.filters])
  const [field, direction] = resource.sort
  const order: Order = table.sorters[0] ?? { field, order: direction }
  const [marked, setSelected] = useState<readonly Row[]>([])
  // Of what is marked, what is seen, as it is seen now: nothing is done to a row that has left the page, by a deed, another order or another project.
  const selected = useMemo(() => {
    const keys = new Set(marked.map((row) => row[resource.key]))
    return keys.size === 0 ? NONE : result.data.filter((row) => keys.has(row[resource.key]))
  }, [marked, result.data, resource.key])

  // What is declared may change while the list is open: what is asked then follows a new name, and leaves out what is gone.
  const [seenResource, setSeenResource] = useState(resource)
  if (seenResource !== resource) {
    setSeenResource(resource)
    const fitting = fittingContent(resource, { filters: filters as SavedContent['filters'], order: orderText(order), columns: null })
    setFilters(conditionsOf(fitting.filters))
    setSorters([fitting.order])
  }
  const [askedDay, setAskedDay] = useState(asOf)
  if (askedDay !== asOf) {
    setAskedDay(asOf)
    setCurrentPage(1)
    setSelected([])
  }
  const [askedProject, setAskedProject] = useState(project)
  if (askedProject !== project) {
    setAskedProject(project)
    setCurrentPage(1)
    setSelected([])
  }
  const asked = useMemo<Params>(
    () => ({ ...Object.fromEntries(askedFilters(resource, filters, project, whereOf(strip))), ...(asOf ? { as_of: asOf } : {}) }),
    [filters, project, resource, strip, asOf],
  )
  const ask = (nextFilters: Params, nextOrder: Order): void => {
    setFilters(conditionsOf(nextFilters))
    setSorters([nextOrder])
    setCurrentPage(1)
    setSelected([])
  }
  useListAddress(resource, strip, { filters, order, page, pageRows }, (told) => {
    ask(told.filters, told.order)
    setCurrentPage(told.page)
    setPageSize(told.pageRows)
    tellGone(told)
  })
  const filterBy = useCallback(
    (patch: Params) => {
      setFilters((now) => conditionsOf({ ...filtersOf(now), ...patch }))
      setCurrentPage(1)
      setSelected([])
    },
    [setFilters, setCurrentPage],
  )
  return {
    resource,
    strip,
    rows: result.data,
    count: result.total ?? 0,
    hasMore: result.more === true,
    sums: result.sums as Sums | undefined,
    page,
    pageRows,
    turn: (nextPage, nextRows) => {
      setCurrentPage(nextRows === pageRows ? nextPage : 1)
      setPageSize(nextRows)
      setSelected([])
    },
    order,
    sortBy: (nextField, nextOrder) => {
      setSorters([nextField ? { field: nextField, order: nextOrder } : { field, order: direction }])
      setCurrentPage(1)
      setSelected([])
    },
    filters,
    asOf,
    asked,
    filterBy,
    clearFilters: () => {
      setFilters([])
      setCurrentPage(1)
      setSelected([])
    },
    ask,
    selected,
    select: setSelected,
    isFirstLoad: query.isLoading,
    isFetching: query.isFetching,
    error: query.error as Error | null,
    refetch: () => anew.records(resource),
  }
}
