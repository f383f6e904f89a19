import { begunFrom } from '../../../declared/beginnings.ts'
import type { CompleteResource } from '../../../derive/complete.ts'
import { addsTo } from '../../../derive/routes.ts'
import { mayCall } from '../../../providers/mayCall.ts'
import { pageActions } from '../../action/allowed.ts'
import type { Row } from '../../action/begun.ts'
import { deedFrom, type RecordDeed } from '../../action/recordDeeds.ts'
import { readTitle } from '../../kinds/text.tsx'

/**
 * Gives what begins another row of a list in a record's detail: as its action says (`begins`), or its adding, which knows the record by
 * the column `by`. Null where this person may not, or the dialog asks for no such record.
 */
export const addDeed = (resource: CompleteResource, record: Row, list: CompleteResource, by: string): RecordDeed | null => {
  const begun = begunFrom(resource, record).find((one) => one.resource.name === list.name && mayCall(one.action.can))
  if (begun) return deedFrom({ resource, row: record }, begun)
  const action = addsTo(pageActions(list))
  if (!action?.form || !(by in action.form.properties)) return null
  const key = record[resource.key]
  const named = { [by]: { value: key, label: readTitle(resource, record) } }
  return deedFrom({ resource, row: record }, { resource: list, action, label: action.label, given: { [by]: key }, named })
}
