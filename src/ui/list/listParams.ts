import type { CompleteResource } from '../../derive/complete.ts'
import type { Params } from '../kinds/kindView.ts'
import { type Order, orderText } from './saved/saved.ts'

export const PAGE_ROWS = 20

/** What a list asks for: what its address can say, so that who gets the address sees the same rows. */
export interface ListState {
  filters: Params
  order: Order
  page: number
  pageRows: number
}

/** Gives what the header's project asks of a resource that has one, unless a filter of the list asks for another. */
export const scopeOf = ({ scope }: CompleteResource, project: number | null): Params =>
  scope && project !== null ? { [scope]: project } : {}

/** Gives the filters that a list asks with: what was chosen, what its strip always asks, and the header's project where the resource has one and none was chosen. */
export const askedFilters = (
  resource: CompleteResource,
  filters: Params,
  project: number | null,
  where: Params = {},
): [string, unknown][] => {
  const given = Object.entries(filters).filter(([, value]) => value !== undefined && value !== '')
  return Object.entries({ ...scopeOf(resource, project), ...Object.fromEntries(given), ...where })
}

/** Gives the params of the list call as the list screen will ask for this. */
export const paramsOf = (
  resource: CompleteResource,
  { filters, order, page, pageRows }: ListState,
  project: number | null,
  where: Params = {},
): Params => ({
  ...Object.fromEntries(askedFilters(resource, filters, project, where)),
  order: orderText(order),
  page,
  page_rows: pageRows,
})
