import { sql } from 'kysely'
import type { Context } from '../../calls/defineCall.ts'
import { inScope } from '../../store/reading/filters.ts'

/** What an entry says of whoever gave or got the money. */
interface Told {
  type?: number
  from?: number
  custom_name: string
  custom_id?: number
  company_id?: number
  bill_id?: number
  org_id?: number
}

/** Whose money it is, as far as it is known: a tenant, a company, or neither. */
export interface Payer {
  custom_id: number | null
  company_id: number | null
}

/**
 * Gives the tenant or the company that an entry's name means: from whose record it was entered, else whoever owes the bill, else who lives in the room; each
 * only where the name is his, for another may well pay for him; of a deposit that goes back (a second time, where the bank returned it) whoever had one of that room. Neither where no record has that name: the money is then of an unknown payer.
 */
export const payerOf = async ({ tx, session }: Context, told: Told): Promise<Payer> => {
  const { type, from, custom_name, custom_id = null, company_id = null, bill_id = null, org_id = null } = told
  const { rows } = await sql<Payer>`
    with asked as (select ${custom_id}::integer as custom_id, ${company_id}::integer as company_id, ${bill_id}::integer as bill_id, ${org_id}::integer as org_id),
    meant as (
      select 1 as rank, custom_id, null::integer as company_id from asked
      union all select 2, null, company_id from asked
      union all select 3, b.custom_id, null from bill b join asked using (bill_id)
      union all select 4, null, s.company_id from bill_share s join asked using (bill_id)
      union all select 5, o.current_tenant, null from org o join asked using (org_id)
      union all select 6, e.custom_id, e.company_id from deposit_entry e join contract c using (contract_id) join asked using (org_id) where ${type === 2 && from === 3}
    )
    select m.custom_id, m.company_id from meant m
    left join lessee l on l.custom_id = m.custom_id and ${inScope(session.scope, 'l.p_id')}
    left join company c on c.company_id = m.company_id
    where coalesce(l.name, c.name) = ${custom_name} order by m.rank limit 1
  `.execute(tx)
  return rows[0] ?? { custom_id: null, company_id: null }
}
