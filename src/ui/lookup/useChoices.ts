import { useSelect } from '@refinedev/antd'
import { type CrudFilter, useMany } from '@refinedev/core'
import { uniq } from 'es-toolkit'
import { useState } from 'react'
import { LOOKUP_ROWS } from '../../protocol/envelope.ts'
import { CHOICES, namingCallOf } from '../../providers/choiceProvider.ts'
import { t } from '../../providers/i18nProvider.ts'
import { useOwnMeta } from '../hooks/useOwnMeta.ts'
import { nothingText } from './nothing.ts'
import type { LookupRow } from './useLookup.ts'

/** Where choices come from: a call, what it is asked with, and the name of the param that carries what staff type. */
export interface Source {
  path: string
  params?: Record<string, unknown>
  search?: string | undefined
}

export interface Choices {
  rows: LookupRow[]
  isLoading: boolean
  /** Whether the rows are what was found by something typed: what is chosen already is offered only if it was found. */
  isSearching: boolean
  /** Whether there are more than are shown. */
  hasMore: boolean
  /** What is said where there is nothing to choose, whatever is typed; undefined where there may be. */
  nothing: string | undefined
  /** Hears what is typed; undefined where the call finds nothing by it, and the choices are narrowed here. */
  onSearch: ((typed: string) => void) | undefined
}

/** How long choices and names stay as they were read, in milliseconds, unless something is done meanwhile (`staleChoices`). */
const FRESH = 5 * 60_000
/** How long a typist pauses before it is looked for, in milliseconds. */
const PAUSE = 250

const kept = { staleTime: FRESH } as const

const asFilters = (params: Readonly<Record<string, unknown>>): CrudFilter[] =>
  Object.entries(params).map(([field, value]) => ({ field, operator: 'eq', value }))

/** Gives what may be chosen: a lookup page of it, and once something is typed what the server finds by that, which may look at more than is shown. */
export const useChoices = (source: Source | null): Choices => {
  const [typed, setTyped] = useState('')
  const [asked, setAsked] = useState('')
  const { path = '', params = {}, search } = source ?? {}
  const { query, selectProps } = useSelect<LookupRow & { id?: number }>({
    resource: path,
    dataProviderName: CHOICES,
    filters: asFilters(params),
    pagination: { pageSize: LOOKUP_ROWS, mode: 'server' },
    debounce: PAUSE,
    onSearch: (text) => {
      setAsked(text)
      return text === '' ? [] : [{ field: search ?? '', operator: 'contains', value: text }]
    },
    queryOptions: { ...kept, enabled: source !== null },
    errorNotification: false,
    meta: useOwnMeta(),
  })
  // Until the typist pauses nothing was found: Enter must not take what was offered before.
  const waits = typed !== asked
  const rows = waits || source === null ? [] : (query.data?.data ?? [])
  const isLoading = waits || query.isLoading
  return {
    rows,
    isLoading,
    nothing: isLoading || typed !== '' || rows.length > 0 ? undefined : nothingText(path, params),
    isSearching: search !== undefined && typed !== '',
    hasMore: rows.length >= LOOKUP_ROWS,
    onSearch: search
      ? (text) => {
          setTyped(text)
          selectProps.onSearch?.(text)
        }
      : undefined,
  }
}

/** Gives what an input needs to offer what is found as someone types. What was looked for is forgotten when it closes. */
export const searchProps = ({
  isLoading,
  nothing,
  onSearch,
}: Pick<Choices, 'isLoading' | 'onSearch'> & Partial<Pick<Choices, 'nothing'>>) => ({
  loading: isLoading,
  filterOption: onSearch ? (false as const) : undefined,
  optionFilterProp: 'label',
  onSearch,
  onOpenChange: (isOpen: boolean): void => {
    if (!isOpen) onSearch?.('')
  },
  notFoundContent: isLoading ? t`查找中…` : nothing,
})

/** What is shown of one that is chosen: until its name is there, that it is to come; its number where there is none to be known. */
export const calledBy = (value: number, label: string | undefined, isLoading: boolean): string => label ?? (isLoading ? '…' : String(value))

/**
 * Gives the rows of what is chosen, however far from the first page they stand: asked for all at once. None of those that the person may
 * not see; `path` is the call that they are chosen by, null where nothing is asked.
 */
export const useChosen = (path: string | null, ids: readonly number[]): { rows: LookupRow[]; isLoading: boolean } => {
  const enabled = path !== null && ids.length > 0 && namingCallOf(path) !== null
  const { query, result } = useMany<LookupRow & { id?: number }>({
    resource: path ?? '',
    dataProviderName: CHOICES,
    ids: uniq(ids).sort((a, b) => a - b),
    queryOptions: { ...kept, enabled, placeholderData: (previous) => previous },
    errorNotification: false,
    meta: useOwnMeta(),
  })
  return { rows: enabled ? result.data : [], isLoading: enabled && query.isFetching && (query.isPlaceholderData || query.isLoading) }
}
