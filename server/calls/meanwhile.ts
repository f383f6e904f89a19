import { sql } from 'kysely'
import { CallError } from '../../src/core/errors.ts'
import { codesOf } from '../../src/core/states.ts'
import { resources } from '../../src/declared/declared.ts'
import type { Submitted } from '../approvals/house.ts'
import type { Tx } from '../store/connection/database.ts'

/**
 * Puts the record of a submission into the state in which it stands while it is asked for (`approves.meanwhile`), or back whence it came where nobody agrees. Its
 * version stays as it was seen: who submitted, and who decides, see the same record. 409 where somebody has led the record away just now.
 */
export const standMeanwhile = async (tx: Tx, { resource: name, action: deed, record_id }: Submitted, isAsked: boolean): Promise<void> => {
  const resource = resources.find((one) => one.name === name)
  const action = resource?.actions.find((one) => one.name === deed)
  const meanwhile = action?.approves?.meanwhile
  const states = resource?.states
  if (!states || !action || meanwhile === undefined || record_id === null) return
  const [here] = codesOf({ states }, [action.from ?? []].flat())
  const [there] = codesOf({ states }, meanwhile)
  const [from, to] = isAsked ? [here, there] : [there, here]
  const column = sql.id(states.column)
  const { numAffectedRows } = await sql`
    update ${sql.table(resource.table)} set ${column} = ${to}, updated_at = epoch_now()
    where ${sql.id(resource.key)} = ${record_id} and ${column} = ${from}
  `.execute(tx)
  if (isAsked && numAffectedRows !== 1n) throw new CallError(409)
}
