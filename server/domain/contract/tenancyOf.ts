import { type RawBuilder, sql } from 'kysely'
import contract from '../../../src/resources/contract/contract.ts'
import type { Queryable } from '../../store/connection/database.ts'
import { inSet } from '../../store/reading/states.ts'

/** Who has a room on a day, and by which contract; all null where nobody has it. */
interface Tenancy {
  contract_id: number | null
  custom_id: number | null
  custom_name: string | null
}

/** Whether whoever rents by the contract `c` has its room on a day: from its beginning until the room is given back, or, where nobody says when that was, until it has ended. */
const hasRoomOn = (day: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  c.status in (${inSet(contract, 'hasLet')}) and c.start_date <= ${day}
  and coalesce(c.left_on, case when c.status in (${inSet(contract, 'left')}) then c.end_date end, ${day}) >= ${day}
)`

/** The contract (`c`) by which somebody has the room `o` on a day, by itself or with the flat that it is part of, and whoever rents by it: its tenant, or the company that rents it whole. To be joined with `left join lateral … on true`. */
const inForceOn = (day: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select c.contract_id, c.custom_id, coalesce(l.name, f.name) as custom_name
  from contract c left join lessee l on l.custom_id = c.custom_id left join company f on f.company_id = c.company_id
  where c.org_id in (o.org_id, o.part_of) and ${hasRoomOn(day)}
  order by c.org_id = o.org_id desc, c.start_date desc limit 1
) c`

/** The same of today. */
export const inForceToday: RawBuilder<unknown> = inForceOn(sql`current_date`)

/**
 * Gives who was the main tenant of a contract at the end of a day, as it said then, or when it was first told of here (变更主租人); the entry that stayed where it was merged since.
 * undefined where the contract has said the same since.
 */
const mainTenantOn = async (db: Queryable, contract_id: number, day: string): Promise<Omit<Tenancy, 'contract_id'> | undefined> => {
  const { rows } = await sql<Omit<Tenancy, 'contract_id'>>`
    select l.custom_id, l.name as custom_name from (
      select (h.row ->> 'custom_id')::integer as custom_id from row_history h
      where h.resource = ${contract.name} and h.record_id = ${contract_id} and h.until > ${day}::date order by h.until limit 1
    ) was join lessee o on o.custom_id = was.custom_id join lessee l on l.custom_id = coalesce(o.merged_into, o.custom_id)
  `.execute(db)
  return rows[0]
}

/** Gives who has a room on a day, or had it then: of a contract that another has gone on with since, whoever was its main tenant on that day. */
export const tenancyOf = async (db: Queryable, org_id: number, day: string): Promise<Tenancy> => {
  const { rows } = await sql<Tenancy>`
    select c.contract_id, c.custom_id, c.custom_name from org o left join lateral ${inForceOn(sql`${day}::date`)} on true where o.org_id = ${org_id}
  `.execute(db)
  const found = rows[0] ?? { contract_id: null, custom_id: null, custom_name: null }
  if (found.contract_id === null || found.custom_id === null) return found
  return { ...found, ...(await mainTenantOn(db, found.contract_id, day)) }
}

/**
 * Those who are or were the main tenant of the contract `c` (变更主租人), by the entries that stay where they were merged: what is charged without a contract is in the name of
 * whoever was it then, and goes with the contract none the less.
 */
export const mainTenants: RawBuilder<unknown> = sql`(
  select c.custom_id union
  select coalesce(o.merged_into, o.custom_id) from row_history h join lessee o on o.custom_id = (h.row ->> 'custom_id')::integer
  where h.resource = ${sql.lit(contract.name)} and h.record_id = c.contract_id
)`
