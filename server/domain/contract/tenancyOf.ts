import { type RawBuilder, sql } from 'kysely'
import contract from '../../../src/resources/contract/contract.ts'
import type { Queryable } from '../../store/connection/database.ts'
import { inSet } from '../../store/reading/states.ts'

/** Who has a room today, and by which contract; all null where nobody has it. */
interface Tenancy {
  contract_id: number | null
  custom_id: number | null
  custom_name: string | null
}

/** The contract in force today (`c`) of the room `o`, with whoever rents by it: its tenant, or the company that rents it whole. To be joined with `left join lateral … on true`. */
export const inForceToday: RawBuilder<unknown> = sql`(
  select c.contract_id, c.custom_id, coalesce(l.name, f.name) as custom_name
  from contract c left join lessee l on l.custom_id = c.custom_id left join company f on f.company_id = c.company_id
  where c.org_id = o.org_id and c.status in (${inSet(contract, 'lets')}) and c.start_date <= current_date
  order by c.start_date desc limit 1
) c`

/** Gives who has a room today. */
export const tenancyOf = async (db: Queryable, org_id: number): Promise<Tenancy> => {
  const { rows } = await sql<Tenancy>`
    select c.contract_id, c.custom_id, c.custom_name from org o left join lateral ${inForceToday} on true where o.org_id = ${org_id}
  `.execute(db)
  return rows[0] ?? { contract_id: null, custom_id: null, custom_name: null }
}
