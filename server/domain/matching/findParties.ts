import { sql } from 'kysely'
import lessee from '../../../src/resources/tenant/lessee.ts'
import type { Queryable } from '../../store/connection/database.ts'
import { containsText, inScope, type Scope, startsWith } from '../../store/reading/filters.ts'
import { inState } from '../../store/reading/states.ts'

/** Somebody who owes: a tenant or a company. */
export interface Debtor {
  custom_id: number | null
  company_id: number | null
}

/** So many are looked at. */
const MOST = 20

/** Gives who is meant by what staff type: by a name, a room, or the number of a contract or a bill, in that order. */
export const findDebtors = async (db: Queryable, keyword: string, scope: Scope): Promise<Debtor[]> => {
  const { rows } = await sql<Debtor>`
    select custom_id, company_id from (
      (select custom_id, null::integer as company_id from lessee
        where ${containsText(sql.ref('name'), keyword)} and standing = ${inState(lessee, 'kept')} and ${inScope(scope, 'p_id')} limit ${MOST}::integer)
      union (select null, company_id from company where ${containsText(sql.ref('name'), keyword)} limit ${MOST}::integer)
      union (select current_tenant, null from org where ${containsText(sql.ref('unit_floor'), keyword)} and current_tenant is not null and ${inScope(scope, 'p_id')} limit ${MOST}::integer)
      union (select custom_id, case when custom_id is null then company_id end from contract
        where ${startsWith(sql.ref('sn'), keyword.toUpperCase())} and ${inScope(scope, 'p_id')} limit ${MOST}::integer)
      union (select custom_id, case when custom_id is null then company_id end from bill
        where ${startsWith(sql.ref('sn'), keyword.toUpperCase())} and ${inScope(scope, 'p_id')} limit ${MOST}::integer)
    ) found
    where num_nonnulls(custom_id, company_id) > 0 order by custom_id, company_id limit ${MOST}::integer
  `.execute(db)
  return rows
}
