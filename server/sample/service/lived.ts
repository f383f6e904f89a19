import { sql } from 'kysely'
import contract from '../../../src/resources/contract/contract.ts'
import org from '../../../src/resources/property/org.ts'
import type { Tx } from '../../store/connection/database.ts'
import { inSet, inState } from '../../store/reading/states.ts'

/** A room with who has it today; null where nobody has. */
export interface Lived {
  org_id: number
  p_id: number
  contract_id: number | null
  custom_id: number | null
  custom_name: string | null
  is_laid_up: boolean
}

/** Gives the rooms that are not disabled, in order, with who has each today. */
export const livedRooms = async (tx: Tx): Promise<Lived[]> => {
  const { rows } = await sql<Lived>`
    select o.org_id, o.p_id, c.contract_id, c.custom_id, coalesce(l.name, f.name) as custom_name, o.status = ${inState(org, 'inRepair')} as is_laid_up
    from org o
    left join contract c on c.org_id = o.org_id and c.status in (${inSet(contract, 'lets')}) and c.start_date <= current_date
    left join lessee l on l.custom_id = c.custom_id
    left join company f on f.company_id = c.company_id
    where o.status <> ${inState(org, 'disabled')} order by o.org_id
  `.execute(tx)
  return rows
}

/** Gives so many of the rooms, spread over all of them. */
export const spread = (rooms: readonly Lived[], count: number): Lived[] =>
  Array.from({ length: Math.min(count, rooms.length) }, (_, index) => rooms[Math.floor((index * rooms.length) / count)]).flatMap(
    (room) => room ?? [],
  )
