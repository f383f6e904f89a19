import { useShow } from '@refinedev/core'
import { useOwnMeta } from '../hooks/useOwnMeta.ts'
import { Facts } from '../list/detail/Facts.tsx'
import { PlaceContext } from '../tab/recordAddress.ts'
import { mayRead } from './allowed.ts'
import type { Begun, Row } from './begun.ts'

/** What a question about one record is about, as it stands now: its facts (`facts`). Nothing where its resource says none, or it may not be read. */
export const AskedFacts = ({ begun: { resource, rows } }: { begun: Begun }) => {
  const [row, other] = rows
  const isOne = row !== undefined && other === undefined
  const enabled = isOne && resource.facts.length > 0 && mayRead(resource)
  const { result } = useShow<Row & { id?: number }>({
    resource: resource.name,
    id: Number(row?.[resource.key]),
    meta: useOwnMeta(),
    queryOptions: { enabled },
    errorNotification: false,
  })
  if (!enabled || !result) return null
  return (
    <PlaceContext value={null}>
      <Facts resource={resource} row={result} />
    </PlaceContext>
  )
}
