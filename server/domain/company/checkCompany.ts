import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import company from '../../../src/resources/company/company.ts'
import type { Tx } from '../../store/connection/database.ts'
import { inState } from '../../store/reading/states.ts'

/** Throws 400 at that field for a company that is not there, or was merged into another. */
export const checkCompany = async (tx: Tx, company_id: number | undefined, field: string): Promise<void> => {
  const { rows } =
    await sql`select from company where company_id = ${company_id ?? null}::integer and standing = ${inState(company, 'kept')}`.execute(tx)
  if (rows.length === 0) throw new CallError(400, '没有这家企业，请重新选择', { field })
}
