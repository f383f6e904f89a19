import { holds } from '../../core/form.ts'
import { tablesIn } from '../../core/prints.ts'
import { resources } from '../../declared/declared.ts'
import type { CompleteAction } from '../../derive/actions.ts'
import type { CompleteResource } from '../../derive/complete.ts'
import * as offered from '../../derive/offered.ts'
import { READ_AS_OF } from '../../providers/dataProvider.ts'
import { mayCall } from '../../providers/mayCall.ts'
import type { Row } from './begun.ts'

/** A paper says rows of lists: whoever may not read one of these is refused it (R166), and is not offered it. */
const mayPrint = ({ prints }: CompleteResource, { prints: print = '' }: CompleteAction): boolean =>
  tablesIn(prints[print]?.text ?? '').every(({ resource: name }) => {
    const list = resources.find((one) => one.name === name)
    return list !== undefined && (list.isLookup || (list.calls.index !== null && mayCall(list.calls.index)))
  })

const printable = (resource: CompleteResource, actions: readonly CompleteAction[]): CompleteAction[] =>
  actions.filter((action) => mayPrint(resource, action))

/** Actions of the page's head that this person may do. */
export const pageActions = (resource: CompleteResource): CompleteAction[] => offered.pageActions(resource, mayCall)

/** Whether a record is shown as it was on a past day. */
export const isOfThePast = (row: Row): boolean => row[READ_AS_OF] !== undefined

/** Actions that this person may do to a row in the state it is in; none to what was. */
export const rowActions = (resource: CompleteResource, row: Row): CompleteAction[] =>
  isOfThePast(row) ? [] : printable(resource, offered.rowActions(resource, row, mayCall))

/** Actions that this person may do to some row, whatever its state. */
export const anyRowActions = (resource: CompleteResource): CompleteAction[] => printable(resource, offered.anyRowActions(resource, mayCall))

/** Actions on a selection of many; `rows` that are not in the state for it make it refuse, so each says how many it fits. */
export const bulkActions = (resource: CompleteResource): CompleteAction[] => printable(resource, offered.bulkActions(resource, mayCall))

/** Whether this person may read a record of a resource, if it is of a project that they see. */
export const mayRead = ({ isLookup, calls: { detail } }: CompleteResource): boolean => detail !== null && (isLookup || mayCall(detail))

export const fitting = (action: CompleteAction, rows: readonly Row[]): Row[] => rows.filter((row) => holds(action.when, row))
