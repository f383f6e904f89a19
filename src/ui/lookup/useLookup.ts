import { useQuery } from '@tanstack/react-query'
import type { Page } from '../../protocol/envelope.ts'
import { call } from '../../providers/call.ts'

export type LookupRow = Record<string, unknown>

/** Gives how a row is called where it is chosen: its texts, one after the other. */
export const labelOf = (names: readonly string[], row: LookupRow): string =>
  names
    .map((name) => String(row[name] ?? ''))
    .filter(Boolean)
    .join(' ')

/** Gives the rows of a lookup call, read once and kept; a path of null reads nothing. Both answers that lookups have are taken: a list, or a page of one. */
export const useLookup = (path: string | null, params: Record<string, unknown> = {}): { rows: LookupRow[]; isLoading: boolean } => {
  const { data, isLoading } = useQuery({
    queryKey: ['lookup', path, params],
    enabled: path !== null,
    staleTime: 5 * 60_000,
    queryFn: ({ signal }) => call<LookupRow[] | Page<LookupRow>>(path ?? '', params, { signal }),
  })
  return { rows: Array.isArray(data) ? data : (data?.list ?? []), isLoading }
}
