import { useCustom } from '@refinedev/core'
import { useRef } from 'react'

type Params = Readonly<Record<string, unknown>>

/** How something is read. */
interface Options<T> {
  /** It is made of records: whatever is done to any is a reason to read it anew (useReadAnew). */
  isView?: boolean
  /** What else tells it from other reads of the same call. */
  as?: string
  /** What was read before, with other params, stands until the answer is there. */
  isKept?: boolean
  /** Whoever shows it is drawn anew, too, when a read begins and ends; otherwise `isFetching` may be that of an earlier moment. */
  isFollowed?: boolean
  /** What it is refused with is said where it is shown, and nowhere else. */
  isQuiet?: boolean
  /** In how many milliseconds it is read anew by itself, after so many answers since it is shown; false: not until then. */
  again?: (data: T | undefined, answers: number) => number | false
  staleTime?: number
  gcTime?: number
  retry?: false
}

interface Read<T> {
  data: T | undefined
  error: Error | null
  isLoading: boolean
  isFetching: boolean
  /** Reads anew; gives what stands then, undefined where there is nothing. */
  refetch: () => Promise<T | undefined>
}

/**
 * `gcTime` of what is read anew at each opening, in milliseconds. With less a slow machine forgets it between the drawing and the showing
 * of its first answer, and asks twice.
 */
export const SOON_FORGOTTEN = 20_000

const NONE: Params = {}
const SHOWN = ['data', 'error'] as const

/** Reads what is no record of a resource: a call's answer, through refine's `custom`. A path of null asks nothing. */
export const useRead = <T>(path: string | null, params: Params = NONE, options: Options<T> = {}): Read<T> => {
  const { isView = false, as, isKept, isFollowed, isQuiet, again, ...times } = options
  const shown = useRef({ hash: '', answers: 0 })
  const { query } = useCustom({
    url: path ?? '',
    method: 'post',
    config: { payload: params },
    meta: { isView, as },
    queryOptions: {
      ...times,
      enabled: path !== null,
      notifyOnChangeProps: isFollowed ? [...SHOWN, 'isFetching'] : [...SHOWN],
      ...(isQuiet ? { meta: { isQuiet } } : {}),
      ...(isKept ? { placeholderData: (before) => before } : {}),
      ...(again
        ? {
            refetchInterval: ({ queryHash: hash, state }) => {
              if (shown.current.hash !== hash) shown.current = { hash, answers: state.dataUpdateCount }
              return again(state.data?.data as T | undefined, state.dataUpdateCount - shown.current.answers)
            },
          }
        : {}),
    },
    errorNotification: false,
  })
  const data = query.data?.data as T | undefined
  const error = query.error as Error | null
  return {
    data,
    error,
    isLoading: path !== null && data === undefined && error === null,
    isFetching: query.isFetching,
    refetch: async () => (await query.refetch()).data?.data as T | undefined,
  }
}
