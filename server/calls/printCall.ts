import { CallError } from '../../src/core/errors.ts'
import type { CompleteAction } from '../../src/derive/actions.ts'
import { printParams } from '../../src/derive/callParams.ts'
import type { CompleteResource } from '../../src/derive/complete.ts'
import { type PrintBegun, type Printed, printHandle } from '../../src/protocol/prints.ts'
import { allotPapers } from '../prints/allot.ts'
import type { PrintSpec } from '../prints/definePrint.ts'
import { drawPapers, keptPapers } from '../prints/draw.ts'
import { handOut } from '../prints/handOut.ts'
import { beginPrint } from '../prints/printJob.ts'
import { printedRecords } from '../prints/records.ts'
import { printOf } from '../prints/registry.ts'
import { scopeOf } from '../store/reading/filters.ts'
import type { Call, Context, Presenting } from './defineCall.ts'
import { oneOrMany } from './resourceCalls.ts'

/** One paper that is handed out and perhaps not drawn yet. */
type Handed = Pick<Printed, 'number' | 'is_again'> & { print_id: number }

const isHanded = (given: Handed | PrintBegun): given is Handed => 'print_id' in given

/** The paper's number is given and written down in the call's transaction; what takes a processor comes after it (`present`). */
const printCall = (resource: CompleteResource, action: CompleteAction, spec: PrintSpec): Call => ({
  path: spec.can,
  label: action.label,
  group: resource.label,
  can: 'self',
  writes: true,
  params: printParams(resource, action),
  present: async (given: Handed | PrintBegun, { db, config }: Presenting): Promise<Printed | PrintBegun> => {
    if (!isHanded(given)) return given
    const { print_id, ...handed } = given
    await drawPapers({ db, dataDir: config.dataDir }, spec, [print_id])
    const missing = (await keptPapers(db, [print_id])).get(print_id)?.missing ?? ''
    return { ...handed, handle: printHandle(print_id), missing }
  },
  handle: async ({ tx, session, address }: Context, params: Record<string, unknown>): Promise<Handed | PrintBegun> => {
    const keys = oneOrMany(resource, params)
    const { userId } = session
    const records = await printedRecords(tx, resource, action, keys, scopeOf(resource, session))
    if (params.ids !== undefined) return beginPrint(tx, spec, { keys, userId, address })
    const [paper] = await allotPapers(tx, spec, records, userId)
    if (!paper) throw new CallError(404)
    const { print_id, number } = paper
    const again = await handOut(tx, spec, resource, [print_id], { userId, jobId: null })
    return { print_id, number, is_again: again.get(print_id) === true }
  },
})

/** Gives the calls by which a resource's records are printed: one for each action that says so (`prints`). */
export const printCalls = (resource: CompleteResource): Call[] =>
  resource.actions.flatMap((action) => {
    const spec = printOf(resource.name, action)
    return spec ? [printCall(resource, action, spec)] : []
  })
