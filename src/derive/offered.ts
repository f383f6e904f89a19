import { partition } from 'es-toolkit'
import { holds } from '../core/form.ts'
import type { CompleteAction } from './actions.ts'
import type { CompleteResource } from './complete.ts'

/** Whether someone holds a code. */
export type May = (code: string) => boolean

/** What is someone's own needs no code. */
const mayDo = (resource: CompleteResource, action: CompleteAction, may: May): boolean => resource.own !== null || may(action.can)

/** Actions of the page's head that someone may do. */
export const pageActions = (resource: CompleteResource, may: May): CompleteAction[] =>
  resource.actions.filter((action) => action.on === 'page' && mayDo(resource, action, may))

/** What takes something away stands last: the hand that goes on to the next does not meet it on its way. */
const dangerLast = (actions: readonly CompleteAction[]): CompleteAction[] => partition(actions, ({ tone }) => tone !== 'danger').flat()

/** Actions that someone may do to some row, whatever its state. */
export const anyRowActions = (resource: CompleteResource, may: May): CompleteAction[] =>
  dangerLast(resource.actions.filter((action) => action.on !== 'page' && mayDo(resource, action, may)))

/** Actions that someone may do to a row in the state it is in. */
export const rowActions = (resource: CompleteResource, row: Readonly<Record<string, unknown>>, may: May): CompleteAction[] =>
  anyRowActions(resource, may).filter((action) => holds(action.when, row))

/** Actions that someone may do to a selection of many. */
export const bulkActions = (resource: CompleteResource, may: May): CompleteAction[] =>
  dangerLast(resource.actions.filter((action) => action.on === 'rows' && mayDo(resource, action, may)))
