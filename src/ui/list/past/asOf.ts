import { useSearchParams } from 'react-router'
import type { CompleteResource } from '../../../derive/complete.ts'
import { isDate } from '../../../protocol/dates.ts'
import { useOwnMeta } from '../../hooks/useOwnMeta.ts'

const NAME = 'as_of'

/** Gives the past day that the page's address asks for, null for now, and what asks for another: it stands in the address, so that it can be sent. */
export const useAsOf = (): [string | null, (day: string | null) => void] => {
  const [search, setSearch] = useSearchParams()
  const day = search.get(NAME)
  const ask = (next: string | null): void =>
    setSearch((now) => {
      if (next) now.set(NAME, next)
      else now.delete(NAME)
      return now
    })
  return [day && isDate(day) ? day : null, ask]
}

/** Gives what a list's call is asked beside its filters where its page is of a past day and it has one. */
export const pastOf = ({ hasPast }: Pick<CompleteResource, 'hasPast'>, day: string | null): { as_of?: string } =>
  hasPast && day ? { as_of: day } : {}

/** A `meta` in which nothing of the address stands but the past day of which records of this resource are read. */
export const useRecordMeta = (resource: Pick<CompleteResource, 'hasPast'>): Record<string, unknown> => {
  const [day] = useAsOf()
  return { ...useOwnMeta(), ...pastOf(resource, day) }
}
