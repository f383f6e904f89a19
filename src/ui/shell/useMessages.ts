import { useInvalidate } from '@refinedev/core'
import { useEffect, useState } from 'react'
import { resourceNamed } from '../../declared/declared.ts'
import { followEvents } from '../../providers/events.ts'
import { useRead } from '../hooks/useRead.ts'
import { useReadAnew } from '../hooks/useReadAnew.ts'

/** How often it is asked while the server cannot tell by itself. */
const ASK_MS = 60_000
const COUNTS = '/message/init'
/** Gives one's messages, the newest first. */
export const NEWEST = resourceNamed('message').calls.index ?? ''

interface Counts {
  unread: number
  readed: number
  trash: number
}

/** Gives how many messages the person has not read, as it changes. Lists of messages on screen are read anew with it. */
export const useUnread = (): number => {
  const readAnew = useReadAnew()
  const invalidate = useInvalidate()
  const [isLive, setLive] = useState(false)
  useEffect(
    () =>
      followEvents({
        onState: (state) => setLive(state === 'live'),
        on: {
          message: () => {
            for (const path of [COUNTS, NEWEST]) readAnew.call(path)
            void invalidate({ resource: 'message', invalidates: ['list'] })
          },
        },
      }),
    [readAnew, invalidate],
  )
  const { data } = useRead<Counts>(COUNTS, {}, { isView: true, again: () => (isLive ? false : ASK_MS) })
  return data?.unread ?? 0
}
