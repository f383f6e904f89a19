import { holds } from '../core/form.ts'
import type { CompleteAction, CompleteResource } from './complete.ts'

/** Whether someone holds a code. */
export type May = (code: string) => boolean

/** Actions of the page's head that someone may do. */
export const pageActions = (resource: CompleteResource, may: May): CompleteAction[] =>
  resource.actions.filter((action) => action.on === 'page' && may(action.can))

/** Actions that someone may do to a row in the state it is in. */
export const rowActions = (resource: CompleteResource, row: Readonly<Record<string, unknown>>, may: May): CompleteAction[] =>
  resource.actions.filter((action) => action.on !== 'page' && may(action.can) && holds(action.when, row))

/** Actions that someone may do to a selection of many. */
export const bulkActions = (resource: CompleteResource, may: May): CompleteAction[] =>
  resource.actions.filter((action) => action.on === 'rows' && may(action.can))
