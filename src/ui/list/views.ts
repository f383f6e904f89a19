import type { CompleteResource } from '../../derive/complete.ts'

const VIEWS = ['calendar', 'board'] as const
/** How a list is seen beside its table. */
export type ListView = (typeof VIEWS)[number]

/** Gives how else a resource's list can be seen. */
export const viewsOf = ({ calendar, hasBoard }: CompleteResource): ListView[] =>
  VIEWS.filter((view) => (view === 'calendar' ? calendar !== null : hasBoard))

/** Gives how an address asks to see it; null is the table. */
export const viewShown = (resource: CompleteResource, search: URLSearchParams): ListView | null =>
  viewsOf(resource).find((view) => view === search.get('view')) ?? null
