import { useLayoutEffect } from 'react'
import { generatePath } from 'react-router'
import { mayLead } from './LeadLink.tsx'
import { useIsShown } from './Located.tsx'
import { type Place, type RecordKey, recordAddress, withRecords } from './recordAddress.ts'
import { refineResources } from './screens.ts'

/** A page that is everyone's, and draws records. */
export const MESSAGE_CENTER = '/message'

let shown: Place | null = null

/** Says where the page that is looked at draws its records, for what stands outside of every page: the palette, the messages. */
export const useShownPlace = (at: string, first: RecordKey | null): void => {
  const isShown = useIsShown()
  const { resource, id } = first ?? {}
  useLayoutEffect(() => {
    if (!isShown) return
    const place: Place = { at, first: resource !== undefined && id !== undefined ? { resource, id } : null }
    shown = place
    return () => {
      if (shown === place) shown = null
    }
  }, [isShown, at, resource, id])
}

/** Gives the address that opens a record from outside of every page: over the one that is looked at, or on its own list where that draws none. */
export const addressFromAnywhere = (record: RecordKey): string => {
  if (shown) return recordAddress(shown, record)
  const own = refineResources().find(({ name }) => name === record.resource)?.show
  const address = own && generatePath(own, { id: String(record.id) })
  return address && mayLead(address) ? address : withRecords(MESSAGE_CENTER, [record])
}
