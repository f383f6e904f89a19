import { holds } from '../../core/form.ts'
import type { CompleteAction } from '../../derive/actions.ts'
import type { CompleteResource } from '../../derive/complete.ts'
import * as offered from '../../derive/offered.ts'
import { mayCall } from '../../providers/mayCall.ts'
import type { Row } from './begun.ts'

/** Actions of the page's head that this person may do. */
export const pageActions = (resource: CompleteResource): CompleteAction[] => offered.pageActions(resource, mayCall)

/** Actions that this person may do to a row in the state it is in. */
export const rowActions = (resource: CompleteResource, row: Row): CompleteAction[] => offered.rowActions(resource, row, mayCall)

/** Actions that this person may do to some row, whatever its state. */
export const anyRowActions = (resource: CompleteResource): CompleteAction[] => offered.anyRowActions(resource, mayCall)

/** Actions on a selection of many; `rows` that are not in the state for it make it refuse, so each says how many it fits. */
export const bulkActions = (resource: CompleteResource): CompleteAction[] => offered.bulkActions(resource, mayCall)

/** Whether this person may read a record of a resource, if it is of a project that they see. */
export const mayRead = ({ isLookup, calls: { detail } }: CompleteResource): boolean => detail !== null && (isLookup || mayCall(detail))

export const fitting = (action: CompleteAction, rows: readonly Row[]): Row[] => rows.filter((row) => holds(action.when, row))
