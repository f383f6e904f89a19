import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import type { FormValue } from '../../../src/core/form.ts'
import { dateOf } from '../../../src/protocol/dates.ts'
import contract from '../../../src/resources/contract/contract.ts'
import contractSetting from '../../../src/resources/settings/contract.ts'
import type { backfillForm } from '../../../src/schemas/filing/filing.ts'
import type { Context } from '../../calls/defineCall.ts'
import { ownProject } from '../../calls/ownProject.ts'
import { inScope } from '../../store/reading/filters.ts'
import { inSet } from '../../store/reading/states.ts'
import { readSetting } from '../setting/index.ts'

/**
 * Puts contracts that are in force and were signed before there were filings among those to be filed, until a day; done again, or by two at once, none is there twice. Of
 * one without a day of signing the term's first day counts. Throws 400 for a day that has passed, 409 where the operator files nothing or all are there.
 */
export const backfill = async ({ tx, session, now }: Context, { p_id, since, due_on }: FormValue<typeof backfillForm>) => {
  const { filing_days } = await readSetting(tx, contractSetting)
  if (!filing_days) throw new CallError(409, '“合同设置”里定为不备案，没有要补建的')
  if (due_on < dateOf(now)) throw new CallError(400, '备案期限不能早于今天', { field: 'due_on' })
  const project = await ownProject(tx, session.scope, p_id)
  const { numAffectedRows = 0n } = await sql`
    insert into filing (contract_id, custom_name, org_id, signed_on, due_on, p_id, created_by)
    select c.contract_id, c.custom_name, c.org_id, coalesce(c.signed_on, c.start_date), ${due_on}::date, c.p_id, ${session.userId}::integer
    from contract_view c
    where c.status in (${inSet(contract, 'lets')}) and ${inScope(project === null ? null : [project], 'c.p_id')}
      and (${since ?? null}::date is null or coalesce(c.signed_on, c.start_date) >= ${since ?? null}::date)
    order by c.contract_id
    on conflict (contract_id) do nothing
  `.execute(tx)
  const count = Number(numAffectedRows)
  if (count === 0) throw new CallError(409, '没有要补建的：符合条件的合同都在备案台账里')
  return { count, said: `${count} 份合同列为待备案` }
}
