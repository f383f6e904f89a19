import { useInvalidate } from '@refinedev/core'
import { useMemo } from 'react'
import { resourceNamed, resources } from '../../declared/declared.ts'
import { journal } from '../../declared/journal.ts'
import type { CompleteResource } from '../../derive/complete.ts'
import { isChoice } from '../lookup/stale.ts'

type Key = readonly unknown[]

/** What refine's name of a custom read says of it (useRead). */
const customIn = ([, , action, said]: Key): { url?: string; isView?: boolean } => (action === 'custom' && said ? said : {})

/** What a read is named by: a resource, a call's path, its params. */
const wordsOf = (key: Key): Key => [...key, customIn(key).url]

/** Whether it shows what is made of records, or what is chosen from them. */
const isMadeOfRecords = (key: Key): boolean => customIn(key).isView === true || isChoice(key)

/** Whether a query asked for records of a screen: by its name, as lists and details do, or by one of its calls. */
export const readsScreen = (key: Key, screen: string): boolean =>
  wordsOf(key).some((part) => part === screen || (typeof part === 'string' && part.startsWith(`/api/${screen}/`)))

/** The resources whose details count what they list of another's records: how many, how much, until when. */
const countedFrom = ({ name }: CompleteResource): string[] =>
  resources
    .filter(
      ({ columns, related }) => related.some(({ resource }) => resource === name) && columns.some(({ spec }) => spec.derived === 'counted'),
    )
    .map((resource) => resource.name)

const isMoved = ({ states }: CompleteResource): boolean => states?.moves !== undefined

/**
 * The resources that a deed to a record of another may change: what the record lists, to which a deed adds (input VAT that is turned out of an entry), and what the system
 * moves with it: those that list such records (a visit that is made moves its doubt), and what they list (a room that is given back ends its contract, and with it the case
 * of whoever stayed in it).
 */
const changedWith = (resource: CompleteResource): string[] => {
  const listed = ({ related }: CompleteResource): CompleteResource[] => related.map((list) => resourceNamed(list.resource))
  const above = resources.filter((other) => isMoved(other) && listed(other).some(({ name }) => name === resource.name))
  const changed = [...above, ...listed(resource), ...above.flatMap(listed).filter(isMoved)]
  return [...new Set(changed.map(({ name }) => name))].filter((name) => name !== resource.name)
}

interface ReadAnew {
  /** Where a deed has changed records of a resource: whatever shows some of them, or is made of them. */
  records: (resource: CompleteResource) => void
  /** What shows a resource's deeds, but not its records: the journal, what is made of records, what it lists and what moves with it, and details that count some of them. */
  besides: (resource: CompleteResource) => void
  /** Settles when what is made of records has been read anew. */
  views: () => Promise<void>
  /** What one call told. */
  call: (path: string) => void
  /** Settles when everything on screen has been read anew. */
  everything: () => Promise<void>
}

/** Gives what makes views read anew, each once and in the background. */
export const useReadAnew = (): ReadAnew => {
  const invalidate = useInvalidate()
  return useMemo(() => {
    const where = (isMeant: (key: Key) => boolean): Promise<void> =>
      invalidate({ invalidates: ['all'], invalidationFilters: { queryKey: [], predicate: ({ queryKey }) => isMeant(queryKey) } })
    const views = (): Promise<void> => where(isMadeOfRecords)
    const besides = (resource: CompleteResource): void => {
      if (journal && resource.isLogged) void invalidate({ resource: journal.name, invalidates: ['list'] })
      for (const changed of changedWith(resource)) void invalidate({ resource: changed, invalidates: ['resourceAll'] })
      const counting = countedFrom(resource)
      void where((key) => isMadeOfRecords(key) || (key.includes('one') && counting.some((name) => key.includes(name))))
    }
    return {
      besides,
      views,
      records: (resource) => {
        void invalidate({ resource: resource.name, invalidates: ['resourceAll'] })
        besides(resource)
      },
      call: (path) => void where((key) => wordsOf(key).includes(path)),
      everything: () => where(() => true),
    }
  }, [invalidate])
}
