import { type ReactNode, Suspense, useMemo } from 'react'
import { createPath, useLocation } from 'react-router'
import { lazily } from '../later/lazily.ts'
import { part } from '../later/part.tsx'
import { PlaceContext, pageOf, type RecordKey, recordsOver } from '../tab/recordAddress.ts'
import { useShownPlace } from '../tab/shownPlace.ts'

const RecordCards = part((parts) => parts.RecordCards)
const DetailDrawers = lazily(() => import('./detail/DetailDrawers.tsx'))

/** Records as a list shows them, one after the other. */
export interface Neighbours {
  resource: string
  ids: readonly number[]
}

interface Props {
  /** The record that the page's own address opens. */
  first: RecordKey | null
  /** The rows of the page among which one walks. */
  behind: Neighbours | null
  children: ReactNode
}

/** Makes what is named on a page lead to its record, and draws those that the page's address opens over it. */
export const Records = ({ first, behind, children }: Props) => {
  const at = createPath(useLocation())
  const page = pageOf(at)
  useShownPlace(at, first)
  // The rows are not drawn anew when a record is opened over them.
  const place = useMemo(() => ({ at: page, first: null }), [page])
  return (
    <PlaceContext value={place}>
      {children}
      <RecordCards />
      {(first || recordsOver(at).length > 0) && (
        <Suspense fallback={null}>
          <DetailDrawers at={at} first={first} behind={behind} />
        </Suspense>
      )}
    </PlaceContext>
  )
}
