import { type ReactNode, useContext } from 'react'
import { mayRead } from '../action/allowed.ts'
import { useRights } from '../hooks/useRights.ts'
import { openable, PlaceContext, recordAddress } from '../tab/recordAddress.ts'

/**
 * What names a record leads to it, over the page where it stands: `of` is its resource's name. It is no more than what it says where the
 * record is not this person's to read, where none can be opened, and where nothing draws it.
 */
export const RecordLink = ({ of, id, children }: { of: unknown; id: unknown; children: ReactNode }) => {
  useRights()
  const place = useContext(PlaceContext)
  const resource = place && openable(of)
  if (!resource || !mayRead(resource) || !Number(id)) return children
  return (
    <a className="reference" href={`#${recordAddress(place, { resource: resource.name, id: Number(id) })}`}>
      {children}
    </a>
  )
}
