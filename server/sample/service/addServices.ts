import type { Tx } from '../../store/connection/database.ts'
import type { Day } from '../calendar.ts'
import type { Lookups } from '../lookups.ts'
import type { Staff } from '../types.ts'
import { addInspections } from './addInspections.ts'
import { addRepairs } from './addRepairs.ts'
import { addViolations } from './addViolations.ts'
import { livedRooms } from './lived.ts'

/** Adds what is done for rooms and those who live there: repairs, inspections, violations. */
export const addServices = async (tx: Tx, lookups: Lookups, faults: readonly number[], today: Day, staff: Staff): Promise<void> => {
  const rooms = await livedRooms(tx)
  await addRepairs(tx, rooms, lookups, faults, today, staff)
  await addInspections(tx, rooms, today, staff)
  await addViolations(tx, rooms, today, staff)
}
