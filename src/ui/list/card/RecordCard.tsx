import { useShow } from '@refinedev/core'
import { useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import type { CompleteResource } from '../../../derive/complete.ts'
import type { Row } from '../../action/begun.ts'
import { readTitle } from '../../kinds/text.tsx'
import { Waiting } from '../../look/Waiting.tsx'
import { PlaceContext } from '../../tab/recordAddress.ts'
import { Facts } from '../detail/Facts.tsx'
import { useRecordMeta } from '../past/asOf.ts'
import './card.css'

/** How long a card shows what was read before it asks again, in milliseconds. */
const FRESH = 30_000
const GAP = 6

interface Props {
  resource: CompleteResource
  id: number
  /** The reference that it tells of. */
  beside: HTMLElement
  /** Describes the reference with it. */
  name: string
}

/** The facts of a record beside what refers to it. Its one question is the detail's own: a drawer that opens then begins with its answer. */
export default function RecordCard({ resource, id, beside, name }: Props) {
  const card = useRef<HTMLDivElement>(null)
  const { query, result: row } = useShow<Row & { id?: number }>({
    resource: resource.name,
    id,
    meta: useRecordMeta(resource),
    queryOptions: { staleTime: FRESH },
    errorNotification: false,
  })
  // Beneath the reference, or above it where there is more room, whatever the card grows to when its answer comes.
  useLayoutEffect(() => {
    const box = card.current
    if (!box) return
    const place = (): void => {
      const { left, top, bottom } = beside.getBoundingClientRect()
      const isBelow = bottom + GAP + box.offsetHeight <= window.innerHeight || top < box.offsetHeight + GAP
      box.style.left = `${Math.max(GAP, Math.min(left, window.innerWidth - box.offsetWidth - GAP))}px`
      box.style.top = `${isBelow ? bottom + GAP : top - GAP - box.offsetHeight}px`
    }
    place()
    const observer = new ResizeObserver(place)
    observer.observe(box)
    return () => observer.disconnect()
  }, [beside])
  if (query.error) return null
  return createPortal(
    <div ref={card} id={name} className="record-card" role="tooltip">
      {row ? (
        <PlaceContext value={null}>
          <strong>{readTitle(resource, row)}</strong>
          <Facts resource={resource} row={row} />
        </PlaceContext>
      ) : (
        <Waiting like="facts" />
      )}
    </div>,
    document.body,
  )
}
