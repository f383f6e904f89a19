import { useState } from 'react'
import { LOOKUP_ROWS } from '../../protocol/envelope.ts'
import { usePaused } from '../hooks/usePaused.ts'
import { type LookupRow, useLookup } from './useLookup.ts'

/** Where choices come from: a call, what it is asked with, and the name of the param that carries what staff type. */
export interface Source {
  path: string
  params?: Record<string, unknown>
  search?: string | undefined
}

export interface Choices {
  rows: LookupRow[]
  isLoading: boolean
  /** Those of before anything was typed: what is chosen is read from them, whatever is looked for. */
  first: LookupRow[]
  /** Whether the rows are what was found by something typed: what is chosen already is offered only if it was found. */
  isSearching: boolean
  /** Whether there are more than are shown before anything is typed. */
  hasMore: boolean
  /** Hears what is typed; undefined where the call finds nothing by it, and the choices are narrowed here. */
  onSearch: ((typed: string) => void) | undefined
}

/** Gives what may be chosen: a lookup page of it, and once something is typed what the server finds by that, which may look at more than is shown. */
export const useChoices = (source: Source | null): Choices => {
  const [typed, setTyped] = useState('')
  const searched = usePaused(typed)
  const { path = null, params, search } = source ?? {}
  const paged = { ...params, page: 1, page_rows: LOOKUP_ROWS }
  const first = useLookup(path, search ? paged : params)
  const found = useLookup(search && searched ? path : null, { ...paged, [search ?? '']: searched })
  const isSearching = search !== undefined && typed !== ''
  // Until the typist pauses nothing was found: Enter must not take what was offered before.
  const waits = typed !== searched
  return {
    rows: isSearching ? (waits ? [] : found.rows) : first.rows,
    isLoading: isSearching ? waits || found.isLoading : first.isLoading,
    first: first.rows,
    isSearching,
    hasMore: first.rows.length >= LOOKUP_ROWS,
    onSearch: search ? setTyped : undefined,
  }
}
