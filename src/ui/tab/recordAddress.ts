import { createContext } from 'react'
import { parsePath } from 'react-router'
import { resources } from '../../declared/declared.ts'
import type { CompleteResource } from '../../derive/complete.ts'
import { placeOf } from './screens.ts'

/** A record by the name of its resource and its key. */
export interface RecordKey {
  resource: string
  id: number
}

/** Where a reference stands: the address over which it opens its record, and the record of the list that this address opens itself. */
export interface Place {
  at: string
  first: RecordKey | null
}

/** Null where nothing draws records over the page: there a reference is text. */
export const PlaceContext = createContext<Place | null>(null)

/** The address's word for the records that lie over its page, the topmost last: `over=contract-34.lessee-56`. */
const OVER = 'over'
/** More lie over one another in no work; each is read when the address is opened. */
const MOST = 12

/** Whether two keys name the same record. */
const isSame = (one: RecordKey | null, other: RecordKey): boolean => one?.resource === other.resource && one.id === other.id

/** Gives the declared resource of that name whose records can be opened one by one; undefined where there is none. */
export const openable = (name: unknown): CompleteResource | undefined =>
  resources.find((resource) => resource.name === name && resource.calls.detail !== null)

const searchOf = (at: string): URLSearchParams => new URLSearchParams(parsePath(at).search)

/** Gives the records that an address has over its page. It outlives what is declared: what is none, or no more, is left out. */
export const recordsOver = (at: string): RecordKey[] =>
  (searchOf(at).get(OVER) ?? '')
    .split('.')
    .flatMap((text) => {
      const [, resource = '', id = ''] = /^([a-z]\w*)-([1-9]\d{0,8})$/.exec(text) ?? []
      return openable(resource) ? [{ resource, id: Number(id) }] : []
    })
    .slice(-MOST)

/** Gives an address with these records over its page, in place of those that it has. */
export const withRecords = (at: string, records: readonly RecordKey[]): string => {
  const search = searchOf(at)
  search.delete(OVER)
  if (records.length > 0) search.set(OVER, records.map(({ resource, id }) => `${resource}-${id}`).join('.'))
  const words = search.toString()
  return `${parsePath(at).pathname ?? ''}${words && `?${words}`}`
}

/** Gives the address of the page alone, without any record. */
export const pageOf = (at: string): string => {
  const { pathname = '', search = '' } = parsePath(at)
  return withRecords(`${placeOf(pathname).path}${search}`, [])
}

/** Gives the address of a record over a place; of one that lies there already the place as it was with it on top. */
export const recordAddress = ({ at, first }: Place, record: RecordKey): string => {
  if (isSame(first, record)) return withRecords(at, [])
  const over = recordsOver(at)
  const place = over.findIndex((other) => isSame(other, record))
  return withRecords(at, place < 0 ? [...over, record] : over.slice(0, place + 1))
}
