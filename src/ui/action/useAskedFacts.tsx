import { useShow } from '@refinedev/core'
import type { ReactNode } from 'react'
import { useOwnMeta } from '../hooks/useOwnMeta.ts'
import { Facts } from '../list/detail/Facts.tsx'
import { PlaceContext } from '../tab/recordAddress.ts'
import { mayRead } from './allowed.ts'
import { type Begun, type Row, subjectOf } from './begun.ts'

/**
 * What a question about one record is about, as it stands now: its facts (`facts`), and whether they are still being read: a dialog that grows
 * by them later moves its buttons from under the hand. Nothing where its resource says none, or it may not be read.
 */
export const useAskedFacts = (begun: Begun, isAsked = true): { facts: ReactNode; isReading: boolean } => {
  const subject = subjectOf(begun)
  const { resource } = subject ?? begun
  const enabled = isAsked && subject !== undefined && resource.facts.length > 0 && mayRead(resource)
  const { result, query } = useShow<Row & { id?: number }>({
    resource: resource.name,
    id: Number(subject?.row[resource.key]),
    meta: useOwnMeta(),
    queryOptions: { enabled },
    errorNotification: false,
  })
  const facts = enabled && result && (
    <PlaceContext value={null}>
      <Facts resource={resource} row={result} />
    </PlaceContext>
  )
  return { facts, isReading: enabled && query.isLoading }
}
