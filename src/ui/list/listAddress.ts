import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { isMaskedKind } from '../../core/kinds.ts'
import type { Strip } from '../../core/strip.ts'
import type { CompleteResource } from '../../derive/complete.ts'
import { isSavedContent, type SavedContent } from '../../protocol/savedFilters.ts'
import { t } from '../../providers/i18nProvider.ts'
import type { Params } from '../kinds/kindView.ts'
import { type ListState, PAGE_ROWS } from './listParams.ts'
import { fittingContent, orderText, type Start, startOf } from './saved/saved.ts'

/** The address's words, those of refine; the values keep their types. */
const NAMES = { filters: 'filters', order: 'sorters', page: 'currentPage', pageRows: 'pageSize' } as const

/** What no list writes into an address asks for nothing. */
const contentIn = (resource: CompleteResource, search: URLSearchParams): SavedContent => {
  const [field, direction] = resource.sort
  const plain = { filters: {}, order: orderText({ field, order: direction }), columns: null }
  try {
    const filters: unknown = JSON.parse(search.get(NAMES.filters) ?? '{}')
    const content: unknown = { ...plain, filters, order: search.get(NAMES.order) ?? plain.order }
    return isSavedContent(content) ? content : plain
  } catch {
    return plain
  }
}

const countIn = (text: string | null, otherwise: number, most: number): number => {
  const count = Number(text)
  return Number.isSafeInteger(count) && count > 0 ? Math.min(count, most) : otherwise
}

const MOST_ROWS = 100
const MOST_PAGES = 1_000_000

const saidIn = (search: URLSearchParams): string =>
  new URLSearchParams(Object.values(NAMES).flatMap((name) => (search.has(name) ? [[name, search.get(name) ?? '']] : []))).toString()

/**
 * Gives what an address asks a list for, alone, of what the list still has: an address outlives what is declared, as a saved filter does.
 * Where it asks for nothing, how the list opens for the person.
 */
export const stateAt = (resource: CompleteResource, strip: Strip, search: URLSearchParams): ListState & Start => {
  if (saidIn(search) === '') return { ...startOf(resource, strip), page: 1, pageRows: PAGE_ROWS }
  return {
    ...fittingContent(resource, contentIn(resource, search)),
    name: t`链接`,
    page: countIn(search.get(NAMES.page), 1, MOST_PAGES),
    pageRows: countIn(search.get(NAMES.pageRows), PAGE_ROWS, MOST_ROWS),
  }
}

/** Gives the filters that may stand where others can read them: whom one looked for by number is nobody's to find there. */
export const openFilters = (resource: CompleteResource, filters: Params): SavedContent['filters'] =>
  Object.fromEntries(
    Object.entries(filters).filter(([name, value]) => value !== undefined && value !== '' && !isMaskedKind(resource.column[name]?.is)),
  ) as SavedContent['filters']

const isStart = (resource: CompleteResource, strip: Strip, { filters, order, page, pageRows }: ListState): boolean => {
  const start = startOf(resource, strip)
  return page === 1 && pageRows === PAGE_ROWS && orderText(order) === orderText(start.order) && sameFilters(filters, start.filters)
}

const sameFilters = (one: Params, other: Params): boolean => JSON.stringify(sorted(one)) === JSON.stringify(sorted(other))
const sorted = (filters: Params) => Object.entries(filters).toSorted(([a], [b]) => (a < b ? -1 : 1))

/** Gives the words by which an address asks for this; '' where the list opens so by itself. */
const addressOf = (resource: CompleteResource, strip: Strip, state: ListState): string => {
  if (isStart(resource, strip, state)) return ''
  const order = orderText(state.order)
  const [field, direction] = resource.sort
  return new URLSearchParams({
    [NAMES.filters]: JSON.stringify(openFilters(resource, state.filters)),
    ...(order === orderText({ field, order: direction }) ? {} : { [NAMES.order]: order }),
    ...(state.page === 1 ? {} : { [NAMES.page]: String(state.page) }),
    ...(state.pageRows === PAGE_ROWS ? {} : { [NAMES.pageRows]: String(state.pageRows) }),
  }).toString()
}

/** Gives a search part with these words about the list in place of those that it has; the others stay. */
const saying = (search: URLSearchParams, words: string): URLSearchParams => {
  const next = new URLSearchParams(search)
  for (const name of Object.values(NAMES)) next.delete(name)
  for (const [name, value] of new URLSearchParams(words)) next.set(name, value)
  return next
}

/**
 * Keeps the address saying what a list asks for, and the list asking for what the address says: `onTold` hears what another address, come
 * by a link or by going back, asks for.
 */
export const useListAddress = (
  resource: CompleteResource,
  strip: Strip,
  state: ListState,
  onTold: (told: ListState & Start) => void,
): void => {
  const [search, setSearch] = useSearchParams()
  const said = saidIn(search)
  const wanted = addressOf(resource, strip, state)
  // Of several changes in a row each comes back as an address, and only the last is still what is wanted.
  const onTheWay = useRef(new Set<string>())
  const say = (): void => {
    onTheWay.current.add(wanted)
    setSearch((now) => saying(now, wanted), { replace: true })
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another state is news for the address
  useEffect(() => {
    if (wanted !== said) say()
  }, [wanted])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another address is news for the list
  useEffect(() => {
    if (said === wanted) onTheWay.current.clear()
    else if (onTheWay.current.has(said)) return
    // The menu leads to the page as it is.
    else if (said === '') say()
    else onTold(stateAt(resource, strip, search))
  }, [said])
}
