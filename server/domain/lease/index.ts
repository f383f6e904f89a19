import { sql } from 'kysely'
import type { Acting } from '../../calls/defineEffects.ts'
import { moveThose } from '../../calls/moveThose.ts'

/** Whoever lives in a leased room is out when it is given back. */
export const vacate = (acting: Acting, contract_id: number): Promise<number> =>
  moveThose(acting, 'occupant', 'out', sql`t.contract_id = ${contract_id}`)
export { leaseSignable } from './signable.ts'
