import { sql } from 'kysely'
import occupant from '../../../src/resources/lease/occupant.ts'
import type { Acting } from '../../calls/defineEffects.ts'
import { moveThose } from '../../calls/moveThose.ts'
import { inState } from '../../store/reading/states.ts'

/**
 * Whoever lives in a leased room is out when it is given back; whoever was to live there until a later day, too. Where the day is corrected (`said`: the one
 * that was told before), those who left with the room left on the other day.
 */
export const vacate = async (
  acting: Acting,
  contract_id: number,
  { left_on, said }: { left_on: string; said: string | null },
): Promise<void> => {
  await moveThose(acting, 'occupant', 'out', sql`t.contract_id = ${contract_id}`)
  await sql`
    update occupant set to_date = greatest(${left_on}::date, from_date - 1), version = version + 1, updated_at = epoch_now()
    where contract_id = ${contract_id} and status = ${inState(occupant, 'left')} and to_date <> greatest(${left_on}::date, from_date - 1)
      and (to_date > ${left_on}::date or to_date = greatest(${said}::date, from_date - 1))
  `.execute(acting.tx)
}
export { leaseSignable } from './signable.ts'
