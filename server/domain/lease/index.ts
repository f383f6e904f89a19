import { codesOf } from '../../../src/core/states.ts'
import occupant from '../../../src/resources/lease/occupant.ts'
import type { Acting } from '../../calls/defineEffects.ts'
import { moveBySystem } from '../../calls/transition.ts'

/** Whoever lives in a leased room is out when it is given back. */
export const vacate = async (acting: Acting, contract_id: number): Promise<void> => {
  const standing = await acting.tx
    .selectFrom('occupant')
    .select('occupant_id')
    .where('contract_id', '=', contract_id)
    .where('status', 'in', codesOf(occupant, 'standing'))
    .orderBy('occupant_id')
    .execute()
  const keys = standing.map(({ occupant_id }) => occupant_id)
  if (keys.length > 0) await moveBySystem(acting, 'occupant', 'out', keys)
}
