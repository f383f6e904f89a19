import { useQueries } from '@tanstack/react-query'
import { call } from '../../providers/call.ts'

type Params = Readonly<Record<string, unknown>>

interface Asked {
  path: string
  params: Params
}

/** One function, so that what it gives stays the same list until an answer changes. */
const dataOf = <T>(answers: readonly { data: T | undefined }[]): (T | undefined)[] => answers.map(({ data }) => data)

/**
 * Reads as many calls as a declaration names, under a name and each by its path and params; refine's hooks read one each, and no draw may
 * call another number of hooks than the one before.
 */
export const useReads = <T>(name: string, reads: readonly Asked[], times: { staleTime: number; gcTime?: number }): (T | undefined)[] =>
  useQueries({
    queries: reads.map(({ path, params }) => ({
      ...times,
      queryKey: [name, path, params],
      queryFn: ({ signal }: { signal: AbortSignal }) => call<T>(path, params, { signal }),
    })),
    combine: dataOf<T>,
  })
