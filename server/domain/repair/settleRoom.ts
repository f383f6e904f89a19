import { sql } from 'kysely'
import { codeOf } from '../../../src/core/states.ts'
import { resourceNamed } from '../../../src/declared/declared.ts'
import org from '../../../src/resources/property/org.ts'
import repair from '../../../src/resources/repair/repair.ts'
import type { Acting } from '../../calls/defineEffects.ts'
import { act } from '../../calls/transition.ts'
import type { Row } from '../../store/connection/rows.ts'
import { inState } from '../../store/reading/states.ts'

const moveRoom = async (acting: Acting, name: 'repair' | 'enable', org_id: number): Promise<void> => {
  const room = resourceNamed('org')
  const action = room.actions.find((one) => one.name === name)
  if (!action) throw new Error(`org has no action ${name}`)
  await act(acting, room, action, { keys: [org_id], versions: null, values: name === 'repair' ? { laid_up: 1 } : {} })
}

/**
 * Puts a room into repair while an order that is under way holds it, and gives it back when none does any more: by the room's own moves, 维修
 * and 启用. A room that is disabled stays so, and one that someone put into repair by hand waits for that one. The room is locked first, so that of two orders
 * that end at once the second sees the first's end.
 */
export const settleRoom = async (acting: Acting, org_id: number): Promise<void> => {
  const { rows } = await sql<
    Row<'org', 'status' | 'laid_up'>
  >`select status, laid_up from org where org_id = ${org_id} for no key update`.execute(acting.tx)
  const { rows: found } = await sql<{ is_held: boolean }>`
    select exists (
      select from repair where org_id = ${org_id} and lays_up = 1 and status = ${inState(repair, 'underWay')}
    ) as is_held
  `.execute(acting.tx)
  const [status, isHeld] = [rows[0]?.status, found[0]?.is_held === true]
  if (isHeld && status === codeOf(org, 'usable')) await moveRoom(acting, 'repair', org_id)
  if (!isHeld && status === codeOf(org, 'inRepair') && rows[0]?.laid_up === 1) await moveRoom(acting, 'enable', org_id)
}
