import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import org from '../../../src/resources/property/org.ts'
import { addingAs } from '../../calls/addingAs.ts'
import { inSet } from '../../store/reading/states.ts'

/** A room that is out of use, or let room by room, is shown to nobody: it would not be let to him. */
const addViewing = addingAs<{ org_id: number }>('reserve', async ({ tx }, viewing) => {
  const off = await sql`select from org where org_id = ${viewing.org_id}::integer and status in (${inSet(org, 'off')})`.execute(tx)
  if (off.rows.length > 0) throw new CallError(409, '该房间已停用或已拆套，不能看房', { field: 'org_id' })
  return viewing
})

export default [addViewing]
