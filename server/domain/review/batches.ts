import { type RawBuilder, sql } from 'kysely'
import type { FormValue } from '../../../src/core/form.ts'
import type { Preview } from '../../../src/protocol/preview.ts'
import contract from '../../../src/resources/contract/contract.ts'
import type { batchForm } from '../../../src/schemas/review/review.ts'
import { foreseen } from '../../calls/batches.ts'
import type { Context } from '../../calls/defineCall.ts'
import { ownProject } from '../../calls/ownProject.ts'
import { inState } from '../../store/reading/states.ts'

type Batch = FormValue<typeof batchForm>
type Meant = Pick<Batch, 'p_id' | 'batch' | 'begun_by'>

/** The contracts that are meant: in force, of a tenant, not begun after a day. */
const contractsMeant = ({ p_id, begun_by }: Meant): RawBuilder<unknown> => sql`
  contract c join lessee l on l.custom_id = c.custom_id join org o on o.org_id = c.org_id
  where c.p_id = ${p_id} and c.kind = 1 and c.status = ${inState(contract, 'inForce')} and c.start_date <= ${begun_by}::date`

/** Gives what 生成批次 would make, before it does. Throws 400 where the project is none of the caller's. */
export const foreseeBatch = async ({ tx, session }: Context, meant: Meant): Promise<Preview> => {
  await ownProject(tx, session.scope, meant.p_id)
  const { rows } = await sql<{ meant: number; known: number }>`
    select count(*)::integer as meant, count(*) filter (where exists (
      select from review r where r.p_id = c.p_id and r.batch = ${meant.batch} and r.contract_id = c.contract_id
    ))::integer as known from ${contractsMeant(meant)}
  `.execute(tx)
  return foreseen('符合的合同', rows[0])
}

/**
 * Makes a review for each contract that is meant, in one statement, and gives how many, and what staff read of it; making a batch again makes only
 * what is not there (unique: project, batch, contract). Throws 400 where the project is none of the caller's.
 */
export const makeBatch = async ({ tx, session }: Context, batch: Batch): Promise<{ count: number; said: string }> => {
  await ownProject(tx, session.scope, batch.p_id)
  const { numAffectedRows = 0n } = await sql`
    insert into review (batch, custom_name, custom_id, org_id, contract_id, due_on, p_id, created_by)
    select ${batch.batch}::text, l.name, c.custom_id, c.org_id, c.contract_id, ${batch.due_on}::date, c.p_id, ${session.userId}::integer
    from ${contractsMeant(batch)} order by o.region_name, c.contract_id
    on conflict (p_id, batch, contract_id) do nothing
  `.execute(tx)
  const count = Number(numAffectedRows)
  return { count, said: count > 0 ? `生成 ${count} 份年审` : '没有要生成的：都已生成，或没有符合的合同' }
}
