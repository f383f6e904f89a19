import { sql } from 'kysely'
import contract from '../../../src/resources/contract/contract.ts'
import filing from '../../../src/resources/filing/filing.ts'
import type { Tx } from '../../store/connection/database.ts'
import { inSet, inState } from '../../store/reading/states.ts'
import type { Staff } from '../types.ts'

/** Adds what is filed of the contracts signed in the last twenty months, before which nobody kept a list (补建备案): most have their number, of this month's a third, and some were forgotten. */
export const addFilings = async (tx: Tx, staff: Staff): Promise<void> => {
  await sql`
    with signed as (
      select contract_id, custom_name, org_id, p_id, signed_on, signed_on + 30 as due_on, signed_on + 2 + contract_id % 20 as told_on
      from contract_view
      where status in (${inSet(contract, 'lets')}) and signed_on between current_date - 600 and current_date
    ), judged as (
      select *, case
        when due_on < current_date and contract_id % 60 = 0 then ${inState(filing, 'overdue')}
        when due_on < current_date or (told_on <= current_date and contract_id % 3 = 0) then ${inState(filing, 'filed')}
        else ${inState(filing, 'toFile')} end as status
      from signed
    )
    insert into filing (contract_id, custom_name, org_id, signed_on, due_on, status, filing_no, filed_on, p_id, created_by)
    select contract_id, custom_name, org_id, signed_on, due_on, status,
           case when status = ${inState(filing, 'filed')} then 'HBA' || to_char(told_on, 'YYYY') || lpad(contract_id::text, 7, '0') end,
           case when status = ${inState(filing, 'filed')} then told_on end, p_id, ${staff.guanjia}::integer
    from judged order by contract_id
  `.execute(tx)
}
