import { CallError } from '../../src/core/errors.ts'
import { resourceNamed } from '../../src/declared/declared.ts'
import type { CompleteAction } from '../../src/derive/actions.ts'
import type { CompleteResource } from '../../src/derive/complete.ts'
import { scopeOf } from '../store/reading/filters.ts'
import type { PrintSource, PrintSpec } from './definePrint.ts'
import { type PrintedRecord, printedRecords } from './records.ts'
import { drawnBy, printOf } from './registry.ts'

/** What is printed: papers of these records, by this print of their resource. */
export interface Standing {
  spec: PrintSpec
  resource: CompleteResource
  records: readonly PrintedRecord[]
}

/** Gives the action by which a resource's records are printed so. Throws 404 where none does any more. */
export const printingAction = ({ name, actions }: CompleteResource, spec: PrintSpec): CompleteAction => {
  // By its name: prints are made anew whenever a page is published.
  const action = actions.find((each) => printOf(name, each)?.name === spec.name)
  if (!action) throw new CallError(404, '此版本没有这个打印')
  return action
}

/**
 * Gives the records of which papers are printed for these: they themselves, or those that stand for them (`makes`). Throws 404 where one is not there in scope, 409
 * where one is not in the state that printing needs.
 */
export const standingFor = async (source: PrintSource, spec: PrintSpec, keys: readonly number[]): Promise<Standing> => {
  const { tx, reader } = source
  const resource = resourceNamed(spec.of)
  const records = await printedRecords(tx, resource, printingAction(resource, spec), keys, scopeOf(resource, reader))
  if (!spec.makes) return { spec, resource, records }
  const made = drawnBy(spec)
  const others = resourceNamed(made.of)
  const stand = [...new Set(await spec.makes.recordsOf(source, keys))]
  return {
    spec: made,
    resource: others,
    records: await printedRecords(tx, others, printingAction(others, made), stand, scopeOf(others, reader)),
  }
}
