import { useInvalidate } from '@refinedev/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '../../providers/call.ts'
import { followEvents } from '../../providers/events.ts'

/** How often it is asked while the server cannot tell by itself. */
const ASK_MS = 60_000
const COUNTS = ['view', 'messages']

interface Counts {
  unread: number
  readed: number
  trash: number
}

/** Gives how many messages the person has not read, as it changes. Lists of messages on screen are read anew with it. */
export const useUnread = (): number => {
  const queries = useQueryClient()
  const invalidate = useInvalidate()
  const [isLive, setLive] = useState(false)
  useEffect(
    () =>
      followEvents({
        onState: (state) => setLive(state === 'live'),
        on: {
          message: () => {
            void queries.invalidateQueries({ queryKey: COUNTS })
            void invalidate({ resource: 'message', invalidates: ['list'] })
          },
        },
      }),
    [queries, invalidate],
  )
  const { data } = useQuery({
    queryKey: COUNTS,
    queryFn: ({ signal }) => call<Counts>('/message/init', {}, { signal }),
    refetchInterval: isLive ? false : ASK_MS,
  })
  return data?.unread ?? 0
}
