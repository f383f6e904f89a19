import { useState } from 'react'
import { LOOKUP_ROWS } from '../../protocol/envelope.ts'
import { usePaused } from '../usePaused.ts'
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
  /** Hears what is typed; undefined where all choices are at hand, and are narrowed here. */
  onSearch: ((typed: string) => void) | undefined
}

/** Gives what may be chosen: all of it where that is a lookup page at most, otherwise what the server finds by what is typed. */
export const useChoices = (source: Source | null): Choices => {
  const [typed, setTyped] = useState('')
  const searched = usePaused(typed)
  const { path = null, params, search } = source ?? {}
  const paged = { ...params, page: 1, page_rows: LOOKUP_ROWS }
  const first = useLookup(path, search ? paged : params)
  const isSearched = search !== undefined && first.rows.length >= LOOKUP_ROWS
  const found = useLookup(isSearched && searched !== '' ? path : null, { ...paged, [search ?? '']: searched })
  const shown = isSearched && searched !== '' ? found : first
  return { ...shown, onSearch: isSearched ? setTyped : undefined }
}
