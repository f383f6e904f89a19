import type { CompleteResource } from '../../derive/complete.ts'
import type { Params } from '../kinds/kindView.ts'
import { orderText, startOf } from './saved.ts'

export const PAGE_ROWS = 20

/** Gives the filters that a list asks with: what was chosen, what its strip always asks, and the header's project where the resource has one and none was chosen. */
export const askedFilters = (
  resource: CompleteResource,
  filters: Params,
  project: number | null,
  where: Params = {},
): [string, unknown][] => {
  const scope = resource.scope && project !== null && filters[resource.scope] === undefined ? { [resource.scope]: project } : {}
  return Object.entries({ ...scope, ...filters, ...where }).filter(([, value]) => value !== undefined && value !== '')
}

/** Gives the params of the first page as the list screen will ask for it. */
export const firstPageParams = (resource: CompleteResource, project: number | null, where: Params = {}): Params => {
  const { filters, order } = startOf(resource)
  return {
    ...Object.fromEntries(askedFilters(resource, filters, project, where)),
    order: orderText(order),
    page: 1,
    page_rows: PAGE_ROWS,
  }
}
