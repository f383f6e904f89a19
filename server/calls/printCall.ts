import { randomUUID } from 'node:crypto'
import { CallError } from '../../src/core/errors.ts'
import { resourceNamed } from '../../src/declared/declared.ts'
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
import { drawnBy, printOf } from '../prints/registry.ts'
import { standingFor } from '../prints/standing.ts'
import { type Actor, inTransaction } from '../store/connection/transaction.ts'
import { scopeOf } from '../store/reading/filters.ts'
import type { Call, Context, Presenting } from './defineCall.ts'
import { oneOrMany } from './resourceCalls.ts'

/** One paper that has its number and perhaps is not drawn yet, and for whom: it is handed out when it is there. */
type Allotted = Pick<Printed, 'number'> & { print_id: number; asked: string; userId: number; address: string }

const isAllotted = (given: Allotted | PrintBegun): given is Allotted => 'print_id' in given

/**
 * The paper's number and what it says are written down in the call's transaction; what takes a processor comes after it (`present`), and then only is it
 * handed out: of one that could not be drawn nobody has had a copy. The same request sent again is the same handing out.
 */
const printCall = (resource: CompleteResource, action: CompleteAction, spec: PrintSpec): Call => ({
  path: spec.can,
  label: action.label,
  group: resource.label,
  can: 'self',
  writes: true,
  params: printParams(resource, action),
  present: async (given: Allotted | PrintBegun, { db, config }: Presenting): Promise<Printed | PrintBegun> => {
    if (!isAllotted(given)) return given
    const { print_id, number, asked, userId, address } = given
    const made = drawnBy(spec)
    await drawPapers({ db, dataDir: config.dataDir, secretKey: config.secretKey }, made, [print_id])
    const missing = (await keptPapers(db, [print_id])).get(print_id)?.missing ?? ''
    const actor: Actor = { userId, path: spec.can, label: action.label, address }
    const again = await inTransaction(db, actor, (tx) => handOut(tx, made, resourceNamed(made.of), [print_id], { userId, asked }))
    const is_again = again.get(print_id) === true
    return { number, is_again, handle: printHandle(print_id), missing, ...(made.marksCopies ? { is_marked: is_again } : {}) }
  },
  handle: async ({ tx, session, address }: Context, params: Record<string, unknown>): Promise<Allotted | PrintBegun> => {
    const keys = oneOrMany(resource, params)
    const { userId } = session
    const reader = { userId, scope: session.scope }
    if (params.ids !== undefined) {
      await printedRecords(tx, resource, action, keys, scopeOf(resource, session))
      return beginPrint(tx, spec, { keys, userId, address })
    }
    const { spec: made, records } = await standingFor({ tx, reader }, spec, keys)
    // Several stand for the one: they are put together as those of several are.
    if (records.length > 1) return beginPrint(tx, spec, { keys, userId, address })
    const [paper] = await allotPapers(tx, made, records, reader)
    if (!paper) throw new CallError(404)
    const { print_id, number } = paper
    return { print_id, number, asked: randomUUID(), userId, address }
  },
})

/** Gives the calls by which a resource's records are printed: one for each action that says so (`prints`). */
export const printCalls = (resource: CompleteResource): Call[] =>
  resource.actions.flatMap((action) => {
    const spec = printOf(resource.name, action)
    return spec ? [printCall(resource, action, spec)] : []
  })
