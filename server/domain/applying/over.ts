import { sql } from 'kysely'
import qualification from '../../../src/resources/application/qualification.ts'
import contract from '../../../src/resources/contract/contract.ts'
import waiting from '../../../src/resources/waiting/waiting.ts'
import { inSet, inState } from '../../store/reading/states.ts'

/**
 * Whether an application `q`, in the queue as `w` where it is, is over, so that another may be made: it was refused, taken back or struck from the queue, or no contract
 * that came of it holds a room any more.
 */
export const isOver = sql`(
  q.status in (${inState(qualification, 'rejected')}, ${inState(qualification, 'withdrawn')}) or w.status is not distinct from ${inState(waiting, 'void')}
  or w.status is not distinct from ${inState(waiting, 'signed')} and not exists (
    with recursive rented as (
      select c.contract_id, c.status from contract c where c.wait_id = w.wait_id
      union select c.contract_id, c.status from rented r join contract c on c.former_id = r.contract_id
    )
    select from rented where status in (${inSet(contract, 'holdsRoom')})
  )
)`
