import { partition, pick } from 'es-toolkit'
import { beginningLabels, begunFrom, type FromRecord } from '../../declared/beginnings.ts'
import type { CompleteAction } from '../../derive/actions.ts'
import type { CompleteResource } from '../../derive/complete.ts'
import { mayCall } from '../../providers/mayCall.ts'
import { anyRowActions, isOfThePast, rowActions } from './allowed.ts'
import type { Row, Subject } from './begun.ts'
import type { Run } from './useRunAction.ts'

/** Something that may be done from a record: to it, or with what it knows. */
export interface RecordDeed {
  key: string
  label: string
  action: CompleteAction
  begin: (run: Run) => void
}

const deedOn = (resource: CompleteResource, row: Row, action: CompleteAction): RecordDeed => ({
  key: action.name,
  label: action.label,
  action,
  // What gives a row another time begins with the time that it has.
  begin: (run) =>
    run(resource, action, [row], action.name === resource.calendar?.moves ? { given: pick(row, resource.calendar.during) } : {}),
})

/** What begins from a record as something that may be done from it. */
export const deedFrom = (from: Subject, { resource, action, label, given, named }: Omit<FromRecord, 'isFirst'>): RecordDeed => ({
  key: `${resource.name}.${action.name}`,
  label,
  action,
  begin: (run) => run(resource, action, [], { from, given, named }),
})

/** What takes something away stands last. */
const dangerLast = (deeds: readonly RecordDeed[]): RecordDeed[] => partition(deeds, ({ action }) => action.tone !== 'danger').flat()

/** Gives what this person may do from a record as it stands: its actions, and what begins from it (`begins`). */
export const recordDeeds = (resource: CompleteResource, row: Row): RecordDeed[] => {
  const begun = (isOfThePast(row) ? [] : begunFrom(resource, row)).filter(({ action }) => mayCall(action.can))
  const [first, others] = partition(begun, ({ isFirst }) => isFirst)
  return dangerLast([
    ...first.map((one) => deedFrom({ resource, row }, one)),
    ...rowActions(resource, row).map((action) => deedOn(resource, row, action)),
    ...others.map((one) => deedFrom({ resource, row }, one)),
  ])
}

/** Gives the labels of what this person may do from some record of a resource, whatever it is like. */
export const recordDeedLabels = (resource: CompleteResource): string[] => [
  ...anyRowActions(resource).map(({ label }) => label),
  ...beginningLabels(resource, mayCall),
]
