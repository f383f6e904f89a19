import { sql } from 'kysely'
import contract from '../../../src/resources/contract/contract.ts'
import occupant from '../../../src/resources/lease/occupant.ts'
import { hashName } from '../../store/bringUp/tables.ts'
import type { Queryable } from '../../store/connection/database.ts'
import { inSet, inState } from '../../store/reading/states.ts'

/** Where somebody lives today: by a contract of his own, or as an occupant of what a company rents. */
export interface Home {
  org_id: number
  p_id: number | null
  /** As people call it: 小区 and 房号. */
  room: string
  address: string
  contract_id: number
  /** The contract's tenant; null of a company's. */
  custom_id: number | null
  /** Whose the telephone is. */
  lessee_id: number
  name: string
}

const PHONE = sql.id(hashName('phone'))
/** By a contract `c` in force, until the room is given back: what is still to be settled lets nobody live there. */
const livesThere = sql`c.status in (${inSet(contract, 'lets')}) and c.start_date <= current_date and coalesce(c.left_on, current_date) >= current_date`

/**
 * The rooms in which those live who have a number, by its hash: `h`, with `is_own` where the contract is theirs. Whoever moves out, or has another number
 * written down, is not there any more.
 */
const homes = (hash: Buffer) => sql`(
  select c.org_id, c.p_id, c.contract_id, c.custom_id, l.custom_id as lessee_id, l.name, true as is_own
  from lessee l join contract c on c.custom_id = l.custom_id
  where l.${PHONE} = ${hash} and ${livesThere}
  union all
  select c.org_id, c.p_id, c.contract_id, c.custom_id, l.custom_id, l.name, false
  from lessee l join occupant p on p.custom_id = l.custom_id and p.status = ${inState(occupant, 'living')}
  join contract c on c.contract_id = p.contract_id
  where l.${PHONE} = ${hash} and ${livesThere}
) h`

/** Gives where those live today who have a number, by its hash. */
export const homesOf = async (db: Queryable, hash: Buffer): Promise<Home[]> => {
  const { rows } = await sql<Home>`
    select distinct on (h.org_id) h.org_id, h.p_id, concat_ws(' ', o.region_name, o.unit_floor) as room, coalesce(o.address, '') as address,
      h.contract_id, h.custom_id, h.lessee_id, h.name
    from ${homes(hash)} join org o on o.org_id = h.org_id order by h.org_id, h.is_own desc
  `.execute(db)
  return rows
}

/**
 * The condition under which a repair `r` is one of those who have a number: of a contract of theirs, whoever reported it; else what was reported with this very
 * number in a room where they live as a company's people do. Also of the contract that theirs goes on from: whoever renews lives there still. What was before
 * they came is not theirs. A room within the flat that they rent is theirs by the contract.
 */
export const isTheirs = (hash: Buffer) => sql`exists (
  select from ${homes(hash)} where (h.org_id = r.org_id or h.contract_id = r.contract_id) and (
    h.is_own and (h.contract_id = r.contract_id or h.lessee_id = r.custom_id)
    or r.${PHONE} = ${hash} and (h.contract_id = r.contract_id
      or exists (select from occupant before where before.contract_id = r.contract_id and before.custom_id = h.lessee_id))
  )
)`
