import type { CompleteResource } from '../derive/complete.ts'
import { historyOf, journal } from './journal.ts'
import { type Related, relatedTo } from './referring.ts'

/** The first page of a list that is asked about a record. */
export interface AskedList {
  resource: string
  where: Readonly<Record<string, unknown>>
  sort: readonly [string, 'asc' | 'desc']
  rows: number
}

/** How many rows a list in a record's detail shows. */
const RELATED_ROWS = 20

/** As many changes of one record as its way is told from. */
const MOST_STEPS = 100

type Named = (name: string) => CompleteResource

/** Gives what a list in a record's detail asks. */
export const relatedAsk = ({ resource: name, by, where, sort }: Related, id: number, named: Named): AskedList => {
  const resource = named(name)
  // One number or one of several, as the filter has it: otherwise it asks nothing.
  const asked = Object.entries({ ...where, [by]: id }).map(([column, value]) => {
    const isOfSeveral = typeof value === 'number' && resource.column[column] && resource.column[column].match !== 'equals'
    return [column, isOfSeveral ? [value] : value]
  })
  return { resource: name, where: Object.fromEntries(asked), sort: sort ?? resource.sort, rows: RELATED_ROWS }
}

/** Gives what 历史 asks in a record's detail; null where nothing is written down of it. */
export const historyAsk = (resource: CompleteResource, id: number): AskedList | null => {
  const where = historyOf(resource, id)
  return where && journal && { resource: journal.name, where, sort: journal.sort, rows: RELATED_ROWS }
}

/** Gives what a record's way through its states is told from, the newest first; null where its detail shows none. */
export const wayAsk = (resource: CompleteResource, id: number): AskedList | null => {
  const asked = resource.states && !resource.draws ? historyAsk(resource, id) : null
  return asked && { ...asked, sort: [asked.sort[0], 'desc'], rows: MOST_STEPS }
}

/**
 * Gives the lists of which a record's detail shows the first that its reader may read, and 历史 last; none that some records alone have, or
 * that is of what the record names, for the record itself is not known yet.
 */
export const listsBeside = (resource: CompleteResource, id: number, named: Named): AskedList[] => {
  const history = historyAsk(resource, id)
  const all = relatedTo(resource).filter(({ when, from }) => !when && from === undefined)
  return [...all.map((related) => relatedAsk(related, id, named)), ...(history ? [history] : [])]
}

/** Gives the params of the list call that an asked list is. */
export const askedParams = ({ where, sort: [column, order], rows }: AskedList): Record<string, unknown> => ({
  ...where,
  order: `${order === 'desc' ? '-' : ''}${column}`,
  page: 1,
  page_rows: rows,
})
