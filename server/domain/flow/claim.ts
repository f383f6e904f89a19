import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import type { FormValue } from '../../../src/core/form.ts'
import { resourceNamed } from '../../../src/declared/declared.ts'
import lessee from '../../../src/resources/tenant/lessee.ts'
import type { claimForm } from '../../../src/schemas/flow/claim.ts'
import type { Acting } from '../../calls/defineEffects.ts'
import type { Row } from '../../store/connection/rows.ts'
import { inScope } from '../../store/reading/filters.ts'
import { inState } from '../../store/reading/states.ts'
import { insertRow } from '../../store/writing/write.ts'
import { checkCompany } from '../company/index.ts'
import { matchAtOnce } from '../matching/index.ts'

type Receipt = Row<'flow', 'flow_id' | 'custom_id' | 'company_id'>
type Asked = FormValue<typeof claimForm>

/** Throws 400 at its field for a tenant or a company that is not there in scope, or was merged into another. */
export const checkClaim = async ({ tx, session }: Acting, { whose, tenant_id, firm_id }: Asked): Promise<void> => {
  if (whose !== 1) return checkCompany(tx, firm_id, 'firm_id')
  const { rows } = await sql`
    select from lessee where custom_id = ${tenant_id} and standing = ${inState(lessee, 'kept')} and ${inScope(session.scope, 'p_id')}
  `.execute(tx)
  if (rows.length === 0) throw new CallError(400, '没有这个租客，或不在您负责的项目内，请重新选择', { field: 'tenant_id' })
}

/** Says whose money a receipt is that is held (postings.md: known later). Where 核销设置 has the system match what is certain it does so now: the payer is known. */
export const claimFlow = async (
  acting: Acting,
  { flow_id }: Receipt,
  { whose, tenant_id, firm_id, why: reason }: Asked,
): Promise<{ claim_id: number }> => {
  const { tx, session } = acting
  const party = whose === 1 ? { custom_id: tenant_id } : { company_id: firm_id }
  const claim_id = await insertRow(tx, resourceNamed('flow_claim'), { flow_id, kind: 1, ...party, reason }, session.userId)
  await matchAtOnce(acting, flow_id)
  return { claim_id }
}

/** Takes the claim of a receipt back that is held: what is not used of it is nobody's again. */
export const unclaimFlow = async (
  { tx, session }: Acting,
  { flow_id, custom_id, company_id }: Receipt,
  reason: string,
): Promise<{ claim_id: number }> => ({
  claim_id: await insertRow(tx, resourceNamed('flow_claim'), { flow_id, kind: 2, custom_id, company_id, reason }, session.userId),
})

/** Takes back what an entry that is to be reversed was claimed for, where it was and anything is left of it: its reversal is booked where the entry was. */
export const unclaimOf = async (acting: Acting, flow_id: number, reason: string): Promise<void> => {
  const { rows } = await sql<Receipt>`
    select flow_id, custom_id, company_id from flow f
    where flow_id = ${flow_id} and unused > 0 and num_nonnulls(custom_id, company_id) > 0 and exists (select from flow_claim c where c.flow_id = f.flow_id)
  `.execute(acting.tx)
  for (const receipt of rows) await unclaimFlow(acting, receipt, reason)
}
