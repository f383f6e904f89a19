import { holds } from '../../core/form.ts'
import type { CompleteAction, CompleteResource } from '../../derive/complete.ts'
import { mayCall } from '../../providers/accessControlProvider.ts'
import type { Row } from './ActionHost.tsx'

/** What is someone's own needs no code. */
const mayDo = (resource: CompleteResource, action: CompleteAction): boolean => resource.own !== null || mayCall(action.can)

/** Actions of the page's head that this person may do. */
export const pageActions = (resource: CompleteResource): CompleteAction[] =>
  resource.actions.filter((action) => action.on === 'page' && mayDo(resource, action))

/** Actions that this person may do to a row in the state it is in. */
export const rowActions = (resource: CompleteResource, row: Row): CompleteAction[] =>
  resource.actions.filter((action) => action.on !== 'page' && mayDo(resource, action) && holds(action.when, row))

/** Actions on a selection of many; `rows` that are not in the state for it make it refuse, so each says how many it fits. */
export const bulkActions = (resource: CompleteResource): CompleteAction[] =>
  resource.actions.filter((action) => action.on === 'rows' && mayDo(resource, action))

export const fitting = (action: CompleteAction, rows: readonly Row[]): Row[] => rows.filter((row) => holds(action.when, row))
